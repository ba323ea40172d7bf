import type { MarkdownIt, StateBlock, StateInline } from "markdown-it";

/** The longest inline formula, in characters. Limits the cost of each unclosed `\(`. */
const REACH = 1000;

/** The maximum number of lines of a formula between `\[` and `\]`. */
const MAX_LINES = 30;

/**
 * Parses `\(x\)`, and `\[` … `\]` that stand for themselves, as formulas, which is how many models write them. Only for answers: in a document they are
 * escaped brackets. Brackets around words stay brackets here, too.
 */
export function texBrackets(md: MarkdownIt): void {
  md.inline.ruler.before("escape", "tex_inline", inline);
  md.block.ruler.before("fence", "tex_block", block, { alt: ["paragraph", "blockquote", "list"] });
}

/** Code, or two words in a row outside commands and their arguments. */
const isProse = (source: string): boolean =>
  source.includes("`") || /\p{L}{2,}[ \t]+\p{L}{2,}/u.test(source.replace(/\\[A-Za-z]+\*?(?:\{[^{}]*\})?/g, "\\"));

function inline(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state;
  if (!src.startsWith("\\(", pos)) return false;
  const end = src.slice(pos, Math.min(posMax, pos + REACH)).indexOf("\\)", 2);
  const content = end < 0 ? "" : src.slice(pos + 2, pos + end).trim();
  if (content === "" || isProse(content)) return false;
  if (!silent) state.push("math_inline", "math", 0).content = content;
  state.pos = pos + end + 2;
  return true;
}

function block(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const lineAt = (line: number) =>
    state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line] ?? 0).trimEnd();
  if (!lineAt(startLine).startsWith("\\[") || (state.sCount[startLine] ?? 0) - state.blkIndent >= 4) return false;
  const lines: string[] = [];
  for (let line = startLine; line < Math.min(endLine, startLine + MAX_LINES); line++) {
    // A blank line, or the end of the quote or item, before the closing `\]`: it is plain text.
    if ((state.sCount[line] ?? 0) < state.blkIndent || state.isEmpty(line)) return false;
    const text = lineAt(line).slice(line === startLine ? 2 : 0);
    const end = text.indexOf("\\]");
    lines.push(end < 0 ? text : text.slice(0, end));
    if (end < 0) continue;
    const content = lines.join("\n").trim();
    if (end + 2 !== text.length || content === "" || isProse(content)) return false;
    if (silent) return true;
    const token = state.push("math_block", "math", 0);
    token.block = true;
    token.content = content;
    token.map = [startLine, line + 1];
    state.line = line + 1;
    return true;
  }
  return false;
}
