// Where links and buttons lead: deep links into the bot, sharing, and addresses outside, only when confirmed.

import { choose, confirm, toast } from "./dialogs.js";
import { avatar } from "./dom.js";
import { store } from "./store.js";
import { t } from "./texts.js";

/** Open an address: the bot's own deep links stay here, others are asked about first. */
export async function openAddress(address) {
  const url = parsed(address);
  if (!url) return toast(t("bad-address"));
  if (["t.me", "telegram.me"].includes(url.hostname) && (await openTelegram(url))) return undefined;
  if (!["http:", "https:", "mailto:"].includes(url.protocol)) return toast(t("bad-address"));
  if (await confirm(t("open-address"), url.href, t("open"))) window.open(url.href, "_blank", "noopener,noreferrer");
  return undefined;
}

function parsed(address) {
  try {
    return new URL(address.startsWith("t.me/") ? `https://${address}` : address);
  } catch {
    return null;
  }
}

async function openTelegram(url) {
  const [, name, rest] = url.pathname.split("/");
  if (name === "share" && rest === "url") {
    await write([url.searchParams.get("url"), url.searchParams.get("text")].filter(Boolean).join("\n"));
    return true;
  }
  if (name.toLowerCase() !== store.me.username.toLowerCase()) return false;
  const payload = url.searchParams.get("start");
  store.open(store.person);
  if (payload !== null) await store.act("say", { text: `/start ${payload}`.trim() });
  return true;
}

export function openMention(words) {
  if (words.slice(1).toLowerCase() === store.me.username.toLowerCase()) store.open(store.person);
}

export function sendCommand(words) {
  return store.act("say", { text: words });
}

/** Choose a chat and put words into its composer. */
export async function write(words) {
  const chats = store.chats.filter((chat) => store.sees(chat));
  const chosen = await choose(t("choose-chat"), chats.map((chat) => ({
    value: chat.id,
    label: chat.type === "private" ? store.me.first_name : chat.title,
    sign: avatar(chat.type === "private" ? store.me : chat, true),
  })));
  if (chosen === null) return;
  store.open(chosen);
  store.changed("draft", { words });
}

/** What a button with `switch_inline_query…` does. */
export function writeInline(query, here) {
  const words = `@${store.me.username} ${query}`;
  if (here) store.changed("draft", { words });
  else write(words);
}

export async function copy(words) {
  await navigator.clipboard.writeText(words);
  toast(t("copied"));
}
