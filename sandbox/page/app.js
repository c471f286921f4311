// The page's beginning: theme, views, and the stream of events.

import { listen } from "./api.js";
import { startChats } from "./chats.js";
import { startComposer } from "./composer.js";
import { startConversation } from "./conversation.js";
import { toast } from "./dialogs.js";
import { startHead } from "./head.js";
import { startKeys } from "./keys.js";
import { startPanels } from "./panels.js";
import { store } from "./store.js";
import { t } from "./texts.js";

let told = false;

function chooseTheme() {
  const dark = window.matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme = localStorage.getItem("theme") ?? (dark ? "dark" : "light");
}

function begin() {
  told = false;
  return store.load();
}

function lost() {
  if (store.user && !told) toast(t("lost"));
  told = true;
}

chooseTheme();
store.on(["everything", "settings"], () => {
  document.documentElement.lang = store.language;
});
startChats();
startHead();
startConversation();
startComposer();
startPanels();
startKeys();
listen(begin, (event) => store.receive(event), lost);
