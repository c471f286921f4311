// The bar above the conversation.

import { chatAvatar, chatTitle } from "./chats.js";
import { item, popup, toast } from "./dialogs.js";
import { byId, el, icon, iconButton } from "./dom.js";
import { store } from "./store.js";
import { t } from "./texts.js";

function drawHead() {
  const chat = store.place;
  const back = iconButton("back", t("back"), () => {
    byId("frame").dataset.view = "list";
    byId("people").focus();
  }, { class: "icon-button back" });
  const more = iconButton("dots", t("menu"), ({ currentTarget }) => popup(currentTarget, items(), t("menu")), {
    id: "chat-menu", "aria-haspopup": "menu",
  });
  const typing = store.typing.has(chat.id);
  byId("head").replaceChildren(back, chatAvatar(chat), el("div.bar-title", {}, el("h1", {}, chatTitle(chat)),
    el(typing ? "p.typing" : "p", {}, typing ? t("typing") : subtitle(chat))), more);
  byId("messages").setAttribute("aria-label", chatTitle(chat));
  document.title = `${chatTitle(chat)} – Waldeck`;
}

function subtitle(chat) {
  if (chat.type === "private") return store.running ? t("bot") : t("starting");
  if (!store.hasBot(chat)) return t("friends");
  return `${t("members", { count: chat.members.length })} · ${t(store.privacy ? "privacy-on" : "privacy-off")}`;
}

function items() {
  const privacy = el("button.item", {
    type: "button", role: "menuitemcheckbox", "aria-checked": String(store.privacy),
    click: () => store.act("privacy", { on: !store.privacy }),
  }, icon(store.privacy ? "check" : "close"), el("span.lines", {}, t("privacy")));
  const again = item(icon("reply"), t("again"), () => store.act("again").then(() => toast(t("again-done"))));
  const block = item(icon("close"), t("block"), () => store.act("block").then(() => toast(t("block-done"))));
  return store.place.type === "private" ? [again, block] : [privacy, again];
}

export function startHead() {
  store.on(["everything", "chat", "settings", "typing", "running", "message"], drawHead);
}
