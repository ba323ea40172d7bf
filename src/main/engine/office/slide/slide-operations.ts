import { withPlainBreaks } from "../../../../core/text/line-endings";
import { MAX_SLIDES } from "../../ports/limits";
import { ToolError } from "../../ports/tool-error";
import type { NamedNode, OfficeOperation } from "../text/office-format";
import { parseSlides, type SlideLine, slideLine, type WrittenSlide } from "./slide-content";

/** The slides of `set_slides`. Rejects an empty list, and more than two thousand slides. */
export function wantedSlides(slides: Extract<OfficeOperation, { operation: "set_slides" }>["slides"]): WrittenSlide[] {
  if (slides.length === 0)
    throw new ToolError("bad_arguments", "slides is empty, and a presentation needs a slide", {
      hint: 'For example [{"title": "Hello", "bullets": ["one", "two"]}].',
    });
  throwIfTooMany(slides.length);
  return slides.map(({ title, bullets }) => ({ title: title.trim(), lines: bullets.map(slideLine) }));
}

/** The slide that an operation names. */
export function namedSlide<Slide>(slides: readonly Slide[], { id, slide }: NamedNode): Slide {
  const found = slide === undefined ? undefined : slides[slide - 1];
  if (found === undefined)
    throw new ToolError(
      "not_found",
      `there is no ${slide === undefined ? JSON.stringify(id) : id}; the presentation has ${slides.length} slides`,
      {
        hint: "Give the number of the slide, as read has it.",
      },
    );
  return found;
}

/** The slides to delete, in order. Rejects deleting all of them. */
export function deletedSlides<Slide>(slides: readonly Slide[], nodes: readonly NamedNode[]): Slide[] {
  const gone = new Set(nodes.map((node) => namedSlide(slides, node)));
  if (gone.size === slides.length)
    throw new ToolError("bad_arguments", "a presentation needs a slide, and this is its last one", {
      hint: "Change it with set_slides.",
    });
  return slides.filter((slide) => gone.has(slide));
}

/** Describes what was deleted, and the numbers that are left: `deleted slide 2; 3 slides are left`. */
export function describeDeleted<Slide>(slides: readonly Slide[], gone: readonly Slide[]): string {
  const left = slides.length - gone.length;
  const numbers = gone.map((slide) => slides.indexOf(slide) + 1).join(", ");
  return `deleted slide ${numbers}; ${left === 1 ? "1 slide is" : `${left} slides are`} left, with new numbers`;
}

/** The numbers of some slides, for the message: `slides 2-4`. */
export function slideNumbers(first: number, count: number): string {
  return count === 1 ? `slide ${first}` : `slides ${first}-${first + count - 1}`;
}

/** The number that the first of the slides has that are inserted or moved beside another one; a moved one leaves a gap at `from`. */
export function numberBeside(beside: number, side: "before" | "after", from = Number.POSITIVE_INFINITY): number {
  const at = side === "before" ? beside : beside + 1;
  return from < at ? at - 1 : at;
}

/** The lines of notes, a paragraph each. */
export const noteLines = (content: string): SlideLine[] =>
  withPlainBreaks(content)
    .trimEnd()
    .split("\n")
    .map((text) => ({ text: text.trimEnd(), level: null }));

/** The slides that an operation adds. */
export function newSlides(content: string, present: number): WrittenSlide[] {
  const slides = parseSlides(content);
  if (slides.length === 0)
    throw new ToolError("bad_arguments", "content is empty", {
      hint: "Give slides: # Title, and - points below it; the next heading begins the next slide.",
    });
  throwIfTooMany(present + slides.length);
  return slides;
}

function throwIfTooMany(count: number): void {
  if (count > MAX_SLIDES)
    throw new ToolError(
      "too_large",
      `the presentation would have ${count} slides; the limit is ${MAX_SLIDES.toLocaleString("en")}`,
    );
}

/** The error for an operation that does not apply to presentations. */
export const slideOperationError = (operation: string): ToolError =>
  new ToolError("bad_arguments", `${operation} is for spreadsheets, and this is a presentation`, {
    hint: "Presentations take set_slides, set_notes, replace_text, set_text, append_text, prepend, and insert_before, insert_after, delete and move with slide.",
  });

/** The error for a node id that is not a text of a slide. */
export const nodeError = (id: string): ToolError =>
  new ToolError("bad_arguments", `${JSON.stringify(id)} is not the id of a slide text that can be set`, {
    hint: "Use the id of a title, point or note, as read gives it.",
  });

/** Describes an edit, for the message: `set 3 slides, 1 of them new, removed 2`. */
export function describeEdit({ set, added, removed }: { set: number; added: number; removed: number }): string {
  const slides = (count: number): string => `${count} ${count === 1 ? "slide" : "slides"}`;
  const parts = [
    ...(set > 0 ? [`changed ${slides(set)}`] : []),
    ...(added > 0 ? [`added ${slides(added)}`] : []),
    ...(removed > 0 ? [`removed ${slides(removed)}`] : []),
  ];
  return parts.length === 0 ? "left every slide as it was" : parts.join(", ");
}
