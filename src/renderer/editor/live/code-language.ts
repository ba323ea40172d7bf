import { LanguageDescription, LanguageSupport, StreamLanguage } from "@codemirror/language";
import type { Parser } from "@lezer/common";

const MOST_KNOWN = 500;

type Listener = () => void;

/** By the first word of a fence. Null: no language of that name. */
const known = new Map<string, LanguageDescription | null>();
const waiting = new Map<string, LanguageDescription>();
const listeners = new Set<Listener>();

const nameIn = (info: string) => (/^[^\s{,]*/.exec(info)?.[0] ?? "").toLowerCase().slice(0, 40);

/** Hears when another language can be read. Answers with the way to stop. */
export function onCodeLanguage(heard: Listener): () => void {
  listeners.add(heard);
  return () => listeners.delete(heard);
}

/**
 * The language of a fence by what stands behind its ticks. Neither the list of languages nor any of them is loaded
 * before a document has use for it: until then this is a promise of it.
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

/** The same for whoever parses at once: null until it is there, and then `onCodeLanguage` tells. */
export function codeParser(info: string): Parser | null {
  const language = codeLanguage(info);
  if (!language) return null;
  if (language.support) return language.support.language.parser;
  void language.load().catch(() => {});
  return null;
}

/** What a language is called, as far as that is known yet. */
export function codeName(info: string): string {
  const name = nameIn(info);
  return known.get(name)?.name ?? (/^[^\s{,]*/.exec(info)?.[0] ?? "").slice(0, 40);
}

/** What is no language is a text like any other: a promise that fails would be told as trouble. */
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
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(name, support && found ? found : null);
  waiting.delete(name);
  for (const heard of listeners) heard();
  return support ?? plain;
}
