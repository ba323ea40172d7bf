import { LanguageDescription } from "@codemirror/language";
import type { Parser } from "@lezer/common";
import { classHighlighter, highlightCode } from "@lezer/highlight";

/** Longer code is shown in one colour, in UTF-16 units. */
const LONGEST = 200_000;

const parsers = new Map<string, Parser | null>();

/** The first word behind the ticks of a fence. */
export const languageName = (info: string): string =>
  (/^[^\s{,]*/.exec(info.trim())?.[0] ?? "").toLowerCase().slice(0, 40);

/** Makes these languages ready, as far as there are such. Never rejects. */
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

/** The code as HTML with the classes of its words; null where its language is not known, or not loaded. */
export function colouredCode(code: string, name: string, escapeText: (text: string) => string): string | null {
  const parser = parsers.get(name);
  if (!parser || code.length > LONGEST) return null;
  let html = "";
  highlightCode(
    code,
    parser.parse(code),
    classHighlighter,
    (text, classes) => {
      html += classes ? `<span class="${classes}">${escapeText(text)}</span>` : escapeText(text);
    },
    () => {
      html += "\n";
    },
  );
  return html;
}
