// One message: who, what, when, and its buttons.

import { summary } from "./chats.js";
import { item, popup, showPicture } from "./dialogs.js";
import { el, icon } from "./dom.js";
import { formatted } from "./format.js";
import { inlineKeys } from "./keys.js";
import { copy } from "./links.js";
import { store } from "./store.js";
import { nameOf, size, t, time } from "./texts.js";

/** A message as an article; `first` and `last` of those that one person wrote in a row. */
export function messageElement(message, { first, last, fresh }) {
  const mine = message.from?.id === store.person;
  const classes = ["message", mine ? "out" : "in", first && "first", last && "last", fresh && "new"].filter(Boolean);
  const article = el(`article.${classes.join(".")}`, {
    "data-message": message.message_id, tabindex: "-1", "aria-label": `${mine ? t("you") : nameOf(message.from)}, ${time(message.date)}`,
  }, el("div.bubble", {}, ...content(message, first && !mine)), inlineKeys(message), moreButton(message, mine));
  article.addEventListener("contextmenu", (event) => {
    event.preventDefault();
    openActions(article.querySelector(".more"), message, mine);
  });
  return article;
}

function content(message, named) {
  const words = message.text ?? message.caption;
  const group = store.place.type !== "private";
  return [
    named && group && el("strong.author", {}, nameOf(message.from)),
    message.via_bot && el("span.via", {}, t("via")),
    message.reply_to_message && quotation(message.reply_to_message),
    ...attachments(message),
    words !== undefined && el("span.words", { dir: "auto" }, ...formatted(words, message.entities ?? message.caption_entities)),
    meta(message),
  ];
}

function meta(message) {
  return el("span.meta", {}, message.edit_date ? `${t("edited")} ` : "", time(message.date));
}

function quotation(quoted) {
  const jump = () => {
    const target = document.querySelector(`[data-message="${quoted.message_id}"]`);
    target?.scrollIntoView({ block: "center", behavior: "smooth" });
    target?.classList.add("flash");
    setTimeout(() => target?.classList.remove("flash"), 1300);
  };
  return el("button.quote", { type: "button", click: jump },
    el("strong", {}, nameOf(quoted.from)), el("span", { dir: "auto" }, summary(quoted)));
}

function attachments(message) {
  const { photo, document: file, location, contact, sticker, voice } = message;
  return [
    photo && picture(photo.at(-1), message.caption ?? t("photo")),
    file && fileCard(file),
    location && card("location", t("location"), `${location.latitude.toFixed(3)}, ${location.longitude.toFixed(3)}`),
    contact && card("person", contact.first_name, contact.phone_number),
    sticker && el("div.sticker", { role: "img", "aria-label": t("sticker") }, sticker.emoji),
    voice && card("mic", t("voice"), `0:0${voice.duration}`),
  ];
}

function picture(photo, description) {
  const address = `/sent/${encodeURIComponent(photo.file_id)}`;
  return el("button.photo", { type: "button", click: () => showPicture(address, description) },
    el("img", { src: address, alt: description, loading: "lazy" }));
}

function fileCard(file) {
  const address = `/sent/${encodeURIComponent(file.file_id)}?save`;
  return el("a.attachment", { href: address, download: file.file_name, title: t("download") }, el("span.disc", {}, icon("document")),
    el("span.lines", {}, el("strong", { dir: "auto" }, file.file_name), el("span", {}, size(file.file_size))));
}

function card(sign, title, line) {
  return el("div.attachment", {}, el("span.disc", {}, icon(sign)),
    el("span.lines", {}, el("strong", {}, title), el("span", {}, line)));
}

function moreButton(message, mine) {
  const open = ({ currentTarget }) => openActions(currentTarget, message, mine);
  return el("button.more", { type: "button", "aria-label": t("more"), title: t("more"), "aria-haspopup": "menu", click: open }, icon("dots"));
}

function openActions(anchor, message, mine) {
  const words = message.text ?? message.caption;
  popup(anchor, [
    item(icon("reply"), t("reply"), () => store.changed("reply", { message })),
    mine && message.text && item(icon("edit"), t("edit"), () => store.changed("edit", { message })),
    words && item(icon("copy"), t("copy"), () => copy(words)),
  ].filter(Boolean), t("more"));
}
