/** Reference definitions, `[label]: /url "title"`, at the beginning of a paragraph. */

const MAX_LABEL = 999;

/** Whether the line at `from`, which begins with `[`, may be the first line of a definition. Its label may continue on the next line. */
export function mayDefine(text: string, from: number, lineEnd: number): boolean {
  for (let at = from + 1; at < lineEnd; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 93) return text.charCodeAt(at + 1) === 58;
    if (unit === 91) return false;
    if (unit === 92) at++;
  }
  return true;
}

/** The definitions at the beginning of a paragraph: their labels as written; `end` is after the line break of the last line. */
export function definitionsIn(paragraph: string): { label: string; end: number }[] {
  const found: { label: string; end: number }[] = [];
  for (let next = definitionAt(paragraph, 0); next; next = definitionAt(paragraph, next.end)) found.push(next);
  return found;
}

// `end` is after the line break of the definition's last line.
function definitionAt(text: string, lineStart: number): { label: string; end: number } | null {
  const start = skipBlanks(text, lineStart);
  const labelEnd = findLabelEnd(text, start);
  if (labelEnd < 0 || text[labelEnd + 1] !== ":") return null;
  const label = text.slice(start + 1, labelEnd);
  if (label.trim() === "") return null;
  const targetEnd = findTargetEnd(text, skipGap(text, labelEnd + 2));
  if (targetEnd < 0) return null;
  const titleStart = skipGap(text, targetEnd);
  const titleEnd = titleStart > targetEnd ? findTitleEnd(text, titleStart) : -1;
  const end = titleEnd < 0 ? -1 : findLineEnd(text, titleEnd);
  const least = end < 0 ? findLineEnd(text, targetEnd) : end;
  return least < 0 ? null : { label, end: least };
}

// The closing bracket of the label that opens at `start`.
function findLabelEnd(text: string, start: number): number {
  if (text[start] !== "[") return -1;
  const last = Math.min(text.length - 1, start + MAX_LABEL + 1);
  for (let at = start + 1; at <= last; at++) {
    const character = text[at];
    if (character === "]") return at;
    if (character === "[") return -1;
    if (character === "\\") at++;
  }
  return -1;
}

// The end of a run of blanks with at most one line break.
function skipGap(text: string, start: number): number {
  let at = skipBlanks(text, start);
  if (text[at] === "\n") at = skipBlanks(text, at + 1);
  return at;
}

function skipBlanks(text: string, start: number): number {
  let at = start;
  while (text[at] === " " || text[at] === "\t") at++;
  return at;
}

function findTargetEnd(text: string, start: number): number {
  if (text[start] === "<") {
    for (let at = start + 1; at < text.length; at++) {
      const character = text[at];
      if (character === ">") return at + 1;
      if (character === "<" || character === "\n") return -1;
      if (character === "\\") at++;
    }
    return -1;
  }
  let open = 0;
  let at = start;
  for (; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit <= 32 || unit === 127) break;
    if (unit === 92 && /[!-/:-@[-`{-~]/.test(text[at + 1] ?? "")) at++;
    else if (unit === 40) open++;
    else if (unit === 41 && open-- === 0) break;
  }
  return open > 0 || at === start ? -1 : at;
}

const closings: Record<string, string> = { '"': '"', "'": "'", "(": ")" };

function findTitleEnd(text: string, start: number): number {
  const opening = text[start] ?? "";
  const closing = closings[opening];
  if (closing === undefined) return -1;
  for (let at = start + 1; at < text.length; at++) {
    const character = text[at];
    if (character === closing) return at + 1;
    if (character === "(" && opening === "(") return -1;
    if (character === "\\") at++;
  }
  return -1;
}

// After the line break, or the end of the text, if only blanks come before it.
function findLineEnd(text: string, start: number): number {
  const at = skipBlanks(text, start);
  if (at >= text.length) return text.length;
  return text[at] === "\n" ? at + 1 : -1;
}
