// What the page knows, kept in step with the server; views listen for "change".

import { act, snapshot, settings } from "./api.js";

const KEPT_CALLS = 200;
const TYPING_SECONDS = 5;

class Store extends EventTarget {
  me = { first_name: "", username: "" };
  people = [];
  chats = [];
  messages = new Map();
  keyboards = {};
  menus = {};
  descriptions = {};
  faults = {};
  privacy = true;
  running = false;
  calls = [];
  person = null;
  chat = null;
  unread = new Map();
  typing = new Map();
  waiting = new Map();

  /** Tell the views what changed: a kind of change, and what it is about. */
  changed(kind, detail = {}) {
    this.dispatchEvent(new CustomEvent("change", { detail: { kind, ...detail } }));
  }

  on(kinds, listener) {
    this.addEventListener("change", ({ detail }) => kinds.includes(detail.kind) && listener(detail));
  }

  async load() {
    const all = await snapshot();
    this.messages = new Map(all.chats.map((chat) => [chat.id, new Map()]));
    for (const message of all.messages) this.messages.get(message.chat.id)?.set(message.message_id, message);
    Object.assign(this, {
      me: all.me, people: all.people, chats: all.chats, keyboards: all.keyboards, running: all.running, calls: all.calls,
    });
    this.take(all);
    this.person ??= this.remembered();
    if (!this.chats.some((chat) => chat.id === this.chat && this.sees(chat))) this.chat = this.person;
    this.changed("everything");
  }

  take({ menus, descriptions, faults, privacy, languages }) {
    Object.assign(this, { menus, descriptions, faults, privacy });
    for (const person of this.people) person.language_code = languages[person.id];
  }

  async refresh() {
    this.take(await settings());
    this.changed("settings");
  }

  remembered() {
    const wanted = Number(sessionStorage.getItem("person"));
    return this.people.some((person) => person.id === wanted) ? wanted : this.people[0].id;
  }

  get user() {
    return this.people.find((person) => person.id === this.person);
  }

  get place() {
    return this.chats.find((chat) => chat.id === this.chat);
  }

  get language() {
    return this.user?.language_code === "en" ? "en" : "fr";
  }

  sees(chat) {
    return chat.members.includes(this.person);
  }

  hasBot(chat) {
    return chat.members.includes(this.me.id);
  }

  menu(chat = this.place) {
    return (chat && this.hasBot(chat) && this.menus[`${chat.id}:${this.person}`]) || [];
  }

  conversation(chatId = this.chat) {
    return [...(this.messages.get(chatId)?.values() ?? [])];
  }

  become(personId) {
    this.person = personId;
    sessionStorage.setItem("person", personId);
    this.open(this.sees(this.place) ? this.chat : personId);
    this.changed("everything");
  }

  open(chatId) {
    this.chat = chatId;
    this.unread.delete(`${this.person}:${chatId}`);
    this.changed("chat");
  }

  /** One act of the current person in the current chat. */
  act(name, body = {}) {
    return act(name, { user: this.person, chat: this.chat, ...body });
  }

  /** Take in an event of the server. */
  receive({ event, ...content }) {
    const take = {
      message: () => this.arrived(content.message),
      edited: () => this.edited(content.message),
      deleted: () => this.deleted(content),
      action: () => this.acting(content.chat_id),
      keyboard: () => this.keyboard(content),
      call: () => this.called({ ...content.call, kind: "call" }),
      update: () => this.called({ kind: "update", update: content.update, at: Date.now() / 1000 }),
      running: () => {
        this.running = content.running;
        this.changed("running");
      },
      answered: () => this.changed("answered", content),
      inline: () => this.changed("inline", content),
      commands: () => this.refresh(),
      profile: () => this.refresh(),
      faults: () => this.refresh(),
    };
    take[event]?.();
  }

  arrived(message) {
    const chat = this.messages.get(message.chat.id);
    if (!chat) return;
    const known = chat.has(message.message_id);
    chat.set(message.message_id, message);
    if (message.from?.id === this.me.id) this.typing.delete(message.chat.id);
    if (!known) this.count(message);
    this.changed("message", { message, known });
  }

  count(message) {
    for (const person of this.people) {
      const chat = this.chats.find((one) => one.id === message.chat.id);
      const shown = person.id === this.person && message.chat.id === this.chat;
      if (shown || person.id === message.from?.id || !chat.members.includes(person.id)) continue;
      const key = `${person.id}:${chat.id}`;
      this.unread.set(key, (this.unread.get(key) ?? 0) + 1);
    }
  }

  edited(message) {
    this.messages.get(message.chat.id)?.set(message.message_id, message);
    this.changed("edited", { message });
  }

  deleted({ chat_id: chatId, message_id: messageId }) {
    this.messages.get(chatId)?.delete(messageId);
    this.changed("deleted", { chatId, messageId });
  }

  acting(chatId) {
    const until = Date.now() + TYPING_SECONDS * 1000;
    this.typing.set(chatId, until);
    this.changed("typing");
    setTimeout(() => {
      if (this.typing.get(chatId) === until) this.typing.delete(chatId);
      this.changed("typing");
    }, TYPING_SECONDS * 1000);
  }

  keyboard({ chat_id: chatId, keyboard }) {
    if (keyboard.keyboard) this.keyboards[chatId] = keyboard;
    else delete this.keyboards[chatId];
    this.changed("keyboard");
  }

  called(entry) {
    this.calls.push(entry);
    if (this.calls.length > KEPT_CALLS) this.calls.shift();
    this.changed("call", { entry });
  }
}

export const store = new Store();
