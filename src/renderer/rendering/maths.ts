import type { MarkdownIt, StateBlock, StateInline } from "markdown-it";

const DOLLAR = 36;
const BACKSLASH = 92;

/** The longest inline formula, in characters. Limits the cost of each unclosed `$`. */
const REACH = 1000;

/**
 * Parses inline `$x$` and `$$x$$`, blocks between `$$` lines, and `math` fences. The opening `$` must not be followed
 * by a space; the closing one must not follow a space or precede a digit, so that prices stay text.
 */
export function maths(md: MarkdownIt): void {
  md.inline.ruler.before("escape", "math_inline", inline);
  md.block.ruler.before("fence", "math_block", block, { alt: ["paragraph", "blockquote", "list", "footnote_def"] });
  const { escapeHtml } = md.utils;
  md.renderer.rules["math_inline"] = (tokens, at) =>
    `<code class="math">${escapeHtml(tokens[at]?.content ?? "")}</code>`;
  md.renderer.rules["math_display"] = (tokens, at) =>
    `<code class="math math-display">${escapeHtml(tokens[at]?.content ?? "")}</code>`;
  md.renderer.rules["math_block"] = (tokens, at) =>
    `<p><code class="math math-display">${escapeHtml(tokens[at]?.content ?? "")}</code></p>\n`;
}

function inline(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state;
  if (src.charCodeAt(pos) !== DOLLAR) return false;
  const marks = src.charCodeAt(pos + 1) === DOLLAR ? 2 : 1;
  if (src.charCodeAt(pos + marks) === DOLLAR || src.charCodeAt(pos - 1) === DOLLAR) return false;
  const end = endOfMath(src, pos + marks, Math.min(posMax, pos + marks + REACH), marks);
  if (end < 0) return false;
  if (!silent) {
    const token = state.push(marks === 2 ? "math_display" : "math_inline", "math", 0);
    token.content = src.slice(pos + marks, end - marks).trim();
    token.markup = "$".repeat(marks);
  }
  state.pos = end;
  return true;
}

function endOfMath(src: string, from: number, to: number, marks: number): number {
  if (marks === 1 && /^\s/.test(src.slice(from, from + 1))) return -1;
  for (let at = from; at < to; at++) {
    const code = src.charCodeAt(at);
    if (code === BACKSLASH) at++;
    else if (code === DOLLAR) {
      if (marks === 2) return src.charCodeAt(at + 1) === DOLLAR && at > from ? at + 2 : -1;
      const before = src.charAt(at - 1);
      if (at > from && !/\s/.test(before) && !/\d/.test(src.charAt(at + 1))) return at + 1;
      if (src.charCodeAt(at + 1) === DOLLAR) return -1;
    }
  }
  return -1;
}

function block(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const lineAt = (line: number) =>
    state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line] ?? 0);
  const first = lineAt(startLine);
  if (!first.startsWith("$$") || first.startsWith("$$$") || (state.sCount[startLine] ?? 0) - state.blkIndent >= 4)
    return false;
  const again = first.indexOf("$$", 2);
  let content: string[] = [];
  let line = startLine + 1;
  if (again >= 0) {
    if (again === 2 || first.slice(again + 2).trim() !== "") return false;
    content = [first.slice(2, again)];
  } else {
    content = [first.slice(2)];
    for (let isClosed = false; !isClosed; line++) {
      // A blank line, or the end of the quote or item, before a closing `$$`: it is plain text.
      if (line >= endLine || (state.sCount[line] ?? 0) < state.blkIndent || state.isEmpty(line)) return false;
      const text = lineAt(line);
      const end = text.indexOf("$$");
      isClosed = end >= 0 && text.slice(end + 2).trim() === "";
      content.push(isClosed ? text.slice(0, end) : text);
    }
  }
  if (silent) return true;
  const token = state.push("math_block", "math", 0);
  token.block = true;
  token.content = content.join("\n").trim();
  token.map = [startLine, line];
  token.markup = "$$";
  state.line = line;
  return true;
}
