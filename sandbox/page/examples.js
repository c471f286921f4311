// Things to try at once, for each person and chat.

import { upload } from "./api.js";
import { el } from "./dom.js";
import { store } from "./store.js";
import { t } from "./texts.js";

const QUESTIONS = {
  fr: ["orchestre pour jeunes musiciens", "gens du voyage", "apprendre à réparer son vélo à Limoges", "soutenir les aidants",
    "chorale Le Havre", "langue des signes", "judo enfants Chambéry", "combien d’associations à Nevers ?"],
  en: ["orchestra for young musicians", "repair my bike in Limoges", "support for carers", "choir in Le Havre",
    "sign language", "theatre in Avignon", "gens du voyage"],
};
const ADMIN = {
  fr: ["/ajouter", "/statistiques", "/historique", "/exporter", "/defaire"],
  en: ["/add", "/stats", "/history", "/export", "/undo"],
};
const IN_A_GROUP = {
  fr: ["/chercher jardins partagés", "@{bot} jardins partagés"],
  en: ["/search community gardens", "@{bot} community gardens"],
};

/** A row of examples. */
export function suggestions() {
  return el("div.suggestions", { role: "group", "aria-label": t("examples") }, ...chips());
}

function chips() {
  const keeps = ["admin", "owner"].includes(store.user.part);
  const asked = (words) => chip(words, () => say(words));
  const named = (words) => words.replace("{bot}", store.me.username);
  if (!store.hasBot(store.place)) return [asked(`@${store.me.username} jeunes musiciens`)];
  if (store.place.type !== "private") return IN_A_GROUP[store.language].map(named).map(asked);
  const keeping = keeps ? [...ADMIN[store.language].map(asked), chip(t("sample-file"), sendSample)] : [];
  return [...keeping, ...QUESTIONS[store.language].map(asked)];
}

/** In a chat without the bot a question is only written: its results open above. */
function say(words) {
  if (!store.hasBot(store.place)) return store.changed("draft", { words });
  return store.act("say", { text: words });
}

async function sendSample() {
  const answer = await fetch("/page/exemple.csv");
  await upload(store.person, store.chat, new File([await answer.blob()], "exemple.csv", { type: "text/csv" }));
}

function chip(label, click) {
  return el("button.suggestion", { type: "button", click }, label);
}

