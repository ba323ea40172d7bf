import { hiddenCommentAt, isCommentFence, LONGEST_COMMENT } from "./hidden-comments";

/** A Markdown text without its hidden comments, for programs that would print them. What is in code stays. */
export function withoutHiddenComments(text: string): string {
  const kept: string[] = [];
  let prose: string[] = [];
  const endProse = () => {
    if (prose.length > 0) kept.push(withoutInline(prose.join("\n")));
    prose = [];
  };
  const lines = text.split("\n");
  let fence: string | null = null;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? "";
    const mark = /^[ \t>]*(`{3,}|~{3,})/.exec(line)?.[1] ?? null;
    if (fence !== null || mark !== null) {
      endProse();
      kept.push(line);
      if (fence === null) fence = mark;
      else if (mark?.startsWith(fence)) fence = null;
      continue;
    }
    const end = isCommentFence(line.trim()) ? lines.findIndex((each, n) => n > at && isCommentFence(each.trim())) : -1;
    if (end > 0) at = end;
    else prose.push(line);
  }
  endProse();
  return kept.join("\n");
}

/** The same within lines without fences. */
function withoutInline(text: string): string {
  let kept = "";
  let from = 0;
  for (const { 0: found, index } of text.matchAll(/(`{1,20})(?!`)[^`]*\1(?!`)|%%/g)) {
    if (index < from || found !== "%%") continue;
    const part = text.slice(index, index + LONGEST_COMMENT);
    const paragraph = part.split(/\n[ \t>]*\n/, 1)[0] ?? "";
    const length = hiddenCommentAt(text[index - 1] ?? "", paragraph);
    if (length < 0) continue;
    kept += text.slice(from, index);
    from = index + length;
  }
  return kept + text.slice(from);
}
