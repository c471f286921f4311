// What opens above the composer: commands while one types "/", results while one types "@bot …".

import { byId, el } from "./dom.js";
import { store } from "./store.js";
import { t } from "./texts.js";

const PAUSE = 250;
const NEAR_END = 80;
let selected = -1;
let inline = { query: null, words: "", results: [], next: "", button: null };
let timer;

/** Show what fits the words typed so far; `compose` is the text area. */
export function suggest(compose) {
  const words = compose.value;
  const asked = inlineWords(words);
  clearTimeout(timer);
  if (asked !== null) {
    if (asked !== inline.words || inline.query === null) timer = setTimeout(() => ask(asked, ""), PAUSE);
    return;
  }
  inline = { query: null, words: "", results: [], next: "", button: null };
  const commands = /^\/[\w@]*$/.test(words) ? matching(words.slice(1)) : [];
  if (commands.length) showCommands(commands);
  else close();
}

function inlineWords(words) {
  const prefix = `@${store.me.username} `;
  return words.toLowerCase().startsWith(prefix.toLowerCase()) ? words.slice(prefix.length) : null;
}

function matching(beginning) {
  return store.menu().filter(({ command }) => command.startsWith(beginning.toLowerCase()));
}

export function showCommands(commands = store.menu()) {
  open(commands.map(({ command, description }) => option(() => run(command), el("code", {}, `/${command}`), el("span", {}, description))),
    t("commands"));
}

function run(command) {
  close();
  const compose = byId("compose");
  compose.value = "";
  compose.dispatchEvent(new Event("input"));
  compose.focus();
  return store.act("say", { text: `/${command}` });
}

async function ask(words, offset) {
  const { query } = await store.act("inline", { query: words, offset });
  inline = { ...inline, query, words, results: offset ? inline.results : [] };
}

function results({ query_id: query, user_id: user, results: found, next_offset: next, button }) {
  if (user !== store.person || query !== inline.query) return;
  inline = { ...inline, results: [...inline.results, ...found], next, button };
  const options = inline.results.map((result) => option(() => choose(result), el("span.lines", {},
    el("strong", { dir: "auto" }, result.title ?? ""), el("span", { dir: "auto" }, result.description ?? ""))));
  if (button) options.unshift(option(() => start(button), el("span.lines", {}, el("strong", {}, button.text))));
  if (options.length) open(options, t("inline-hint"));
  else openHint(inline.words ? t("inline-none") : t("inline-hint"));
}

async function choose(result) {
  close();
  const compose = byId("compose");
  compose.value = "";
  compose.dispatchEvent(new Event("input"));
  await store.act("choose", { result: result.id });
}

async function start(button) {
  close();
  byId("compose").value = "";
  store.open(store.person);
  await store.act("say", { text: `/start ${button.start_parameter}` });
}

function option(click, ...children) {
  return el("div.option", { role: "option", "aria-selected": "false", click }, ...children);
}

function open(options, label) {
  const above = byId("above");
  const kept = above.hidden ? 0 : above.scrollTop;
  options.forEach((one, index) => {
    one.id = `option-${index}`;
  });
  above.replaceChildren(...options);
  above.setAttribute("aria-label", label);
  above.hidden = false;
  above.scrollTop = kept;
  select(-1);
}

function openHint(words) {
  open([], words);
  byId("above").replaceChildren(el("p.hint", {}, words));
}

export function close() {
  clearTimeout(timer);
  const above = byId("above");
  if (!above) return;
  above.hidden = true;
  byId("compose").removeAttribute("aria-activedescendant");
}

function select(index) {
  const options = [...byId("above").querySelectorAll(".option")];
  selected = options.length ? Math.max(-1, Math.min(index, options.length - 1)) : -1;
  options.forEach((one, at) => one.setAttribute("aria-selected", String(at === selected)));
  const chosen = options[selected];
  chosen?.scrollIntoView({ block: "nearest" });
  if (chosen) byId("compose").setAttribute("aria-activedescendant", chosen.id);
  else byId("compose").removeAttribute("aria-activedescendant");
}

/** Keys that belong to the open list; true when the key was one of them. */
export function steer(event) {
  const above = byId("above");
  if (above.hidden) return false;
  const options = above.querySelectorAll(".option");
  const steps = { ArrowDown: 1, ArrowUp: -1 };
  if (event.key in steps) select(Math.max(0, selected + steps[event.key]));
  else if (event.key === "Escape") close();
  else if (event.key === "Tab" && options.length && !event.shiftKey) options[Math.max(0, selected)].click();
  else if (event.key === "Enter" && selected >= 0) options[selected].click();
  else return false;
  event.preventDefault();
  return true;
}

/** Fetch the next results when one scrolls to the end. */
export function watchScrolling(above) {
  above.addEventListener("scroll", () => {
    const near = above.scrollHeight - above.scrollTop - above.clientHeight < NEAR_END;
    if (!near || !inline.next || inline.query === null) return;
    const offset = inline.next;
    inline.next = "";
    ask(inline.words, offset);
  });
}

export function startAbove() {
  store.on(["inline"], results);
}
