import type { MarkdownIt, Token } from "markdown-it";

/** Characters of writing that has no blanks between words; Korean has them. */
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff01-\uff60]/u;

/** Marks that Chinese shares with Latin letters: they count as what stands on the other side. */
const SHARED = /[\u2014\u2018\u2019\u201c\u201d\u2026]/u;

/** A line break within a paragraph is a blank, but not between Chinese or Japanese characters. */
export function lineJoins(md: MarkdownIt): void {
  md.renderer.rules["softbreak"] = (tokens: Token[], at: number) => {
    const before = lastOf(tokens, at);
    const after = firstOf(tokens, at);
    const isWide =
      (WIDE.test(before) && (WIDE.test(after) || SHARED.test(after))) || (SHARED.test(before) && WIDE.test(after));
    return isWide ? "" : "\n";
  };
}

const lastOf = (tokens: Token[], at: number): string =>
  [...(tokens.slice(0, at).findLast(({ content }) => content !== "")?.content ?? "").slice(-2)].at(-1) ?? "";

const firstOf = (tokens: Token[], at: number): string => {
  const code = tokens
    .slice(at + 1)
    .find(({ content }) => content !== "")
    ?.content.codePointAt(0);
  return code === undefined ? "" : String.fromCodePoint(code);
};
