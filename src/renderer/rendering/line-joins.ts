import type { MarkdownIt, Token } from "markdown-it";
import type { LineBreaks } from "./rendered-document";

/** Characters of scripts that put no spaces between words. Korean does, so it is not among them. */
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff01-\uff60]/u;

/** Punctuation shared by Chinese and Latin text: it counts as the script on its other side. */
const SHARED = /[\u2014\u2018\u2019\u201c\u201d\u2026]/u;

/** What the parser's environment says of single line breaks; without it they join. */
export type LineBreakEnv = { lineBreaks?: LineBreaks };

/**
 * Renders a line break within a paragraph as one, or where lines are joined as a space, but not between Chinese or Japanese characters.
 */
export function lineJoins(md: MarkdownIt): void {
  md.renderer.rules["softbreak"] = (tokens: Token[], at: number, _options, env) => {
    if ((env as LineBreakEnv | undefined)?.lineBreaks === "keep") return "<br>\n";
    const before = lastOf(tokens, at);
    const after = firstOf(tokens, at);
    return joinsWithoutSpace(before, after) ? "" : "\n";
  };
}

/** Whether two lines are joined without a space, by the characters on both sides. */
export const joinsWithoutSpace = (before: string, after: string): boolean =>
  (WIDE.test(before) && (WIDE.test(after) || SHARED.test(after))) || (SHARED.test(before) && WIDE.test(after));

const lastOf = (tokens: Token[], at: number): string =>
  [...(tokens.slice(0, at).findLast(({ content }) => content !== "")?.content ?? "").slice(-2)].at(-1) ?? "";

const firstOf = (tokens: Token[], at: number): string => {
  const code = tokens
    .slice(at + 1)
    .find(({ content }) => content !== "")
    ?.content.codePointAt(0);
  return code === undefined ? "" : String.fromCodePoint(code);
};
