import type { PlacedThread } from "../../workbench/api/feature-stores";
import { edgeOf } from "./comment-marks";
import { exportMessages } from "./messages";

/** The maximum number of characters of a passage that are repeated in the list. */
const MAX_QUOTED = 300;

/**
 * Marks the words of the threads on a page, puts a number behind each, and lists the threads at the end. Threads whose words the page does not show are last
 * in the list. What people wrote becomes text, never HTML. `locale` is for the dates.
 */
export function listComments(body: HTMLElement, threads: readonly PlacedThread[], locale: string): void {
  if (threads.length === 0) return;
  const numbers = numbersOf(body, threads);
  const words = tintWords(body);
  for (const mark of body.querySelectorAll(".comment-edge")) {
    const edge = edgeOf(mark);
    const number = edge?.edge === "end" ? numbers.get(edge.thread) : undefined;
    if (number !== undefined) {
      // A link in a link would end the outer one.
      (mark.closest("a") ?? mark).after(reference(body.ownerDocument, number));
    }
    mark.remove();
  }
  body.append(list(body.ownerDocument, { threads, numbers, words, locale }));
}

/** The number of each thread: in the order of the page, then those that it does not show. */
function numbersOf(body: HTMLElement, threads: readonly PlacedThread[]): Map<number, number> {
  const shown = [...body.querySelectorAll(".comment-edge")].flatMap((mark) => {
    const edge = edgeOf(mark);
    return edge?.edge === "start" ? [edge.thread] : [];
  });
  return new Map([...new Set([...shown, ...threads.keys()])].map((thread, index) => [thread, index + 1]));
}

/** Wraps the texts between the marks. Returns the words of each thread as the page shows them. */
function tintWords(body: HTMLElement): Map<number, string> {
  const open = new Set<number>();
  const tinted: Text[] = [];
  const words = new Map<number, string>();
  const walk = (node: Node): void => {
    for (const child of node.childNodes) {
      if (child.nodeType === Node.TEXT_NODE && open.size > 0) {
        if (child.nodeValue?.trim()) tinted.push(child as Text);
        for (const thread of open) words.set(thread, (words.get(thread) ?? "") + child.nodeValue);
      }
      if (child.nodeType !== Node.ELEMENT_NODE) continue;
      const edge = edgeOf(child as Element);
      if (edge?.edge === "start") open.add(edge.thread);
      else if (edge) open.delete(edge.thread);
      else if ((child as Element).localName !== "math") walk(child);
    }
  };
  walk(body);
  for (const text of tinted) {
    const span = element(body.ownerDocument, "span", "commented");
    text.replaceWith(span);
    span.append(text);
  }
  return words;
}

function reference(page: Document, number: number): HTMLElement {
  const mark = element(page, "sup", "comment-ref");
  mark.id = `galley-comment-ref-${number}`;
  const link = element(page, "a", "");
  link.setAttribute("href", `#galley-comment-${number}`);
  link.setAttribute("aria-label", exportMessages.comment(number));
  link.textContent = `[C${number}]`;
  mark.append(link);
  return mark;
}

type Listed = {
  threads: readonly PlacedThread[];
  numbers: ReadonlyMap<number, number>;
  /** As the page shows them, by the index of their thread. */
  words: ReadonlyMap<number, string>;
  locale: string;
};

function list(page: Document, { threads, numbers, words, locale }: Listed): HTMLElement {
  const block = element(page, "div", "block");
  const section = element(page, "section", "comment-list");
  section.append(element(page, "h2", "", exportMessages.comments));
  const dates = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });
  const items = element(page, "ol", "");
  for (const [index, number] of [...numbers].sort(([, a], [, b]) => a - b)) {
    const thread = threads[index];
    if (thread) items.append(item(page, { ...thread, shown: words.get(index) ?? null }, number, dates));
  }
  section.append(items);
  block.append(section);
  return block;
}

/** `shown`: the words as the page shows them; null if it does not. */
type ListedThread = PlacedThread & { shown: string | null };

function item(page: Document, thread: ListedThread, number: number, dates: Intl.DateTimeFormat): HTMLElement {
  const each = element(page, "li", "");
  each.id = `galley-comment-${number}`;
  const head = element(page, "p", "comment-words");
  const back = element(page, "a", "", `[C${number}]`);
  if (thread.shown !== null) back.setAttribute("href", `#galley-comment-ref-${number}`);
  head.append(back, " ");
  const whole = (thread.shown ?? thread.words).replace(/\s+/g, " ").trim();
  const words = whole.length > MAX_QUOTED ? `${whole.slice(0, MAX_QUOTED)}…` : whole;
  if (words !== "") head.append(directed(page, "q", words));
  if (thread.place === null) head.append(" ", element(page, "small", "", exportMessages.wordsGone));
  if (thread.status === "resolved") head.append(" ", element(page, "small", "", exportMessages.resolved));
  each.append(head);
  for (const { name, at, text } of thread.messages) {
    const by = element(page, "p", "comment-by");
    by.append(directed(page, "strong", name));
    const time = new Date(at);
    if (!Number.isNaN(time.getTime())) {
      const date = element(page, "time", "", dates.format(time));
      date.setAttribute("datetime", at);
      by.append(" · ", date);
    }
    each.append(by, directed(page, "p", text, "comment-text"));
  }
  return each;
}

function element(page: Document, name: string, className: string, text?: string): HTMLElement {
  const made = page.createElement(name);
  if (className !== "") made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}

/** A text of somebody, in its own direction. */
function directed(page: Document, name: string, text: string, className = ""): HTMLElement {
  const made = element(page, name, className, text);
  made.dir = "auto";
  return made;
}
