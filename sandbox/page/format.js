// Telegram's formatted text: plain text and entities to elements, offsets in UTF-16 units as in JavaScript.

import { el } from "./dom.js";
import { openAddress, openMention, sendCommand } from "./links.js";

const SIMPLE = { bold: "strong", italic: "em", underline: "u", strikethrough: "s", code: "code", pre: "pre" };

/** The formatted text as nodes, nested as the entities are. */
export function formatted(text, entities = []) {
  const sorted = [...entities].sort((one, other) => one.offset - other.offset || other.length - one.length);
  return range(text, 0, text.length, sorted);
}

function range(text, start, end, entities) {
  const nodes = [];
  let at = start;
  let rest = entities;
  while (rest.length) {
    const [entity, ...others] = rest;
    const last = Math.min(entity.offset + entity.length, end);
    rest = others;
    if (entity.offset < at || last <= entity.offset) continue;
    if (entity.offset > at) nodes.push(text.slice(at, entity.offset));
    const inner = others.filter((other) => other.offset < last);
    rest = others.filter((other) => other.offset >= last);
    nodes.push(wrapped(entity, text.slice(entity.offset, last), range(text, entity.offset, last, inner)));
    at = last;
  }
  if (at < end) nodes.push(text.slice(at, end));
  return nodes;
}

function wrapped(entity, words, children) {
  if (SIMPLE[entity.type]) return el(SIMPLE[entity.type], {}, ...children);
  const make = {
    text_link: () => link(() => openAddress(entity.url), children, entity.url),
    url: () => link(() => openAddress(/^https?:/i.test(words) ? words : `https://${words}`), children, words),
    email: () => link(() => openAddress(`mailto:${words}`), children, words),
    mention: () => link(() => openMention(words), children),
    bot_command: () => link(() => sendCommand(words), children),
    spoiler: () => spoiler(children),
    blockquote: () => el("blockquote", {}, ...children),
    expandable_blockquote: () => folded(children),
  }[entity.type];
  return make ? make() : el("span", {}, ...children);
}

function link(click, children, address = null) {
  return el("button.link", { type: "button", click, title: address }, ...children);
}

function spoiler(children) {
  const show = ({ currentTarget }) => currentTarget.classList.add("shown");
  return el("button.spoiler", { type: "button", click: show }, ...children);
}

function folded(children) {
  const toggle = ({ currentTarget }) => currentTarget.classList.toggle("folded");
  return el("blockquote.folded", { click: toggle }, ...children);
}
