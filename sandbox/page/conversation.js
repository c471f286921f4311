// The conversation: its messages in order, kept at the end unless one reads further up.

import { messageElement } from "./bubbles.js";
import { byId, el } from "./dom.js";
import { store } from "./store.js";
import { day, t } from "./texts.js";

const AT_END = 120;
const SOON = 300;
let pinned = true;

function drawAll() {
  const messages = store.conversation();
  const list = byId("messages");
  list.replaceChildren(...(messages.length ? rows(messages) : [welcome()]), ...typing());
  toEnd();
}

function toEnd() {
  const list = byId("messages");
  list.scrollTop = list.scrollHeight;
  pinned = true;
}

function rows(messages) {
  return messages.flatMap((message, index) => {
    const [before, after] = [messages[index - 1], messages[index + 1]];
    const newDay = !before || day(before.date) !== day(message.date);
    return [newDay && el("div.day", {}, day(message.date)), row(message, before, after, false)].filter(Boolean);
  });
}

function row(message, before, after, fresh) {
  if (!message.from) return el("div.day", {}, message.chat.title ?? "…");
  return messageElement(message, { first: !together(before, message), last: !together(message, after), fresh });
}

/** Whether two messages follow each other closely enough to be shown as one block. */
function together(one, other) {
  return Boolean(one && other && one.from?.id === other.from?.id && other.date - one.date < SOON);
}

function typing() {
  if (!store.typing.has(store.chat)) return [];
  const dots = el("span.dots", { role: "img", "aria-label": t("typing") }, el("i"), el("i"), el("i"));
  return [el("div.message.in.first.last.writes", {}, el("div.bubble", {}, dots))];
}

function welcome() {
  const chat = store.place;
  if (!store.hasBot(chat)) return el("div.welcome", {}, el("p", {}, t("inline-hint")));
  const words = store.descriptions[store.language] || store.descriptions[""] || "";
  const start = el("button.button.main", { type: "button", id: "start", click: () => store.act("say", { text: "/start" }) }, t("start"));
  return el("div.welcome", {}, el("img", { src: "/page/logo.svg", alt: "" }), el("h2", {}, t("from-bot")),
    el("p", {}, words), chat.type === "private" && start);
}

/** Stay at the end when the keyboard opens, the window turns or a picture arrives. */
function watchSize() {
  const list = byId("messages");
  list.addEventListener("scroll", () => {
    pinned = list.scrollHeight - list.scrollTop - list.clientHeight < AT_END;
  });
  list.addEventListener("load", () => pinned && toEnd(), true);
  new ResizeObserver(() => pinned && toEnd()).observe(list);
}

function arrived({ message, known }) {
  if (message.chat.id !== store.chat) return;
  const list = byId("messages");
  const follow = pinned || message.from?.id === store.person;
  const messages = store.conversation();
  const at = messages.indexOf(message);
  if (known) return replace(message);
  if (messages.length === 1) list.replaceChildren();
  list.querySelector(".writes")?.remove();
  const before = messages[at - 1];
  if (!before || day(before.date) !== day(message.date)) list.append(el("div.day", {}, day(message.date)));
  if (before) element(before)?.classList.toggle("last", !together(before, message));
  list.append(row(message, before, undefined, true), ...typing());
  if (follow) toEnd();
}

function element(message) {
  return byId("messages").querySelector(`[data-message="${message.message_id}"]`);
}

function replace(message) {
  const messages = store.conversation();
  const at = messages.findIndex((one) => one.message_id === message.message_id);
  const old = message.chat.id === store.chat && element(message);
  if (!old) return;
  const end = pinned;
  const focused = old.contains(document.activeElement) ? document.activeElement.textContent : null;
  const fresh = row(message, messages[at - 1], messages[at + 1], false);
  old.replaceWith(fresh);
  if (focused !== null) refocus(fresh, focused);
  if (end) toEnd();
}

/** Keyboard users stay on the button of the same name, or in the message, when its buttons change. */
function refocus(article, label) {
  const same = [...article.querySelectorAll("button")].find((button) => button.textContent === label);
  (same ?? article).focus();
}

function acting() {
  const list = byId("messages");
  const end = pinned;
  list.querySelector(".writes")?.remove();
  list.append(...typing());
  if (end) toEnd();
}

export function startConversation() {
  watchSize();
  store.on(["everything", "chat", "settings"], drawAll);
  store.on(["message"], arrived);
  store.on(["edited"], ({ message }) => replace(message));
  store.on(["deleted"], ({ chatId }) => chatId === store.chat && drawAll());
  store.on(["typing"], acting);
}
