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
  const found: { at: LocatedText; number: number; places: number[] }[] = [];
  let count = 0;
  for (const [index, at] of texts.entries()) {
    const places: number[] = [];
    let past = 0;
    for (const place of findText(at.text, find)) {
      if (place < past || splitsPair(at.text, place) || splitsPair(at.text, place + find.length)) continue;
      places.push(place);
      past = place + find.length;
    }
    if (places.length > 0) found.push({ at, number: index + 1, places });
    count += places.length;
  }
  if (count === 0) throw notFound(texts, find);
  if (count > 1 && which === "once") throw ambiguous(found, count);
  if (find === insert) return { changed: [], count };
  const changed = found.map(({ at, places }) => ({
    at,
    text: at.text,
    changes: places.map((place) => narrowedChange(place, find, insert)),
  }));
  return { changed, count };
}

function notFound(texts: readonly LocatedText[], find: string): ToolError {
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

function ambiguous(found: readonly { at: LocatedText; places: readonly number[] }[], count: number): ToolError {
  const excerpts = found.slice(0, 10).map(({ at, places }) => {
    const place = places[0] ?? 0;
    const excerpt = at.text.slice(Math.max(0, place - 30), place + 70).replaceAll(/\s+/g, " ");
    return `${place > 30 ? "..." : ""}${excerpt.trim()}${place + 70 < at.text.length ? "..." : ""}`;
  });
  const where = `${found.length} ${found.length === 1 ? "paragraph" : "paragraphs"}`;
  return new ToolError("ambiguous", `find matches ${count} times, in ${where}`, {
    hint: "Give a longer find that matches once, name its paragraph with node_id, or set replace_all: true.",
    candidates: excerpts,
  });
}
