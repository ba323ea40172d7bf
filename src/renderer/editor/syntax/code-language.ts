import { LanguageDescription, LanguageSupport, StreamLanguage } from "@codemirror/language";
import type { Parser } from "@lezer/common";

const MAX_KNOWN = 500;

type Listener = () => void;

/** By the first word of the info string. Null: there is no language of that name. */
const known = new Map<string, LanguageDescription | null>();
const waiting = new Map<string, LanguageDescription>();
const listeners = new Set<Listener>();

const nameIn = (info: string) => (/^[^\s{,]*/.exec(info)?.[0] ?? "").toLowerCase().slice(0, 40);

/** Listens for newly loaded languages. Returns a function that stops listening. */
export function onCodeLanguage(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * The language of a fence with this info string. The list of languages and each language are loaded on first use; until
 * then this returns a promise.
 */
export function codeLanguage(info: string): LanguageDescription | null {
  const name = nameIn(info);
  if (name === "") return null;
  const found = known.get(name);
  if (found !== undefined) return found;
  let promise = waiting.get(name);
  if (!promise) {
    promise = LanguageDescription.of({ name, load: () => load(name) });
    waiting.set(name, promise);
  }
  return promise;
}

/** The same for synchronous parsers: null until the language is loaded; `onCodeLanguage` reports that. */
export function codeParser(info: string): Parser | null {
  const language = codeLanguage(info);
  if (!language) return null;
  if (language.support) return language.support.language.parser;
  void language.load().catch(() => {});
  return null;
}

/** The display name of a language, if it is known yet. */
export function codeName(info: string): string {
  const name = nameIn(info);
  return known.get(name)?.name ?? (/^[^\s{,]*/.exec(info)?.[0] ?? "").slice(0, 40);
}

/** If loading fails, treat it as plain text: a rejected promise would be reported as an error. */
const plain = new LanguageSupport(
  StreamLanguage.define({
    token: (stream) => {
      stream.skipToEnd();
      return null;
    },
  }),
);

async function load(name: string): Promise<LanguageSupport> {
  const { languages } = await import("@codemirror/language-data");
  const found = LanguageDescription.matchLanguageName(languages, name, name.length > 2);
  const support = await found?.load().catch(() => undefined);
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(name, support && found ? found : null);
  waiting.delete(name);
  for (const listener of listeners) listener();
  return support ?? plain;
}
