import { ToolError } from "../../ports/tool-error";
import type { OfficeOperation } from "../text/office-format";
import { parseSlides, slideLine, type WrittenSlide } from "./slide-content";

/** The maximum number of slides after an edit. */
const MAX_SLIDES = 2_000;

/** The slides of `set_slides`. Rejects an empty list, and more than two thousand slides. */
export function wantedSlides(slides: Extract<OfficeOperation, { operation: "set_slides" }>["slides"]): WrittenSlide[] {
  if (slides.length === 0)
    throw new ToolError("bad_arguments", "slides is empty, and a presentation needs a slide", {
      hint: 'For example [{"title": "Hello", "bullets": ["one", "two"]}].',
    });
  throwIfTooMany(slides.length);
  return slides.map(({ title, bullets }) => ({ title: title.trim(), lines: bullets.map(slideLine) }));
}

/** The slides that `append_text` or `prepend` adds. */
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
    hint: "Presentations take set_slides, replace_text, set_text, append_text and prepend.",
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
