import type { Token } from "markdown-it";

/**
 * The maximum that is rendered of one block; more would block the window while it is sanitised and laid out: characters of
 * a paragraph or line, cells of a row, characters of code and of HTML, characters and elements of a list, a table or
 * the footnotes.
 */
const LIMITS = { run: 20_000, cells: 300, code: 300_000, html: 200_000, block: 600_000, elements: 10_000 };

/**
 * Crops a very long paragraph, code line, table row, list or table, and leaves a note there. Cropped text is neither
 * rendered nor sanitised. Every opened tag is still closed.
 */
export function cropTokens(tokens: readonly Token[]): readonly Token[] {
  const kept: Token[] = [];
  /** What the current top-level block has used so far, and how much was cropped at its end. */
  let block = { length: 0, elements: 0, hidden: 0 };
  let row = { cells: 0, hidden: 0, last: null as Token | null };
  /** The depth within the cropped part, and the depth in total. */
  let left = 0;
  let depth = 0;
  let isCell = false;
  for (const token of tokens) {
    const { type, nesting } = token;
    depth += nesting;
    if (left > 0) {
      left += nesting;
      if (isCell) row.hidden += token.content.length;
      else block.hidden += token.content.length;
      continue;
    }
    if (type === "tr_open") row = { cells: 0, hidden: 0, last: null };
    isCell = (type === "td_open" || type === "th_open") && ++row.cells > LIMITS.cells;
    const isFull = block.length > LIMITS.block || block.elements > LIMITS.elements;
    if (nesting > 0 && (isCell || (depth > 1 && isFull))) {
      left = 1;
      continue;
    }
    if (nesting === 0 && depth > 0 && isFull) {
      block.hidden += token.content.length;
      continue;
    }
    if (nesting > 0) block.elements++;
    const cut = cropToken(token);
    block.length += cut.token.content.length;
    if (type === "inline" && row.cells > 0) row.last = cut.token;
    if (type === "tr_close") {
      if (row.hidden > 0) row.last?.children?.push(noteToken(token, row.hidden));
      row = { cells: 0, hidden: 0, last: null };
    }
    kept.push(cut.token);
    if (cut.hidden > 0) kept.push(noteToken(token, cut.hidden));
    if (depth > 0) continue;
    if (block.hidden > 0) kept.push(noteToken(token, block.hidden));
    block = { length: 0, elements: 0, hidden: 0 };
  }
  return kept;
}

/** A token cropped to the limits, and how many hidden characters it does not report itself. */
function cropToken(token: Token): { token: Token; hidden: number } {
  const { type, content } = token;
  if (type === "inline") return { token: cropRun(token), hidden: 0 };
  if (type === "html_block" && content.length > LIMITS.html) return shortenToken(token, cutAt(content, LIMITS.html));
  if (type !== "fence" && type !== "code_block") return { token, hidden: 0 };
  if (content.length <= LIMITS.run) return { token, hidden: 0 };
  return shortenToken(token, cropCode(content));
}

function shortenToken(token: Token, content: string): { token: Token; hidden: number } {
  const short = cloneToken(token);
  short.content = content;
  return { token: short, hidden: token.content.length - content.length };
}

/** Keeps whole lines, each at most as long as a run may be. */
function cropCode(content: string): string {
  const most = cutAt(content, LIMITS.code);
  const whole = most.length < content.length ? most.slice(0, most.lastIndexOf("\n") + 1) || most : most;
  const lines = whole.split("\n");
  return lines.some(({ length }) => length > LIMITS.run)
    ? lines.map((line) => cutAt(line, LIMITS.run)).join("\n")
    : whole;
}

/** Keeps a paragraph up to a limit: open tags are closed, and no further ones are opened. */
function cropRun(token: Token): Token {
  const { children, content } = token;
  if (!children || content.length <= LIMITS.run) return token;
  const kept: Token[] = [];
  let remaining = LIMITS.run;
  let left = 0;
  for (const child of children) {
    if (left > 0 || (remaining <= 0 && child.nesting > 0)) left += child.nesting;
    else if (child.nesting !== 0 || remaining > 0) {
      const short = child.content.length <= remaining ? child : cloneToken(child);
      short.content = cutAt(child.content, remaining);
      // A tag cut in the middle is no longer a tag.
      if (short === child || child.type !== "html_inline") kept.push(short);
      remaining -= child.content.length;
    }
  }
  const shown = cloneToken(token);
  shown.children = kept;
  const hidden = children.reduce((sum, child) => sum + child.content.length, 0) - LIMITS.run;
  if (hidden > 0) kept.push(noteToken(token, hidden));
  shown.content = cutAt(content, LIMITS.run);
  return shown;
}

/** Does not split a surrogate pair. */
function cutAt(text: string, most: number): string {
  if (text.length <= most) return text;
  return text.slice(0, /[\ud800-\udbff]/.test(text.charAt(most - 1)) ? most - 1 : most);
}

const cloneToken = (token: Token): Token => Object.assign(Object.create(Object.getPrototypeOf(token)), token);

/** A note with the number of characters hidden here; the view adds the text. */
function noteToken(at: Token, hidden: number): Token {
  const bare = { tag: "", attrs: null, nesting: 0, children: null, info: "", markup: "", meta: null, hidden: false };
  return Object.assign(cloneToken(at), bare, { type: "cropped", content: String(hidden) });
}

/** Renders a crop note. */
export const cropNote = ({ content }: Pick<Token, "content">): string =>
  ` … <em class="cropped">${Number(content)}</em>`;
