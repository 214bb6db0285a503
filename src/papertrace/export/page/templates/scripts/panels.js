// The panel beside the map, and what its parts have in common: links, dates, names, long lists.

import { choosePaper, chooseRepository, openDoor } from "./choosing.js";
import { bdi, contained, dotted, el, heading, isPresent, joined, present } from "./elements.js";
import {
  LINKS, NODE, NODES, OUTCOMES, STATES, UNCHOSEN, countNodes, grouped, nameOf, papers, plural, titleOf, update,
} from "./model.js";
import { box } from "./screen.js";
import { linkersOf, repositories } from "./subjects.js";

export const FEW = 12;

// Only http and https URLs become links; all others remain text.
/** @param {string} url @param {string} text */ export function address(url, text) {
  if (!URL.canParse(url) || !["http:", "https:"].includes(new URL(url).protocol)) return bdi(text);
  return el("a", { href: url, rel: "noopener noreferrer", target: "_blank", dir: "auto" }, contained(text));
}

/** @param {string} url */ export function shortAddress(url) {
  return url.replace(/^https?:\/\/(www\.)?/, "").slice(0, 300);
}

/** @param {PaperLink} link @param {{ about?: boolean }} [options] */ export function linkItem(link, { about = true } = {}) {
  const kind = link.role === "other" ? `${nameOf(LINKS, link.kind)} of others` : nameOf(LINKS, link.kind);
  const verdict = Object.hasOwn(STATES, link.state ?? "") ? STATES[link.state ?? ""] : nameOf(OUTCOMES, link.outcome ?? "");
  const reason = verdict && link.reason && link.outcome !== "alive" ? [" (", bdi(link.reason), ")"] : [];
  const bad = link.outcome === "dead" || link.outcome === "moved" || (link.state && link.state !== "present");
  const item = el("li", {}, link.safe ? address(link.url, link.text ?? shortAddress(link.url)) : bdi(link.url));
  item.append(el("span", { class: bad ? "kind bad" : "kind" }, dotted(kind, verdict), reason));
  const { repository } = link;
  if (about && repository !== undefined) {
    const others = linkersOf(repository).size - 1;
    const words = others ? `Linked by ${plural(others, `more ${NODE}`, `more ${NODES}`)}` : "About the repository";
    item.append(el("button", { class: "quiet about", "aria-label": `${words}: ${repositories[repository].name}`, click: () => chooseRepository(repository) }, words));
  }
  if (link.new_url) item.append(el("span", { class: "kind" }, "now at ", address(link.new_url, shortAddress(link.new_url))));
  return item;
}

// Not from `toLocaleString`, whose first call loads all that the browser knows of languages.
const MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];

/** @param {string} text */ export function date(text) {
  const [, year, month, day] = /^(\d{4}|-)-?(\d{2})?-?(\d{2})?/.exec(text) ?? [];
  if (!month || !Number(month) || Number(month) > 12) return text;
  return [day ? String(Number(day)) : null, MONTHS[Number(month) - 1], year === "-" ? null : year].filter(Boolean).join(" ");
}

/** @param {DoorName} door @param {string} name */
export const doorButton = (door, name) => el("button", { class: "subject", dir: "auto", click: () => openDoor(door, name) }, contained(name));

/** @param {Paper} paper @param {number} [most] names @param {(name: string) => Piece} [named] */
export function authors(paper, most = 8, named = bdi) {
  const names = paper.authors ?? [];
  const n = Math.max(paper.n_authors ?? 0, names.length);
  if (!names.length) return n ? [plural(n, "author")] : [];
  const shown = names.slice(0, most);
  // A comma stays with its name, which no line of text would see to, since a name may be a button.
  const listed = shown.map((name, k) => el("span", { class: "listed" }, named(name), k < shown.length - 1 ? "," : ""));
  return [joined(listed, " "), n > shown.length ? ` and ${plural(n - shown.length, "other")}` : ""];
}

export const closeButton = () =>
  el("button", { class: "quiet close", click: () => { update(UNCHOSEN); box.focus(); } }, "Close");

// A list that shows the first few items, and the rest on demand. Of thousands of items, functions are given that make them.
/** @param {string} className @param {(HTMLElement | (() => HTMLElement))[]} items */ export function longList(className, items) {
  const list = el("ul", { class: className });
  return items.length ? [list, fillFew(list, items)] : [];
}

/** @template T @param {T[]} items @param {(item: T) => HTMLElement} chip */ export function longChips(items, chip) {
  const line = el("div", { class: "chips" });
  line.append(...present(fillFew(line, items.map((item) => () => chip(item)))));
  return items.length ? line : null;
}

/** @param {string} text @param {string | number} n @param {() => void} click @param {Record<string, unknown>} [properties] @param {string} [title] of the number */
export const chip = (text, n, click, properties, title) => el("button", { "aria-pressed": "false", ...properties, click }, bdi(text), " ", el("small", { title }, n));

// Adds the first few items to a list, and returns the button that adds the rest, if there are more.
/** @param {HTMLElement} list @param {(HTMLElement | (() => HTMLElement))[]} items @param {number} [few] */ export function fillFew(list, items, few = FEW) {
  /** @param {HTMLElement | (() => HTMLElement)} item */ const made = (item) => (typeof item === "function" ? item() : item);
  list.append(...items.slice(0, few).map(made));
  const rest = items.slice(few);
  const more = el("button", { class: "quiet", click: () => { more.remove(); list.append(...rest.map(made)); } }, `${grouped(rest.length)} more`);
  return rest.length ? more : null;
}

// The authors of a paper, as listed, the first one alone of more than two, or its organisation, and its year.
/** @param {number} i */ export function byLine(i) {
  const { authors: names = [], n_authors = 0, organisation, year } = papers[i];
  const n = Math.max(n_authors, names.length);
  if (!names.length) return dotted(organisation ? bdi(organisation) : "", year);
  return dotted(n > 2 ? [bdi(names[0]), " et al."] : [joined(names.map(bdi), " & "), n > names.length ? " and 1 other" : ""], year);
}

// A paper in a list: who wrote it and when, its title, and why it is there; `act` is a button beside the first.
/** @param {number} i @param {Piece} [why] @param {HTMLElement | null} [act] */ export function paperItem(i, why, act = null) {
  const by = byLine(i);
  if (!by.length && act) [why, act] = [[why, isPresent(why) ? " " : "", act], null];
  return el("li", {}, by.length ? el("span", { class: "by" }, el("span", {}, by), act) : null,
    el("button", { class: "name", dir: "auto", "data-paper": i, click: () => choosePaper(i) }, titleOf(i)),
    isPresent(why) ? el("span", { class: "why" }, why) : null);
}

/** @param {string} name @param {number[]} among @param {(i: number) => Piece} [why] @param {string} [note] @returns {Piece[]} */
export const paperSection = (name, among, why = () => "", note = countNodes(among.length)) => [heading(name, note), longList("near", among.map((i) => () => paperItem(i, why(i))))];

// Anything else in a list that leads somewhere, and what is said of it.
/** @param {string} text @param {() => void} click @param {Piece} why @param {string} [dir] */
export const nameItem = (text, click, why, dir = "auto") =>
  el("li", {}, el("button", { class: "name", dir, click }, text), el("span", { class: "why" }, why));

/** @param {string} label @param {() => void} click */ export const whyButton = (label, click) =>
  el("button", { class: "quiet", "aria-label": label, click }, "why");

/** @param {string} text @param {() => void} click @param {string} [dir] */
export const endButton = (text, click, dir = "auto") => el("button", { class: "pair", dir, click }, text);

/** @param {string} name @param {HTMLElement[]} ends @returns {Piece[]} */
export const headOfTwo = (name, [one, other]) => [closeButton(), el("h2", {}, name), one, el("span", { class: "and" }, "and"), other];

// A part that is folded under a button, with what follows it; `show` is told whenever it is folded or unfolded.
/** @param {string} words @param {HTMLElement} part @param {{ isOpen?: boolean; show?: (isOpen: boolean) => void }} [options] */
export function folded(words, part, { isOpen = false, show = () => {} } = {}) {
  const button = el("button", { class: "fold", "aria-controls": part.id }, words);
  /** @param {boolean} opens */ const turn = (opens) => {
    button.setAttribute("aria-expanded", String(opens));
    part.hidden = !opens;
    show(opens);
  };
  button.addEventListener("click", () => turn(Boolean(part.hidden)));
  turn(isOpen);
  return [button, part];
}

// A group of a panel under its name and a count, folded unless it is to be open, and filled when it is first opened.
/** @param {string} name @param {string} note @param {boolean} isOpen @param {() => Piece[]} fill */
export function foldedGroup(name, note, isOpen, fill) {
  const group = el("details", { class: "group", open: isOpen }, el("summary", {}, heading(name, note)));
  const open = () => group.append(...present(fill()));
  if (isOpen) open();
  else group.addEventListener("toggle", open, { once: true });
  return group;
}
