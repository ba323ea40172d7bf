import type { MarkdownIt, StateBlock, StateCore, StateInline, Token } from "markdown-it";
import { MAX_HIDDEN_COMMENT } from "../../core/limits";
import { hiddenCommentAt, isCommentFence } from "../../core/markdown/hidden-comments";

const PERCENT = 37;

/** Leaves out comments, `%%text%%` and the lines between two lines of `%%`. What is never closed stays text. */
export function hiddenComments(md: MarkdownIt): void {
  md.inline.ruler.before("escape", "hidden_comment", inline);
  md.block.ruler.before("fence", "hidden_comment_lines", lines, { alt: ["paragraph", "blockquote", "list"] });
  md.core.ruler.after("inline", "hidden_comment_paragraphs", dropEmptyParagraphs);
  md.renderer.rules["hidden_comment"] = () => "";
}

function inline(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state;
  if (src.charCodeAt(pos) !== PERCENT) return false;
  const before = pos === 0 ? "" : (src[pos - 1] ?? "");
  const length = hiddenCommentAt(before, src.slice(pos, Math.min(posMax, pos + MAX_HIDDEN_COMMENT)));
  if (length < 0) return false;
  if (!silent) state.push("hidden_comment", "", 0);
  state.pos = pos + length;
  return true;
}

function lines(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const isFence = (line: number) =>
    (state.sCount[line] ?? 0) - state.blkIndent < 4 &&
    isCommentFence(state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line] ?? 0));
  if (!isFence(startLine)) return false;
  for (let line = startLine + 1; line < endLine; line++) {
    if (!state.isEmpty(line) && (state.sCount[line] ?? 0) < state.blkIndent) return false;
    if (!isFence(line)) continue;
    if (!silent) state.line = line + 1;
    return true;
  }
  return false;
}

/** A paragraph in which nothing else was would leave a gap. */
function dropEmptyParagraphs(state: StateCore): void {
  const isEmpty = ({ type, children }: Token) =>
    type === "inline" &&
    children?.some((child) => child.type === "hidden_comment") === true &&
    children.every(
      (child) =>
        child.type === "hidden_comment" ||
        child.type === "softbreak" ||
        (child.content.trim() === "" && child.type === "text"),
    );
  const dropped = new Set<Token>();
  for (const [at, token] of state.tokens.entries()) {
    const opening = state.tokens[at - 1];
    if (opening?.type !== "paragraph_open" || !isEmpty(token)) continue;
    for (const part of state.tokens.slice(at - 1, at + 2)) dropped.add(part);
  }
  if (dropped.size > 0) state.tokens = state.tokens.filter((token) => !dropped.has(token));
}
