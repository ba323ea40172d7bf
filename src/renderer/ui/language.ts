import { atom, type ReadableAtom } from "nanostores";
import type { Language } from "../../shared/language";

type Tables<T> = Record<Language, T | (() => Promise<T>)>;

const $current = atom<Language>("en");
/** The language that is being changed to, or the current one. */
let wanted: Language = "en";
const listeners = new Set<(language: Language) => Promise<void> | void>();

/** The current language of the interface. */
export const $language: ReadableAtom<Language> = $current;

/**
 * Registers the strings of a view: passes those of the current language to `onMessages` now and whenever the language
 * changes. A view that is loaded at startup passes a loader for every language but English, so that unused strings are
 * not loaded; a lazily loaded view passes the tables themselves.
 */
export function registerMessages<T extends object>(tables: Tables<T>, onMessages: (messages: T) => void): void {
  const apply = (language: Language): Promise<void> | void => {
    const table = tables[language];
    if (typeof table !== "function") onMessages(table);
    else
      return (table as () => Promise<T>)().then((loaded) => {
        if (language === wanted) onMessages(loaded);
      });
  };
  listeners.add(apply);
  // A view may be loaded while others still load their strings of a new language.
  void apply(wanted);
}

/**
 * Changes the interface language. Resolves when all registered views have their strings, and updates `$language` then.
 */
export async function setLanguage(language: Language): Promise<void> {
  document.documentElement.lang = language;
  if (language === wanted) return;
  wanted = language;
  await Promise.all([...listeners].map((apply) => apply(language)));
  if (language === wanted) $current.set(language);
}
