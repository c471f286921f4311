// Writing: suggestions, what one answers or changes, the text area, attaching files.

import { close, showCommands, startAbove, steer, suggest, watchScrolling } from "./above.js";
import { Refused, upload } from "./api.js";
import { summary } from "./chats.js";
import { item, popup, toast } from "./dialogs.js";
import { byId, el, icon, iconButton } from "./dom.js";
import { suggestions } from "./examples.js";
import { placeholder, replyKeys, replyTitle, sendLocation } from "./keys.js";
import { store } from "./store.js";
import { t } from "./texts.js";

const UPLOAD_LIMIT = 50_000_000;
const drafts = new Map();
let answering = null;
let changing = null;
let keysShown = true;

function drawWriting() {
  const kept = document.activeElement?.id === "compose";
  const above = el("div.above", { id: "above", role: "listbox", hidden: true });
  watchScrolling(above);
  byId("writing").replaceChildren(...[above, suggestions(), contextBar(), form(), keysShown && replyKeys()].filter(Boolean));
  const compose = byId("compose");
  compose.value = drafts.get(draftKey()) ?? "";
  grow(compose);
  if (kept) compose.focus();
}

const draftKey = () => `${store.person}:${store.chat}`;

function form() {
  const menu = store.menu();
  const compose = el("textarea", {
    id: "compose", rows: "1", placeholder: placeholder(), "aria-label": t("message"), autocomplete: "off", dir: "auto",
    "aria-controls": "above", "aria-autocomplete": "list", "aria-haspopup": "listbox",
    input: typed, keydown: pressed, paste: pasted,
  });
  const open = () => (byId("above").hidden ? (showCommands(), byId("compose").focus()) : close());
  const keys = () => {
    keysShown = !keysShown;
    drawWriting();
  };
  return el("form.composer", { submit: submitted },
    menu.length ? el("button.menu-button", { type: "button", id: "menu", "aria-label": t("commands"), click: open }, icon("menu"), el("span", {}, t("menu"))) : "",
    iconButton("attach", t("attach"), attach, { id: "attach", "aria-haspopup": "menu" }), compose,
    store.keyboards[store.chat] ? iconButton("keyboard", t("keyboard"), keys, { "aria-pressed": String(keysShown) }) : "",
    el("button.icon-button.send", { type: "submit", id: "send", "aria-label": t("send"), title: t("send") }, icon("send")));
}

function contextBar() {
  const message = changing ?? answering;
  if (!message) return null;
  const drop = iconButton("close", t("cancel"), () => forget(true));
  return el("div.context", {}, icon(changing ? "edit" : "reply"), el("div.lines", {},
    el("strong", {}, changing ? t("edit") : replyTitle(message)), el("span", { dir: "auto" }, summary(message))), drop);
}

function forget(clear = false) {
  if (clear && changing) drafts.delete(draftKey());
  answering = null;
  changing = null;
  drawWriting();
  byId("compose").focus();
}

function typed({ currentTarget }) {
  drafts.set(draftKey(), currentTarget.value);
  grow(currentTarget);
  suggest(currentTarget);
}

function grow(compose) {
  compose.style.height = "auto";
  compose.style.height = `${Math.min(200, compose.scrollHeight)}px`;
}

function pressed(event) {
  if (event.isComposing || steer(event)) return;
  if (event.key === "Enter" && !event.shiftKey) {
    event.preventDefault();
    event.currentTarget.form.requestSubmit();
  } else if (event.key === "Escape" && (answering || changing)) forget(true);
  else if (event.key === "ArrowUp" && !event.currentTarget.value) changeLast(event);
}

function changeLast(event) {
  const mine = store.conversation().filter((message) => message.from?.id === store.person && message.text).at(-1);
  if (!mine) return;
  event.preventDefault();
  change(mine);
}

function change(message) {
  changing = message;
  answering = null;
  write(message.text);
}

function write(words) {
  drafts.set(draftKey(), words);
  drawWriting();
  const compose = byId("compose");
  compose.focus();
  compose.setSelectionRange(words.length, words.length);
  suggest(compose);
}

async function submitted(event) {
  event.preventDefault();
  const text = byId("compose").value;
  if (!text.trim()) return;
  const sent = changing
    ? store.act("edit", { message: changing.message_id, text })
    : store.act("say", { text, reply_to: answering?.message_id });
  close();
  drafts.delete(draftKey());
  forget();
  try {
    await sent;
  } catch (error) {
    write(text);
    if (!(error instanceof Refused)) throw error;
    toast(error.message);
  }
}

function attach({ currentTarget }) {
  const send = (kind) => () => store.act("send", { kind });
  popup(currentTarget, [
    item(icon("document"), t("file"), chooseFile),
    item(icon("location"), t("location"), sendLocation),
    item(icon("person"), t("contact"), send("contact")),
    item(icon("smile"), t("sticker"), send("sticker")),
    item(icon("mic"), t("voice"), send("voice")),
  ], t("attach"));
}

function chooseFile() {
  const input = el("input", { type: "file", multiple: true, change: () => sendFiles(input.files) });
  input.click();
}

function pasted(event) {
  const { files } = event.clipboardData;
  if (!files.length) return;
  event.preventDefault();
  sendFiles(files);
}

/** Send files to the open chat; what is typed becomes the first one's caption. */
export async function sendFiles(files) {
  const caption = changing ? "" : byId("compose").value.trim();
  for (const [index, file] of [...files].entries()) {
    if (file.size > UPLOAD_LIMIT) {
      toast(t("blocked-by-limits"));
      continue;
    }
    await upload(store.person, store.chat, file, index ? "" : caption);
    if (!index && caption) drafts.delete(draftKey());
  }
  drawWriting();
}

function startDropping() {
  const conversation = byId("conversation");
  const shown = (visible) => {
    byId("drop").textContent = t("drop");
    byId("drop").hidden = !visible;
  };
  conversation.addEventListener("dragover", (event) => {
    event.preventDefault();
    shown(true);
  });
  conversation.addEventListener("dragleave", (event) => {
    if (!conversation.contains(event.relatedTarget)) shown(false);
  });
  conversation.addEventListener("drop", (event) => {
    event.preventDefault();
    shown(false);
    if (event.dataTransfer.files.length) sendFiles(event.dataTransfer.files);
  });
}

export function startComposer() {
  store.on(["everything", "settings", "keyboard"], drawWriting);
  store.on(["chat"], () => {
    answering = null;
    changing = null;
    keysShown = true;
    drawWriting();
  });
  store.on(["draft"], ({ words }) => write(words));
  store.on(["edit"], ({ message }) => change(message));
  store.on(["reply"], ({ message }) => {
    answering = message;
    changing = null;
    drawWriting();
    byId("compose").focus();
  });
  startAbove();
  startDropping();
}
