// The server: acts, files, and its stream of events.

export class Refused extends Error {}

async function answer(response) {
  const body = await response.json();
  if (!response.ok) throw new Refused(body.description ?? response.statusText);
  return body;
}

export async function act(name, body) {
  const headers = { "Content-Type": "application/json" };
  const response = await fetch(`/act/${name}`, { method: "POST", headers, body: JSON.stringify(body) });
  return (await answer(response)).result;
}

export async function upload(user, chat, file, caption = "") {
  const form = new FormData();
  for (const [key, value] of Object.entries({ user, chat, caption })) form.append(key, value);
  form.append("file", file, file.name);
  return answer(await fetch("/upload", { method: "POST", body: form }));
}

export async function snapshot() {
  return answer(await fetch("/state"));
}

export async function settings() {
  return answer(await fetch("/settings"));
}

/** Listen to the server; `begin` is called at every (re)connection, before any event. */
export function listen(begin, receive, lost) {
  const source = new EventSource("/events");
  let ready = Promise.resolve();
  source.addEventListener("open", () => {
    ready = begin();
  });
  source.addEventListener("message", async ({ data }) => {
    const event = JSON.parse(data);
    await ready;
    receive(event);
  });
  source.addEventListener("error", lost);
}
