import { LanguageDescription } from "@codemirror/language";
import type { Parser } from "@lezer/common";
import { highlightCode, tagHighlighter, tags } from "@lezer/highlight";

/** Longer code is not highlighted, in UTF-16 units. */
const MAX_LENGTH = 200_000;

/** The same token classes as in the editor (`editor/theme.ts`). */
const kinds = tagHighlighter([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier, tags.self, tags.null, tags.atom], class: "tok-keyword" },
  { tag: [tags.number, tags.bool, tags.unit, tags.color], class: "tok-number" },
  { tag: [tags.string, tags.special(tags.string), tags.inserted], class: "tok-string" },
  { tag: [tags.regexp, tags.deleted, tags.invalid], class: "tok-regexp" },
  { tag: [tags.typeName, tags.className, tags.namespace, tags.tagName], class: "tok-type" },
  { tag: [tags.propertyName, tags.definition(tags.propertyName), tags.attributeName], class: "tok-property" },
  {
    tag: [tags.function(tags.variableName), tags.function(tags.propertyName), tags.definition(tags.variableName)],
    class: "tok-name",
  },
  { tag: [tags.comment, tags.meta, tags.documentMeta, tags.annotation], class: "tok-comment" },
]);

const parsers = new Map<string, Parser | null>();

/** The language name: the first word after the fence's backticks. */
export const languageName = (info: string): string =>
  (/^[^\s{,]*/.exec(info.trim())?.[0] ?? "").toLowerCase().slice(0, 40);

/** Loads the languages of these names, if they are known. Never rejects. */
export async function loadLanguages(names: Iterable<string>): Promise<void> {
  const wanted = [...new Set(names)].filter((name) => name !== "" && !parsers.has(name)).slice(0, 50);
  if (wanted.length === 0) return;
  const { languages } = await import("@codemirror/language-data");
  const load = async (name: string) => {
    const found = LanguageDescription.matchLanguageName(languages, name, false);
    const support = await found?.load().catch(() => null);
    parsers.set(name, support?.language.parser ?? null);
  };
  await Promise.all(wanted.map(load));
}

/** The code as tokens with their colour class, or none; null if the language is unknown or not loaded. */
export function highlightTokens(code: string, name: string): [text: string, colour: string][] | null {
  const parser = parsers.get(name);
  if (!parser || code.length > MAX_LENGTH) return null;
  const tokens: [string, string][] = [];
  highlightCode(
    code,
    parser.parse(code),
    kinds,
    (text, classes) => tokens.push([text, classes]),
    () => tokens.push(["\n", ""]),
  );
  return tokens;
}

/** The code as highlighted HTML; null if the language is unknown or not loaded. */
export function highlightedCode(code: string, name: string, escapeText: (text: string) => string): string | null {
  const tokens = highlightTokens(code, name);
  if (!tokens) return null;
  return tokens
    .map(([text, classes]) => (classes ? `<span class="${classes}">${escapeText(text)}</span>` : escapeText(text)))
    .join("");
}
