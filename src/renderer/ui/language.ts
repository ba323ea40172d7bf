import { atom, type ReadableAtom } from "nanostores";
import type { Language } from "../../shared/language";

type Tables<T> = Record<Language, T | (() => Promise<T>)>;

const $now = atom<Language>("en");
const rooms = new Set<(language: Language) => Promise<void> | void>();

/** The current language of the interface. */
export const $language: ReadableAtom<Language> = $now;

/**
 * Registers the strings of a view: passes those of the current language to `onMessages` now and whenever the language
 * changes. A view that is loaded at startup passes a loader for every language but English, so that unused strings are
 * not loaded; a lazily loaded view passes the tables themselves.
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

/**
 * Changes the interface language. Resolves when all registered views have their strings, and updates `$language` then.
 */
export async function speak(language: Language): Promise<void> {
  document.documentElement.lang = language;
  if (language === $now.get()) return;
  await Promise.all([...rooms].map((settle) => settle(language)));
  $now.set(language);
}
