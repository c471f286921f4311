// Elements and icons, built without ever parsing markup: what people write stays text.

const SVG = "http://www.w3.org/2000/svg";

const ICONS = {
  attach: "M20 11.500 12 19.500a5 5 0 0 1-7-7l8.500-8.500a3.500 3.500 0 0 1 5 5L10 17.500a2 2 0 0 1-3-3l7.500-7.500",
  back: "M15 5l-7 7 7 7",
  bulb: "M9 18h6M10 21h4M12 3a6 6 0 0 0-4 10.500c.8.8 1 1.500 1 2.500h6c0-1 .2-1.700 1-2.500A6 6 0 0 0 12 3z",
  check: "M5 12.500l4.500 4.500L19 7.500",
  close: "M6 6l12 12M18 6L6 18",
  copy: "M9 9h10v11H9zM5 15V4h10",
  document: "M7 3h7l4 4v14H7zM14 3v4h4",
  dots: "M12 5.500v.01M12 12v.01M12 18.500v.01",
  download: "M12 4v11M7 11l5 5 5-5M5 20h14",
  edit: "M4 20l1-4L16.500 4.500l3 3L8 19zM14 7l3 3",
  faults: "M12 4 2.500 20h19zM12 10v4M12 17v.01",
  group: "M9 11a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7zM2.500 20c0-4 3-6 6.500-6s6.500 2 6.500 6M16 4.500a3 3 0 0 1 0 6M18 14c2.500.6 4 2.500 4 5",
  keyboard: "M3 6h18v12H3zM7 10h.01M11 10h.01M15 10h.01M8 14h8",
  location: "M12 21c5-5.500 7-8.500 7-11.500a7 7 0 0 0-14 0C5 12.500 7 15.500 12 21zM12 12a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5z",
  log: "M8 5l-5 7 5 7M16 5l5 7-5 7M13.500 4l-3 16",
  menu: "M4 7h16M4 12h16M4 17h16",
  moon: "M20 14.500A8.500 8.500 0 0 1 9.500 4 8.500 8.500 0 1 0 20 14.500z",
  mic: "M12 15a3 3 0 0 0 3-3V6a3 3 0 0 0-6 0v6a3 3 0 0 0 3 3zM6 11.500a6 6 0 0 0 12 0M12 18v3",
  person: "M12 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21c0-4.500 3.500-7 8-7s8 2.500 8 7",
  reply: "M10 6l-6 6 6 6M4 12h9c4 0 7 2 7 7",
  send: "M4 12 20 4l-4 16-4.500-6.500zM11.500 13.500 20 4",
  smile: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM8.500 14.500a4.500 4.500 0 0 0 7 0M9 9.500v.01M15 9.500v.01",
  sun: "M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 2.500v2M12 19.500v2M2.500 12h2M19.500 12h2M5.300 5.300l1.400 1.400M17.300 17.300l1.400 1.400M5.300 18.700l1.400-1.400M17.300 6.700l1.400-1.400",
};

/**
 * An element with classes, attributes, listeners and children.
 * @param {string} name tag and classes, such as "button.icon-button"
 * @param {object} properties attributes; functions listen to the event of their name
 * @param {...(Node|string|null|false)} children
 */
export function el(name, properties = {}, ...children) {
  const [tag, ...classes] = name.split(".");
  const element = document.createElement(tag);
  if (classes.length) element.className = classes.join(" ");
  for (const [key, value] of Object.entries(properties)) {
    if (typeof value === "function") element.addEventListener(key, value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(key, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", `icon icon-${name}`);
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", ICONS[name]);
  svg.append(path);
  return svg;
}

export function iconButton(name, label, click, more = {}) {
  return el("button.icon-button", { type: "button", "aria-label": label, title: label, click, ...more }, icon(name));
}

/** A round picture: the bot's sign, or a name's initials on a colour of their own. */
export function avatar(who, small = false) {
  const size = small ? ".small" : "";
  if (who.is_bot) {
    return el(`span.avatar${size}`, { "aria-hidden": "true" }, el("img", { src: "/page/logo.svg", alt: "" }));
  }
  const name = who.title ?? [who.first_name, who.last_name].filter(Boolean).join(" ");
  const initials = name.split(/\s+/).filter((word) => /\p{L}/u.test(word)).map((word) => [...word][0]).slice(0, 2).join("");
  const tone = Math.abs(who.id) % 6;
  return el(`span.avatar.tone-${tone}${size}`, { "aria-hidden": "true" }, initials.toUpperCase());
}

export const byId = (id) => document.getElementById(id);
