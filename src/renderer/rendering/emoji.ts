import type { MarkdownIt, StateCore, Token } from "markdown-it";
import table from "markdown-it-emoji/lib/data/full.mjs";

/** What the parser's environment says of emoji codes. */
export type EmojiEnv = { emojiCodes?: boolean };

/** A code such as `:smile:`, which does not touch words: a time such as 10:100:20 has none. */
const CODE = /(?<![\p{L}\p{N}_:]):([a-z0-9_+-]{1,60}):(?![\p{L}\p{N}_:])/gu;

/** The emoji of a name, as between the colons; null if there is none. */
export const emojiOf = (name: string): string | null => (Object.hasOwn(table, name) ? (table[name] ?? null) : null);

/** A plain text with emoji in place of their codes. */
export const withEmoji = (text: string): string =>
  text.replace(CODE, (code: string, name: string) => emojiOf(name) ?? code);

/** Renders emoji codes where the environment has them on. The code stays in `markup`, since ids of headings are made from it. */
export function emoji(md: MarkdownIt): void {
  md.core.ruler.before("text_join", "emoji", ({ tokens, env, Token }: StateCore) => {
    if (!(env as EmojiEnv).emojiCodes) return;
    for (const token of tokens)
      if (token.children && token.content.includes(":")) token.children = replaced(token.children, Token);
  });
  md.renderer.rules["emoji"] = (tokens, at) => tokens[at]?.content ?? "";
}

function replaced(children: readonly Token[], Token: StateCore["Token"]): Token[] {
  let isAddress = false;
  return children.flatMap((child) => {
    if (child.type === "link_open") isAddress = child.info === "auto";
    if (child.type === "link_close") isAddress = false;
    if (child.type !== "text" || isAddress || !child.content.includes(":")) return [child];
    return pieces(child, Token);
  });
}

function pieces(text: Token, Token: StateCore["Token"]): Token[] {
  const { content, level } = text;
  const found: Token[] = [];
  let last = 0;
  const add = (type: string, piece: string, markup = "") => {
    if (piece === "") return;
    found.push(Object.assign(new Token(type, "", 0), { content: piece, markup, level }));
  };
  for (const { 0: code, 1: name = "", index } of content.matchAll(CODE)) {
    const character = emojiOf(name);
    if (character === null) continue;
    add("text", content.slice(last, index));
    add("emoji", character, code);
    last = index + code.length;
  }
  add("text", content.slice(last));
  return last === 0 ? [text] : found;
}
