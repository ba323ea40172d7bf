import type { MarkdownIt, StateCore, Token } from "markdown-it";
import { endingIdAt } from "../../core/links/block-ids";

/** Leaves out the ids that name paragraphs for links, such as `^abc123`: they are not for readers. One that is alone names the block above it. */
export function blockIds(md: MarkdownIt): void {
  md.core.ruler.after("inline", "block_ids", (state: StateCore) => {
    const alone = new Set<Token>();
    for (const [at, token] of state.tokens.entries()) {
      const opening = state.tokens[at - 1];
      if (token.type !== "inline" || opening?.type !== "paragraph_open" || !dropId(token)) continue;
      if (token.children?.length === 0) for (const part of state.tokens.slice(at - 1, at + 2)) alone.add(part);
    }
    if (alone.size > 0) state.tokens = state.tokens.filter((token) => !alone.has(token));
  });
}

/** Removes the id at the end of a paragraph's text, and the line break before it. Returns whether there was one. */
function dropId({ children }: Token): boolean {
  const last = children?.at(-1);
  if (!children || last?.type !== "text") return false;
  const isOnLine = children.length === 1 || children.at(-2)?.type === "softbreak";
  const at = endingIdAt(last.content);
  // After other marks, such as a link, the id needs a space before it.
  if (at < 0 || (at === 0 && !isOnLine && !/^\s/.test(last.content))) return false;
  last.content = last.content.slice(0, at);
  if (last.content !== "") return true;
  children.pop();
  if (children.at(-1)?.type === "softbreak") children.pop();
  return true;
}
