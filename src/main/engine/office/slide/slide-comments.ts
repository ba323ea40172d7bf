import { ToolError } from "../../ports/tool-error";
import { anchored, type CommentTarget, type OfficeMessage, type OfficeThread } from "../text/office-comments";
import type { SlideTexts } from "./read-slides";

type TextRange = { from: number; to: number };

/** The texts of slides in the text of a presentation: all of a slide's, and the first one besides its name, usually its title. */
export type SlideTextRanges = { whole: TextRange; first: TextRange }[];

/** The text of a presentation, and where the texts of its slides are; of a slide without text, an empty range after the slide before. */
export function slideRanges({ texts, total }: Pick<SlideTexts, "texts" | "total">): {
  text: string;
  slides: SlideTextRanges;
} {
  const slides: SlideTextRanges = [];
  /** Whether the slide's first text is only its name so far. */
  let isNamed = false;
  let at = 0;
  let last = 0;
  for (const { slide, text, role } of texts) {
    for (let next = slides.length + 1; next < slide && next <= total; next++) slides.push(emptyAt(last));
    const range = { from: at, to: at + text.length };
    const known = slides[slide - 1];
    if (known === undefined) slides.push({ whole: { ...range }, first: range });
    else {
      known.whole.to = range.to;
      if (isNamed && role !== "name") known.first = range;
    }
    isNamed = (known === undefined || isNamed) && role === "name";
    last = range.to;
    at = range.to + 1;
  }
  while (slides.length < total) slides.push(emptyAt(last));
  return { text: texts.map(({ text }) => text).join("\n"), slides };
}

const emptyAt = (at: number): SlideTextRanges[number] => ({ whole: { from: at, to: at }, first: { from: at, to: at } });

/** The address of a slide, as threads have it. */
export const slideAddress = (slide: number): string => `slide ${slide}`;

/** The slide, from 1, that a new comment is on. */
export function targetSlide(slides: SlideTextRanges, { range, address }: CommentTarget): number {
  if (address !== undefined) return slideAt(address, slides.length);
  const index = slides.findIndex(({ whole }) => whole.from <= range.from && range.to <= whole.to);
  if (index < 0)
    throw new ToolError("unsupported", "a comment in a presentation is on one slide, and these words are on several", {
      hint: "Give section: a slide, such as slide 3.",
    });
  return index + 1;
}

/** The number that names a slide: `3` or `slide 3`. */
function slideAt(address: string, total: number): number {
  const number = Number(/^\s*(?:slide\s*)?(\d{1,6})\s*$/i.exec(address)?.[1] ?? 0);
  if (number < 1)
    throw new ToolError("bad_arguments", `${JSON.stringify(address.slice(0, 200))} names no slide`, {
      hint: "A slide is named by its number, such as slide 3.",
    });
  if (number > total) throw new ToolError("not_found", `there is no slide ${number}: the presentation has ${total}`);
  return number;
}

/** A comment of a slide, as the formats store it. */
type SlideComment = { slide: number; isResolved: boolean; message: OfficeMessage };

/** The threads of a presentation, whose slides have these texts. */
export function slideThreads(
  threads: readonly { key: string; comments: readonly SlideComment[] }[],
  texts: Pick<SlideTexts, "texts" | "total">,
): OfficeThread[] {
  const { slides, text } = slideRanges(texts);
  return threads.map(({ key, comments }) => {
    const [root] = comments;
    const slide = root?.slide ?? 1;
    return {
      key,
      isResolved: root?.isResolved === true,
      address: slideAddress(slide),
      ...anchored(slides[slide - 1]?.first ?? { from: 0, to: 0 }, { text }),
      messages: comments.map(({ message }) => message),
    };
  });
}
