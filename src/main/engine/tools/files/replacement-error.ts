import type { ReplaceText } from "../../../../core/text/replace-text";
import { ToolError } from "../../ports/tool-error";
import { describeLines } from "../kit/sentences";

/** Why `old_text` could not be replaced: the nearest lines and how they differ, or the lines where it occurs more than once. */
export function replacementError(result: Exclude<ReplaceText, { status: "replaced" | "unchanged" }>): ToolError {
  switch (result.status) {
    case "empty":
      return new ToolError("bad_arguments", "old_text is empty", {
        hint: "Give the exact text that new_text replaces; to insert, give patch_text with an @@ anchor.",
      });
    case "not_found": {
      const { nearest } = result;
      if (nearest.length === 0)
        return new ToolError("not_found", "old_text not found", {
          hint: "No line is similar to it: read the file again.",
        });
      const rows = nearest.map(
        ({ line, text, difference }) => `${String(line).padStart(4)} ${text}\n     (${difference})`,
      );
      return new ToolError("not_found", `old_text not found; the nearest lines:\n${rows.join("\n")}`, {
        candidates: nearest.map(({ line, text }) => `${line}: ${text}`),
      });
    }
    case "ambiguous": {
      const { count, hasMore, lines } = result;
      const where = describeLines(lines.map((line) => ({ from: line, to: line })));
      return new ToolError("ambiguous", `old_text matches ${hasMore ? "more than " : ""}${count} times, in ${where}`, {
        hint: "Give a longer old_text that occurs only once, or use patch_text with an @@ anchor.",
        candidates: lines.slice(0, 10).map((line) => `line ${line}`),
      });
    }
  }
}
