import { withText } from "./office-paragraphs";
import { readPptx } from "./pptx";
import { levelOf, pptxSlides } from "./pptx-slides";
import type { SlideRole, ToldSlides } from "./slide-reading";
import type { ZipPackage } from "./zip";

/** The slides of a presentation, and all their texts as `readPptx` has them, each with its place. */
export function toldPptx(zip: ZipPackage): ToldSlides {
  const slides = pptxSlides(zip);
  const roles = new Map<string, { role: SlideRole; level: number }>();
  const numbers = new Map<string, number>();
  for (const [index, slide] of slides.entries()) {
    numbers.set(slide.part, index + 1);
    if (slide.notes !== null) numbers.set(slide.notes, index + 1);
    for (const shape of slide.shapes)
      for (const paragraph of shape.paragraphs) {
        const role = shape === slide.title ? "title" : shape === slide.body ? "bullet" : "text";
        roles.set(`${slide.part} ${paragraph.from}`, { role, level: levelOf(paragraph) });
      }
  }
  const texts = withText(readPptx(zip)).map(({ kind, text, at }) => {
    const known = at === undefined ? undefined : roles.get(`${at.part} ${at.from}`);
    const role: SlideRole = kind === "note" ? "note" : kind === "table_row" ? "table_row" : (known?.role ?? "text");
    return { text: text.trim(), role, level: known?.level ?? 0, slide: numbers.get(at?.part ?? "") ?? 0 };
  });
  return { slides: slides.map(({ isHidden }) => ({ name: null, isHidden })), texts };
}
