// The panel beside the conversation: faults to switch on, and the raw requests.

import { toast } from "./dialogs.js";
import { byId, el, iconButton } from "./dom.js";
import { store } from "./store.js";
import { t } from "./texts.js";

const SCOPES = {
  sending: ["", "slow", "too_many", "bad_gateway", "reset", "half"],
  receiving: ["", "slow", "bad_gateway", "reset"],
  files: ["", "slow", "bad_gateway", "reset", "half"],
};
const ENTRIES = 100;
let filter = "";

/** Open a panel, or close it when it is the one shown. */
export function showPanel(name) {
  const panel = byId("panel");
  const shown = panel.dataset.shown === name ? "" : name;
  panel.dataset.shown = shown;
  panel.hidden = !shown;
  drawPanel();
  store.changed("panel");
  if (shown) panel.querySelector("button").focus();
  else byId(`tool-${name}`).focus();
}

function drawPanel() {
  const panel = byId("panel");
  const name = panel.dataset.shown;
  if (!name) return;
  const close = iconButton("close", t("close"), () => showPanel(name));
  const head = el("header.bar", {}, el("div.bar-title", {}, el("h2", {}, t(name))), close);
  const body = el("div.body", {}, el("p", {}, t(`${name}-intro`)), ...(name === "faults" ? faults() : requests()));
  panel.setAttribute("aria-label", t(name));
  panel.replaceChildren(head, body);
}

function faults() {
  const again = () => store.act("again").then(() => toast(t("again-done")), (error) => toast(error.message));
  return [
    ...Object.entries(SCOPES).map(([scope, kinds]) => el("fieldset", {}, el("legend", {}, t(scope)),
      el("div.choices", {}, ...kinds.map((kind) => faultChoice(scope, kind))))),
    el("button.button.wide", { type: "button", click: again }, t("again")),
  ];
}

function faultChoice(scope, kind) {
  const input = el("input.unseen", {
    type: "radio", name: `fault-${scope}`, value: kind, checked: (store.faults[scope] ?? "") === kind,
    change: () => store.act("fault", { scope, kind }),
  });
  return el("label.choice", {}, input, t(`fault-${kind}`));
}

function requests() {
  const list = el("ol.calls", { id: "calls" });
  const search = el("input.field", {
    type: "search", placeholder: t("filter"), "aria-label": t("filter"), value: filter,
    input: ({ currentTarget }) => {
      filter = currentTarget.value.toLowerCase();
      list.replaceChildren(...entries());
    },
  });
  list.append(...entries());
  return [search, list];
}

function entries() {
  return store.calls.filter(fits).slice(-ENTRIES).reverse().map(entryElement);
}

const fits = (entry) => title(entry).toLowerCase().includes(filter);

function title(entry) {
  if (entry.kind !== "update") return entry.method;
  return Object.keys(entry.update).find((key) => key !== "update_id") ?? "update";
}

function entryElement(entry) {
  const received = entry.kind === "update";
  const status = received ? t("update") : entry.error ? String(entry.error.error_code) : "200";
  const mark = el(received ? "span" : entry.error ? "span.refused" : "span.good", {}, status);
  const body = received ? entry.update : { params: entry.params, ...(entry.error ?? { result: entry.result }) };
  const details = el("details", {}, el("summary", {}, el("span", {}, received ? "↓" : "↑"), el("strong", {}, title(entry)),
    mark, el("span", {}, received ? "" : `${entry.milliseconds} ms`)));
  details.addEventListener("toggle", () => {
    if (!details.querySelector("pre")) details.append(el("pre", { tabindex: "0" }, JSON.stringify(body, null, 2)));
  });
  return el("li", {}, details);
}

function called({ entry }) {
  const list = byId("calls");
  if (!list || !fits(entry)) return;
  list.prepend(entryElement(entry));
  if (list.children.length > ENTRIES) list.lastChild.remove();
}

export function startPanels() {
  byId("panel").addEventListener("keydown", ({ key, currentTarget }) => {
    if (key === "Escape") showPanel(currentTarget.dataset.shown);
  });
  store.on(["everything", "settings"], drawPanel);
  store.on(["call"], called);
}
