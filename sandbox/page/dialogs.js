// Dialogs, menus that pop up at a button, toasts.

import { el } from "./dom.js";
import { t } from "./texts.js";

const TOAST_SECONDS = 4;

function opened(dialog, value) {
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(value(dialog.returnValue));
    });
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close(""));
    document.body.append(dialog);
    dialog.showModal();
  });
}

function closer(label, value, main) {
  const close = ({ currentTarget }) => currentTarget.closest("dialog").close(value);
  return el(main ? "button.button.main" : "button.button", { type: "button", click: close, autofocus: main }, label);
}

/** Ask yes or no. */
export function confirm(title, words, yes) {
  const heading = el("h2", { id: "dialog-title" }, title);
  const buttons = el("div.buttons", {}, closer(t("cancel"), ""), closer(yes, "yes", true));
  return opened(el("dialog", { "aria-labelledby": "dialog-title" }, heading, el("p", { dir: "auto" }, words), buttons),
    (answer) => answer === "yes");
}

/** Say something that has to be read. */
export function alert(title, words) {
  const heading = el("h2", { id: "dialog-title" }, title);
  return opened(el("dialog", { role: "alertdialog", "aria-labelledby": "dialog-title" }, heading,
    el("p", { dir: "auto" }, words), el("div.buttons", {}, closer("OK", "ok", true))), () => true);
}

/** Choose one of `options` ({value, label, sign}); null when cancelled. */
export function choose(title, options) {
  const items = options.map(({ label, sign }, index) => el("button.option", {
    type: "button",
    click: ({ currentTarget }) => currentTarget.closest("dialog").close(String(index)),
  }, sign ?? "", el("span.lines", {}, el("strong", {}, label))));
  const dialog = el("dialog", { "aria-labelledby": "dialog-title" }, el("h2", { id: "dialog-title" }, title),
    ...items, el("div.buttons", {}, closer(t("cancel"), "")));
  return opened(dialog, (answer) => (answer === "" ? null : options[Number(answer)].value));
}

export function showPicture(address, description) {
  const close = ({ currentTarget }) => currentTarget.closest("dialog").close("");
  const picture = el("button", { type: "button", click: close, "aria-label": t("close") },
    el("img", { src: address, alt: description }));
  return opened(el("dialog.picture", {}, picture), () => true);
}

export function toast(words) {
  const note = el("div.toast", { dir: "auto" }, words);
  document.getElementById("toasts").append(note);
  setTimeout(() => note.remove(), TOAST_SECONDS * 1000);
}

/** A menu at a button; `items` are elements of class item, or rules. Closed by a choice, Escape or a press elsewhere. */
export function popup(anchor, items, label) {
  const menu = el("div.popup", { popover: "auto", role: "menu", "aria-label": label }, ...items);
  menu.addEventListener("toggle", (event) => {
    if (event.newState !== "closed") return;
    anchor.setAttribute("aria-expanded", "false");
    menu.remove();
  });
  menu.addEventListener("click", (event) => event.target.closest(".item") && menu.hidePopover());
  menu.addEventListener("keydown", (event) => walk(event, menu));
  document.body.append(menu);
  menu.showPopover();
  anchor.setAttribute("aria-expanded", "true");
  place(menu, anchor.getBoundingClientRect());
  menu.querySelector(".item")?.focus();
}

function place(menu, box) {
  const { width, height } = menu.getBoundingClientRect();
  const below = box.bottom + 6 + height < window.innerHeight;
  menu.style.left = `${Math.max(8, Math.min(box.left, window.innerWidth - width - 8))}px`;
  menu.style.top = `${below ? box.bottom + 6 : Math.max(8, box.top - height - 6)}px`;
}

function walk(event, menu) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const items = [...menu.querySelectorAll(".item")];
  const at = items.indexOf(document.activeElement);
  items[(at + step + items.length) % items.length].focus();
}

export function item(sign, label, click, more = {}) {
  return el("button.item", { type: "button", role: "menuitem", click, ...more }, sign, el("span.lines", {}, label));
}
