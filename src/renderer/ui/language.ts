import { atom, type ReadableAtom } from "nanostores";
import type { Language } from "../../shared/language";

type Tables<T> = Record<Language, T | (() => Promise<T>)>;

const $now = atom<Language>("en");
const rooms = new Set<(language: Language) => Promise<void> | void>();

/** The language that the page speaks now. */
export const $language: ReadableAtom<Language> = $now;

/**
 * A room's words in the page's language: hands them to `use` at once, and again whenever the language changes. A room
 * that the start loads gives a function for every language but English, so that nobody loads words they don't read; a
 * lazily loaded room gives the tables themselves.
 */
export function spoken<T extends object>(tables: Tables<T>, use: (words: T) => void): void {
  const settle = (language: Language): Promise<void> | void => {
    const table = tables[language];
    if (typeof table !== "function") use(table);
    else return (table as () => Promise<T>)().then(use);
  };
  rooms.add(settle);
  void settle($now.get());
}

/** Makes the page speak a language: resolves once every room has its words. Tells `$language` then. */
export async function speak(language: Language): Promise<void> {
  document.documentElement.lang = language;
  if (language === $now.get()) return;
  await Promise.all([...rooms].map((settle) => settle(language)));
  $now.set(language);
}
