// Inline keyboards below messages, and reply keyboards below the composer.

import { Refused } from "./api.js";
import { alert, choose, toast } from "./dialogs.js";
import { byId, el } from "./dom.js";
import { copy, openAddress, writeInline } from "./links.js";
import { store } from "./store.js";
import { nameOf, t } from "./texts.js";

// Queries that were answered before the server had said which query the press became.
const early = new Set();
const PATIENCE_SECONDS = 15;
const TOWNS = [
  ["Nevers", 46.99, 3.16],
  ["Clamecy", 47.46, 3.52],
  ["Limoges", 45.833, 1.262],
  ["Saint-Étienne", 45.44, 4.387],
  ["Paris", 48.857, 2.352],
  ["Marseille", 43.296, 5.37],
  ["Le Havre", 49.494, 0.108],
  ["Saint-Denis (La Réunion)", -20.882, 55.45],
];

export function inlineKeys(message) {
  const rows = message.reply_markup?.inline_keyboard;
  if (!rows?.length) return null;
  return el("div.keys", {}, ...rows.map((row) => el("div.row", {}, ...row.map((button) => inlineKey(message, button)))));
}

function inlineKey(message, button) {
  const corner = button.url ? "↗" : button.copy_text ? "⧉" : "switch_inline_query" in button ? "➤" : "";
  const waiting = [...store.waiting.values()].some((one) => one.message === message.message_id && one.data === button.callback_data);
  return el(`button.key${waiting ? ".waiting" : ""}`, {
    type: "button", "data-callback": button.callback_data, click: ({ currentTarget }) => press(currentTarget, message, button),
  }, el("span.label", {}, button.text), corner && el("span.corner", { "aria-hidden": "true" }, corner));
}

async function press(key, message, button) {
  if (button.url) return openAddress(button.url);
  if (button.copy_text) return copy(button.copy_text.text);
  if ("switch_inline_query_current_chat" in button) return writeInline(button.switch_inline_query_current_chat, true);
  if ("switch_inline_query" in button) return writeInline(button.switch_inline_query, false);
  if (button.switch_inline_query_chosen_chat) return writeInline(button.switch_inline_query_chosen_chat.query ?? "", false);
  key.classList.add("waiting");
  try {
    const { query } = await store.act("press", { message: message.message_id, data: button.callback_data });
    if (early.delete(query)) rest(message.message_id);
    else wait(query, { message: message.message_id, data: button.callback_data });
  } catch (error) {
    key.classList.remove("waiting");
    if (!(error instanceof Refused)) throw error;
    toast(error.message);
  }
  return undefined;
}

/** A query that gets no answer is given up, as Telegram does. */
function wait(query, pressed) {
  store.waiting.set(query, pressed);
  setTimeout(() => store.waiting.delete(query) && rest(pressed.message), PATIENCE_SECONDS * 1000);
}

/** Let the buttons of a message no longer show that they wait. */
function rest(messageId) {
  const keys = document.querySelectorAll(`[data-message="${messageId}"] .key.waiting`);
  keys.forEach((key) => key.classList.remove("waiting"));
}

function answered({ query_id: query, user_id: user, text, alert: read, url }) {
  const pressed = store.waiting.get(query);
  store.waiting.delete(query);
  if (pressed) rest(pressed.message);
  else early.add(query);
  if (user !== store.person) return;
  if (text && read) alert(store.me.first_name, text);
  else if (text) toast(text);
  if (url) openAddress(url);
}

/** The reply keyboard that the bot put up here, or null. */
export function replyKeys() {
  const keyboard = store.keyboards[store.chat];
  if (!keyboard) return null;
  const rows = keyboard.keyboard.map((row) => el("div.row", {}, ...row.map((key) => replyKey(key, keyboard))));
  return el("div.reply-keys", { "aria-label": t("keyboard"), role: "group" }, ...rows);
}

function replyKey(key, keyboard) {
  const label = key.text ?? key;
  const press = async () => {
    if (key.request_location) await sendLocation();
    else if (key.request_contact) await store.act("send", { kind: "contact" });
    else await store.act("say", { text: label });
    if (keyboard.one_time_keyboard) store.keyboard({ chat_id: store.chat, keyboard: {} });
    byId("compose").focus();
  };
  return el("button.reply-key", { type: "button", click: press }, label);
}

/** Choose one of a few towns and send its position. */
export async function sendLocation() {
  const town = await choose(t("choose-town"), TOWNS.map((value) => ({ value, label: value[0] })));
  if (town) await store.act("send", { kind: "location", latitude: town[1], longitude: town[2] });
}

export function placeholder() {
  return store.keyboards[store.chat]?.input_field_placeholder ?? t("message");
}

export function replyTitle(message) {
  return t("reply-to", { name: nameOf(message.from) });
}

export function startKeys() {
  store.on(["answered"], answered);
}
