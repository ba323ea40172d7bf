import { isCommentFence } from "../../../core/markdown/hidden-comments";
import { proseParser } from "./markdown-parser";

/** A Markdown text (line breaks `\n`) without its hidden comments, as the editor and the preview read them: for programs that would print them. */
export function withoutComments(text: string): string {
  if (!text.includes("%%")) return text;
  let kept = "";
  let at = 0;
  proseParser()
    .parse(text)
    .iterate({
      enter({ name, from, to }) {
        const isHidden = name === "HiddenComment" || (name === "HiddenCommentBlock" && isClosed(text.slice(from, to)));
        if (!isHidden) return true;
        kept += text.slice(at, from);
        at = to;
        return false;
      },
    });
  return kept + text.slice(at);
}

/** Whether lines of a comment end with the line that closes them. One that is never closed is shown. */
function isClosed(lines: string): boolean {
  const last = lines.lastIndexOf("\n");
  return last >= 0 && isCommentFence(lines.slice(last + 1).replace(/^[ \t>]*/, ""));
}
