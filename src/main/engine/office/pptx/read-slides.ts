import type { ZipPackage } from "../package/zip";
import type { SlideRole, SlideSelection, SlideTexts } from "../slide/read-slides";
import { readBeginning, withText } from "../text/office-paragraphs";
import { readPptx, type SlidePart, slideParts } from "./read";
import { levelOf, slidesOf } from "./slides";

/** The slides of a presentation with all their texts, in the order of `readPptx`. */
export function readPptxSlides(zip: ZipPackage, wanted: SlideSelection = "whole"): SlideTexts {
  const all = slideParts(zip).slides.filter(({ part }) => zip.entries.has(part));
  const first = typeof wanted === "object" ? wanted.slide : 1;
  const parts = typeof wanted === "object" ? all.slice(first - 1, first) : all;
  const { found, isCut } =
    wanted === "whole"
      ? { found: readPptx(zip, undefined, parts), isCut: false }
      : readBeginning((sink) => readPptx(zip, sink, parts));

  const numbers = new Map<string, number>();
  for (const [index, { part, notes }] of parts.entries()) {
    numbers.set(part, first + index);
    if (notes !== null) numbers.set(notes, first + index);
  }
  const last = isCut ? (numbers.get(found.findLast(({ at }) => at !== undefined)?.at?.part ?? "") ?? first) : null;
  const here = last === null ? parts : parts.slice(0, last - first + 1);
  // The slide at which reading stopped may be huge, so it is not parsed.
  const apart = last === null ? parts : parts.slice(0, last - first);
  const { roles, hidden } = rolesOf(zip, apart);
  const texts = withText(found).map(({ kind, text, at }) => {
    const known = at === undefined ? undefined : roles.get(`${at.part} ${at.from}`);
    const role: SlideRole = kind === "note" ? "note" : kind === "table_row" ? "table_row" : (known?.role ?? "text");
    return { text: text.trim(), role, level: known?.level ?? 0, slide: numbers.get(at?.part ?? "") ?? 0 };
  });
  const slides = here.map(({ part }, index) => ({ number: first + index, name: null, isHidden: hidden.has(part) }));
  return { slides, texts, total: all.length, isCut };
}

/** The roles of these slides' paragraphs, by part and offset, and which slides are hidden. */
function rolesOf(zip: ZipPackage, parts: readonly SlidePart[]) {
  const roles = new Map<string, { role: SlideRole; level: number }>();
  const hidden = new Set<string>();
  for (const slide of slidesOf(zip, parts)) {
    if (slide.isHidden) hidden.add(slide.part);
    for (const shape of slide.shapes)
      for (const paragraph of shape.paragraphs) {
        const role = shape === slide.title ? "title" : shape === slide.body ? "bullet" : "text";
        roles.set(`${slide.part} ${paragraph.from}`, { role, level: levelOf(paragraph) });
      }
  }
  return { roles, hidden };
}
