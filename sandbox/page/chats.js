// The list: who one is, the chats they see, the tools below.

import { item, popup } from "./dialogs.js";
import { avatar, byId, el, icon, iconButton } from "./dom.js";
import { showPanel } from "./panels.js";
import { store } from "./store.js";
import { nameOf, t, time } from "./texts.js";

export function chatTitle(chat) {
  return chat.type === "private" ? store.me.first_name : chat.title;
}

export function chatAvatar(chat, small = false) {
  return avatar(chat.type === "private" ? { ...store.me, is_bot: true } : chat, small);
}

/** One line about a message, for lists and quotations. */
export function summary(message) {
  if (message.sticker) return `${message.sticker.emoji} ${t("sticker")}`;
  if (message.location) return `📍 ${t("location")}`;
  if (message.contact) return `👤 ${t("contact")}`;
  if (message.voice) return `🎤 ${t("voice")}`;
  const words = (message.text ?? message.caption ?? "").replace(/\s+/g, " ").slice(0, 120);
  if (message.document) return `📎 ${message.document.file_name}`;
  return message.photo ? `🖼 ${words || t("photo")}` : words;
}

function drawSidebar() {
  byId("sidebar").replaceChildren(header(), ...notices(), chatList(), tools());
}

function header() {
  const user = store.user;
  const open = ({ currentTarget }) => popup(currentTarget, peopleItems(), t("people"));
  const who = el("button.who", { type: "button", id: "people", "aria-haspopup": "menu", title: t("people"), click: open },
    avatar(user), el("span.lines", {}, el("strong", {}, nameOf(user)), el("span", {}, part(user))), icon("dots"));
  const dark = document.documentElement.dataset.theme === "dark";
  return el("header.bar", {}, who, iconButton(dark ? "sun" : "moon", t("theme"), toggleTheme, { id: "theme" }));
}

function part(user) {
  return `${t(`part-${user.part}`)} · ${user.language_code === "en" ? "English" : "français"}`;
}

function peopleItems() {
  const people = store.people.map((person) => el("button.item", {
    type: "button", role: "menuitemradio", "aria-checked": String(person.id === store.person), click: () => store.become(person.id),
  }, avatar(person, true), el("span.lines", {}, el("strong", {}, nameOf(person)), el("span", {}, part(person)))));
  const other = store.language === "fr" ? ["en", "English"] : ["fr", "Français"];
  const language = item(icon("smile"), `${t("client")} : ${other[1]}`, () => store.act("language", { language: other[0] }));
  return [...people, el("hr"), language];
}

function toggleTheme() {
  const theme = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
  document.documentElement.dataset.theme = theme;
  localStorage.setItem("theme", theme);
  drawSidebar();
  byId("theme").focus();
}

function notices() {
  return store.running ? [] : [el("p.notice", { role: "status" }, t("starting"))];
}

function chatList() {
  const chats = store.chats.filter((chat) => store.sees(chat));
  return el("nav", { class: "chats", "aria-label": t("chats") }, ...chats.map(chatButton));
}

function chatButton(chat) {
  const last = store.conversation(chat.id).at(-1);
  const unread = store.unread.get(`${store.person}:${chat.id}`);
  const typing = store.typing.has(chat.id);
  const open = () => {
    store.open(chat.id);
    byId("frame").dataset.view = "chat";
    byId("compose")?.focus();
  };
  return el("button.chat", {
    type: "button", "data-chat": chat.id, "aria-current": String(chat.id === store.chat), click: open,
  }, chatAvatar(chat), el("span.lines", {},
    el("span.first", {}, el("strong", {}, chatTitle(chat)), last && el("time", {}, time(last.date))),
    el("span", { dir: "auto" }, typing ? t("typing") : last ? summary(last) || " " : t("empty"))),
  unread && el("span.badge", {}, String(unread)));
}

function tools() {
  const faulty = Object.keys(store.faults).length > 0;
  const tool = (name, sign) => el(`button.tool${name === "faults" && faulty ? ".alarm" : ""}`, {
    type: "button", id: `tool-${name}`, "aria-pressed": String(byId("panel").dataset.shown === name),
    click: () => showPanel(name),
  }, icon(sign), t(name));
  return el("footer.tools", {}, tool("faults", "faults"), tool("log", "log"));
}

export function startChats() {
  store.on(["everything", "message", "edited", "deleted", "chat", "settings", "typing", "running", "panel"], drawSidebar);
}
