import type { BookPath } from "../../shared/book";
import type { KeptTarget } from "./unsaved-targets";

type Kept = Record<string, KeptTarget>;

const nameFor = (book: BookPath) => `galley:book-targets:${book}`;

/** What was typed into a book's targets when the page went before it was stored; empty where nothing was, or nothing is readable. */
export function keptTargets(book: BookPath): Kept {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(nameFor(book)) ?? "{}");
    if (typeof value !== "object" || value === null) return {};
    return Object.fromEntries(Object.entries(value).filter((each): each is [string, Kept[string]] => isKept(each[1])));
  } catch {
    return {};
  }
}

/** Keeps it; nothing of a book of which nothing is unsaved. */
export function keepTargets(book: BookPath, kept: Kept): void {
  try {
    if (Object.keys(kept).length === 0) localStorage.removeItem(nameFor(book));
    else localStorage.setItem(nameFor(book), JSON.stringify(kept));
  } catch {
    // A full store: what is typed is on the page, and is stored as soon as its field is left.
  }
}

const isKept = (value: unknown): value is Kept[string] => {
  if (typeof value !== "object" || value === null) return false;
  const { text, base, baseText, language } = value as Record<string, unknown>;
  if (language !== undefined && typeof language !== "string") return false;
  return typeof text === "string" && typeof baseText === "string" && (base === null || typeof base === "string");
};
