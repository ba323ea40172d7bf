import { ToolError } from "../../ports/tool-error";
import type { OfficeContent, OfficeItem, ReadSelection, TextBlock } from "../text/office-format";
import { NO_ID } from "../text/office-paragraphs";

/** The role of a text on its slide; a `name` is not content (the slide's name, the page number), and is not listed. */
export type SlideRole = "name" | "title" | "bullet" | "text" | "table_row" | "note";

/** A text of a slide, with the slide's number (1-based) and its indentation level. */
export type SlideText = { text: string; role: SlideRole; level: number; slide: number };

/** A slide; `number` is 1-based, `name` is the name in the file, if any. */
type SlideSummary = { number: number; name: string | null; isHidden: boolean };

/**
 * The slides of a presentation in order, and all their texts. If `isCut`, there is more than can be read: these are the slides up to the
 * limit, and the last may be incomplete. `total` counts all slides.
 */
export type SlideTexts = {
  slides: readonly SlideSummary[];
  texts: readonly SlideText[];
  total: number;
  isCut: boolean;
};

/** How much to read: everything, or an error if that is too much; as much as possible; or one slide. */
export type SlideSelection = "whole" | "beginning" | { slide: number };

/**
 * The texts that `read` shows, of all slides or of one. If all are too many, `readTexts` is called for that slide alone, whose texts then
 * have no ids.
 */
export function readSlides(
  readTexts: (wanted: SlideSelection) => SlideTexts,
  shared: { ids: readonly string[] },
  selection: ReadSelection,
): OfficeContent {
  const beginning = readTexts("beginning");
  const { slide } = selection;
  const isAlone = beginning.isCut && slide !== undefined && slide <= beginning.total;
  return slideLines(isAlone ? readTexts({ slide }) : beginning, beginning.isCut ? null : shared.ids, selection);
}

/** The texts of each slide by its number, in order. */
function bySlide(texts: readonly SlideText[]): (slide: number) => readonly SlideText[] {
  const found = new Map<number, SlideText[]>();
  for (const text of texts) {
    const own = found.get(text.slide);
    if (own === undefined) found.set(text.slide, [text]);
    else own.push(text);
  }
  return (slide) => found.get(slide) ?? [];
}

/** Every text with its id, if `ids` are known, and the list of slides. */
function slideLines(
  { slides, texts, total, isCut }: SlideTexts,
  ids: readonly string[] | null,
  { sheet, range, slide: only }: ReadSelection,
): OfficeContent {
  if (sheet !== undefined || range !== undefined)
    throw new ToolError("bad_arguments", "a presentation has no sheets", { hint: "Read it by slide, 1-based." });
  if (only !== undefined && only > total)
    throw new ToolError("not_found", `there is no slide ${only}; the presentation has ${total}`);
  const shown = new Map(slides.map((slide) => [slide.number, slide]));
  const items: OfficeItem[] = [];
  let before = 0;
  for (const [index, { text, role, level, slide }] of texts.entries()) {
    if (role === "name" || (only !== undefined && slide !== only)) continue;
    const id = ids === null ? NO_ID : (ids[index] ?? "");
    const indent = "  ".repeat(level);
    const mark = { title: "", bullet: `${indent}- `, text: "", table_row: "", note: "(note) " }[role];
    const head =
      slide === before ? "" : `--- slide ${slide}${shown.get(slide)?.isHidden === true ? " (hidden)" : ""}\n`;
    before = slide;
    items.push({
      row: { id, slide, role, ...(level === 0 ? {} : { level }), text },
      line: `${head}[${id}] ${mark}${text}`,
      text,
    });
  }
  const textsOf = bySlide(texts);
  const outline = slides.map(({ number, name, isHidden }) => {
    const own = textsOf(number);
    return {
      number,
      title: own.find(({ role }) => role === "title")?.text ?? null,
      ...(name === null ? {} : { name }),
      bullets: own.filter(({ role }) => role === "bullet").length,
      has_notes: own.some(({ role }) => role === "note"),
      ...(isHidden ? { hidden: true } : {}),
    };
  });
  const hidden = outline.filter((slide) => slide.hidden === true).map(({ number }) => number);
  return {
    list: "slides",
    items,
    more: { outline },
    warnings: [
      ...(hidden.length > 0
        ? [`hidden ${hidden.length === 1 ? "slide" : "slides"}: ${hidden.slice(0, 10).join(", ")}`]
        : []),
      ...(isCut ? [cutWarning(only, slides.at(-1)?.number ?? 0, total)] : []),
    ],
  };
}

const cutWarning = (only: number | undefined, last: number, total: number): string =>
  only === undefined
    ? `this presentation has more text than can be read at once: these are slides 1 to ${last} of ${total}, the last possibly in part, without ids; read any other with slide`
    : `slide ${only} has more text than can be read: this is its beginning; split it in an office program to read the rest`;

/** The slides for export: a heading each, points as list items, then notes. */
export function slideBlocks({ slides, texts }: SlideTexts): TextBlock[] {
  const blocks: TextBlock[] = [];
  const textsOf = bySlide(texts);
  for (const { number } of slides) {
    const own = textsOf(number);
    const title = own.find(({ role }) => role === "title")?.text ?? `Slide ${number}`;
    blocks.push({ kind: "heading", level: 2, runs: [{ text: title.replaceAll("\n", " ") }] });
    let rows: { text: string }[][][] | null = null;
    let hasTitle = false;
    for (const { role, text, level } of own) {
      if (role === "name") continue;
      if (role === "table_row") {
        const row = text.split(" | ").map((cell) => [{ text: cell }]);
        if (rows === null) {
          rows = [];
          blocks.push({ kind: "table", rows });
        }
        rows.push(row);
        continue;
      }
      rows = null;
      if (role === "bullet") blocks.push({ kind: "item", level, ordered: false, runs: [{ text }] });
      else if (role !== "title" || hasTitle)
        blocks.push({
          kind: "paragraph",
          runs: role === "note" ? [{ text: `Note: ${text}`, italic: true }] : [{ text }],
        });
      hasTitle ||= role === "title";
    }
  }
  return blocks;
}

/** The counts for `inspect`. */
export function slideCounts({ slides, texts }: SlideTexts): Record<string, number> {
  return {
    slides: slides.length,
    hidden_slides: slides.filter(({ isHidden }) => isHidden).length,
    texts: texts.filter(({ role }) => role !== "note" && role !== "name").length,
    notes: texts.filter(({ role }) => role === "note").length,
  };
}
