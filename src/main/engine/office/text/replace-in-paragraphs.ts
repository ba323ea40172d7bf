import type { Change } from "../../../../core/text/change";
import { splitsPair } from "../../../../core/text/characters";
import { findText } from "../../../../core/text/find-text";
import { withPlainBreaks } from "../../../../core/text/line-endings";
import { nearestLines } from "../../../../core/text/nearest";
import { ToolError } from "../../ports/tool-error";
import { narrowedChange } from "./edit-pieces";
import type { OfficeOperation } from "./office-format";
import type { PartSpan } from "./office-paragraphs";

/** A paragraph's full text, including blanks at its ends, and the range of its element. */
export type LocatedText = PartSpan & { text: string };

/** Changes of one paragraph's text. */
export type ChangedText = { at: LocatedText; text: string; changes: Change[] };

type ReplaceOperation = Extract<OfficeOperation, { operation: "replace_text" }>;

/**
 * Finds `find` in the paragraphs, and computes the replacements. Rejects an empty `find`, one without a match (listing the nearest lines)
 * and, unless all matches are wanted, one with several.
 */
export function replaceInParagraphs(
  texts: readonly LocatedText[],
  { find: written, replace, which }: Pick<ReplaceOperation, "find" | "replace" | "which">,
): { changed: ChangedText[]; count: number } {
  const find = withPlainBreaks(written);
  const insert = withPlainBreaks(replace);
  if (find === "")
    throw new ToolError("bad_arguments", "find is empty", {
      hint: "Give the exact text to replace; to add text, use append_text or prepend.",
    });
  const found: { at: LocatedText; number: number; offsets: number[] }[] = [];
  let count = 0;
  for (const [index, at] of texts.entries()) {
    const offsets: number[] = [];
    let past = 0;
    for (const offset of findText(at.text, find)) {
      if (offset < past || splitsPair(at.text, offset) || splitsPair(at.text, offset + find.length)) continue;
      offsets.push(offset);
      past = offset + find.length;
    }
    if (offsets.length > 0) found.push({ at, number: index + 1, offsets });
    count += offsets.length;
  }
  if (count === 0) throw notFoundError(texts, find);
  if (count > 1 && which === "once") throw ambiguousError(found, count);
  if (find === insert) return { changed: [], count };
  const changed = found.map(({ at, offsets }) => ({
    at,
    text: at.text,
    changes: offsets.map((offset) => narrowedChange(offset, find, insert)),
  }));
  return { changed, count };
}

function notFoundError(texts: readonly LocatedText[], find: string): ToolError {
  const whole = texts.map(({ text }) => text).join("\n");
  if (find.includes("\n") && whole.includes(find.trim()))
    return new ToolError("not_found", "find not found: it runs over the end of a paragraph", {
      hint: "Text is replaced within one paragraph at a time. Call once for each, or use set_text with the paragraph's node_id.",
    });
  const nearest = nearestLines(whole, find, "any part");
  if (nearest.length === 0)
    return new ToolError("not_found", "find not found", {
      hint: "No paragraph is similar; read the document again.",
    });
  const rows = nearest.map(({ text, difference }) => `     ${text}\n     (${difference})`);
  return new ToolError("not_found", `find not found; the nearest lines:\n${rows.join("\n")}`, {
    candidates: nearest.map(({ text }) => text),
  });
}

function ambiguousError(found: readonly { at: LocatedText; offsets: readonly number[] }[], count: number): ToolError {
  const excerpts = found.slice(0, 10).map(({ at, offsets }) => {
    const offset = offsets[0] ?? 0;
    const excerpt = at.text.slice(Math.max(0, offset - 30), offset + 70).replaceAll(/\s+/g, " ");
    return `${offset > 30 ? "..." : ""}${excerpt.trim()}${offset + 70 < at.text.length ? "..." : ""}`;
  });
  const where = `${found.length} ${found.length === 1 ? "paragraph" : "paragraphs"}`;
  return new ToolError("ambiguous", `find matches ${count} times, in ${where}`, {
    hint: "Give a longer find that matches once, name its paragraph with node_id, or set replace_all: true.",
    candidates: excerpts,
  });
}
