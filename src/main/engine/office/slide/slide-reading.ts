import { ToolError } from "../../ports/tool-error";
import type { OfficeItem, OfficeReading, ReadSelection, TextBlock } from "../text/office-format";
import { NO_ID } from "../text/office-paragraphs";

/** What a text is on its slide; a `name` is not its own (the slide's name, the page's number), and is not listed. */
export type SlideRole = "name" | "title" | "bullet" | "text" | "table_row" | "note";

/** A text of a slide, with the slide's number (1-based) and how far it is indented. */
export type ToldText = { text: string; role: SlideRole; level: number; slide: number };

/** A slide; `number` is 1-based, `name` what the file calls it, where it does. */
type ToldSlide = { number: number; name: string | null; isHidden: boolean };

/**
 * A presentation as it is told: its slides in order, and all their texts. Where `isCut` there is more than can be read: these are the slides
 * before that, of which the last may not be whole. `total` counts all.
 */
export type ToldSlides = {
  slides: readonly ToldSlide[];
  texts: readonly ToldText[];
  total: number;
  isCut: boolean;
};

/** How much of a presentation is wanted: all of it, or it is refused; what can be read; or that one slide. */
export type WantedSlides = "whole" | "beginning" | { slide: number };

/**
 * What `read` shows: all texts, or of one slide. Where all are too much, `read` is asked for the one slide alone, whose texts then have
 * no ids.
 */
export function readSlides(
  tell: (wanted: WantedSlides) => ToldSlides,
  shared: { ids: readonly string[] },
  selection: ReadSelection,
): OfficeReading {
  const told = tell("beginning");
  const { slide } = selection;
  const isAlone = told.isCut && slide !== undefined && slide <= told.total;
  return slideLines(isAlone ? tell({ slide }) : told, told.isCut ? null : shared.ids, selection);
}

/** The texts of each slide by its number, in order. */
function bySlide(texts: readonly ToldText[]): (slide: number) => readonly ToldText[] {
  const found = new Map<number, ToldText[]>();
  for (const text of texts) {
    const own = found.get(text.slide);
    if (own === undefined) found.set(text.slide, [text]);
    else own.push(text);
  }
  return (slide) => found.get(slide) ?? [];
}

/** Every text with its id, where `ids` are known, and its place, and the list of slides. */
function slideLines(
  { slides, texts, total, isCut }: ToldSlides,
  ids: readonly string[] | null,
  { sheet, range, slide: only }: ReadSelection,
): OfficeReading {
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
    ? `this presentation has more text than can be read at once: slides 1 to ${last} of ${total} are here, the last perhaps in part, without ids; ask for any other with slide`
    : `slide ${only} has more text than can be read: this is its beginning; split it in an office program to read the rest`;

/** The slides as exports write them: a heading each, its points as items, notes behind them. */
export function slideBlocks({ slides, texts }: ToldSlides): TextBlock[] {
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

/** What `inspect` counts. */
export function slideCounts({ slides, texts }: ToldSlides): Record<string, number> {
  return {
    slides: slides.length,
    hidden_slides: slides.filter(({ isHidden }) => isHidden).length,
    texts: texts.filter(({ role }) => role !== "note" && role !== "name").length,
    notes: texts.filter(({ role }) => role === "note").length,
  };
}
