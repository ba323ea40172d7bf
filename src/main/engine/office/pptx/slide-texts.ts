import type { ZipPackage } from "../package/zip";
import type { SlideRole, SlideSelection, SlideTexts } from "../slide/read-slides";
import { readBeginning, withText } from "../text/office-paragraphs";
import { pptxTitleAndBody, type ReadSlide, readPptx, slideParts } from "./read";

/** The slides of a presentation with all their texts, in the order of `readPptx`. */
export function readPptxSlides(zip: ZipPackage, wanted: SlideSelection = "whole"): SlideTexts {
  const all = slideParts(zip).slides.filter(({ part }) => zip.entries.has(part));
  const first = typeof wanted === "object" ? wanted.slide : 1;
  const parts = typeof wanted === "object" ? all.slice(first - 1, first) : all;
  const seen: ReadSlide[] = [];
  const { found, isCut } =
    wanted === "whole"
      ? { found: readPptx(zip, undefined, parts, seen), isCut: false }
      : readBeginning((sink) => readPptx(zip, sink, parts, seen));

  const numbers = new Map<string, number>();
  for (const [index, { part, notes }] of parts.entries()) {
    numbers.set(part, first + index);
    if (notes !== null) numbers.set(notes, first + index);
  }
  const last = isCut ? (numbers.get(found.findLast(({ at }) => at !== undefined)?.at?.part ?? "") ?? first) : null;
  const here = last === null ? parts : parts.slice(0, last - first + 1);
  // The slide at which reading stopped is known only in part.
  const whole = last === null ? seen : seen.slice(0, last - first);
  const roles = rolesOf(whole);
  const hidden = new Set(whole.filter(({ isHidden }) => isHidden).map(({ part }) => part));
  const texts = withText(found).map(({ kind, text, at }) => {
    const known = at === undefined ? undefined : roles.get(`${at.part} ${at.from}`);
    const role: SlideRole = kind === "note" ? "note" : kind === "table_row" ? "table_row" : (known?.role ?? "text");
    return { text: text.trim(), role, level: known?.level ?? 0, slide: numbers.get(at?.part ?? "") ?? 0 };
  });
  const slides = here.map(({ part }, index) => ({ number: first + index, name: null, isHidden: hidden.has(part) }));
  return { slides, texts, total: all.length, isCut };
}

/** The roles of these slides' paragraphs, by part and offset. */
function rolesOf(slides: readonly ReadSlide[]) {
  const roles = new Map<string, { role: SlideRole; level: number }>();
  for (const { part, shapes } of slides) {
    const { title, body } = pptxTitleAndBody(shapes, ({ paragraphs }) => paragraphs.some(({ hasText }) => hasText));
    for (const shape of shapes) {
      const role = shape === title ? "title" : shape === body ? "bullet" : "text";
      for (const { from, level } of shape.paragraphs) roles.set(`${part} ${from}`, { role, level });
    }
  }
  return roles;
}
