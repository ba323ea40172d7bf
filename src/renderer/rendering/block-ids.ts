import type { MarkdownIt, StateCore, Token } from "markdown-it";
import { endingIdAt } from "../../core/links/block-ids";

/** The id in HTML of the block that has the id `^name`. */
export const blockAnchor = (name: string): string => `block_${name.toLowerCase()}`;

/**
 * Leaves out the ids that name paragraphs for links, such as `^abc123`: they are not for readers. Their blocks get them as ids of HTML. One that is
 * alone names the block above it.
 */
export function blockIds(md: MarkdownIt): void {
  md.core.ruler.after("inline", "block_ids", (state: StateCore) => {
    const alone = new Set<Token>();
    for (const [at, token] of state.tokens.entries()) {
      const opening = state.tokens[at - 1];
      if (token.type !== "inline" || opening?.type !== "paragraph_open") continue;
      const name = dropId(token);
      if (name === null) continue;
      const isAlone = token.children?.length === 0;
      const named = isAlone ? blockAbove(state.tokens, at - 1) : opening.hidden ? state.tokens[at - 2] : opening;
      if (named?.nesting === 1 && named.attrGet("id") === null) named.attrSet("id", blockAnchor(name));
      if (isAlone) for (const part of state.tokens.slice(at - 1, at + 2)) alone.add(part);
    }
    if (alone.size > 0) state.tokens = state.tokens.filter((token) => !alone.has(token));
  });
}

/** The token that opens the block before the one at `at` in the same parent. */
function blockAbove(tokens: readonly Token[], at: number): Token | undefined {
  const level = tokens[at]?.level ?? 0;
  for (let above = at - 1; above >= 0; above--) {
    const token = tokens[above];
    if (!token || token.level < level) return undefined;
    if (token.level === level && token.nesting >= 0) return token;
  }
  return undefined;
}

/** Removes the id at the end of a paragraph's text, and the line break before it. Returns its name; null if there is none. */
function dropId({ children }: Token): string | null {
  const last = children?.at(-1);
  if (!children || last?.type !== "text") return null;
  const isOnLine = children.length === 1 || children.at(-2)?.type === "softbreak";
  const at = endingIdAt(last.content);
  // After other marks, such as a link, the id needs a space before it.
  if (at < 0 || (at === 0 && !isOnLine && !/^\s/.test(last.content))) return null;
  const name = last.content.slice(at).trim().slice(1);
  last.content = last.content.slice(0, at);
  if (last.content !== "") return name;
  children.pop();
  if (children.at(-1)?.type === "softbreak") children.pop();
  return name;
}
