import { ToolError } from "../tool-error";
import type { OfficeItem, OfficeReading, ReadSelection, TextBlock } from "./office-format";

/** What a text is on its slide; a `name` is not its own (the slide's name, the page's number), and is not listed. */
export type SlideRole = "name" | "title" | "bullet" | "text" | "table_row" | "note";

/** A text of a slide, with the slide's number (1-based) and how far it is indented. */
export type ToldText = { text: string; role: SlideRole; level: number; slide: number };

/** A presentation as it is told: its slides in order (`name` where the file gives them one), and all texts. */
export type ToldSlides = { slides: readonly { name: string | null; isHidden: boolean }[]; texts: readonly ToldText[] };

/** What `read` shows of a presentation: every text with its id and its place, and the list of slides. */
export function slideLines(
  { slides, texts }: ToldSlides,
  { ids }: { ids: readonly string[] },
  { sheet, range, slide: only }: ReadSelection,
): OfficeReading {
  if (sheet !== undefined || range !== undefined)
    throw new ToolError("bad_arguments", "a presentation has no sheets", { hint: "Read it by slide, 1-based." });
  if (only !== undefined && only > slides.length)
    throw new ToolError("not_found", `there is no slide ${only}; the presentation has ${slides.length}`);
  const items: OfficeItem[] = [];
  let before = 0;
  for (const [index, { text, role, level, slide }] of texts.entries()) {
    if (role === "name" || (only !== undefined && slide !== only)) continue;
    const id = ids[index] ?? "";
    const indent = "  ".repeat(level);
    const mark = { title: "", bullet: `${indent}- `, text: "", table_row: "", note: "(note) " }[role];
    const head =
      slide === before ? "" : `--- slide ${slide}${slides[slide - 1]?.isHidden === true ? " (hidden)" : ""}\n`;
    before = slide;
    items.push({
      row: { id, slide, role, ...(level === 0 ? {} : { level }), text },
      line: `${head}[${id}] ${mark}${text}`,
      text,
    });
  }
  const outline = slides.map(({ name, isHidden }, index) => {
    const own = texts.filter(({ slide }) => slide === index + 1);
    return {
      number: index + 1,
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
    warnings:
      hidden.length > 0
        ? [`hidden ${hidden.length === 1 ? "slide" : "slides"}: ${hidden.slice(0, 10).join(", ")}`]
        : [],
  };
}

/** The slides as exports write them: a heading each, its points as items, notes behind them. */
export function slideBlocks({ slides, texts }: ToldSlides): TextBlock[] {
  const blocks: TextBlock[] = [];
  for (const [index] of slides.entries()) {
    const own = texts.filter(({ slide }) => slide === index + 1);
    const title = own.find(({ role }) => role === "title")?.text ?? `Slide ${index + 1}`;
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
