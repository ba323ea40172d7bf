import { captionLabel, isNumbered, type Sequence } from "../../../core/office/docx/caption-labels";
import type { Run } from "../../../core/office/docx/docx-plan";
import { isImageName } from "../../../core/text/format";
import { textRuns } from "./docx-runs";

/** Captions with their labels and numbers, in the language of a BCP 47 tag. */
export function numberedCaptions(lang: string) {
  const counted = { Figure: 0, Table: 0 };
  /** The runs of a caption, with a label and a number unless its words bring their own. */
  return (sequence: Sequence, runs: Run[], words: string): Run[] => {
    if (isNumbered(words)) return runs;
    const { before, after } = captionLabel(sequence, lang);
    counted[sequence] += 1;
    const number: Run = { kind: "sequence", sequence, number: counted[sequence] };
    return [...textRuns(before, {}), number, ...textRuns(after, {}), ...runs];
  };
}

/** The image that is alone in a paragraph, with the words of its caption: its title, or else the text for it. Null if there is none. */
export function figureIn(paragraph: Element): { image: Element; words: string } | null {
  const image = paragraph.children.length === 1 ? paragraph.querySelector("img") : null;
  if (!image || paragraph.textContent?.trim() !== "") return null;
  const alt = image.getAttribute("alt") ?? "";
  // An embedded image without words has its name.
  const words = (image.getAttribute("title") || (isImageName(alt) ? "" : alt)).trim();
  return words === "" ? null : { image, words };
}

/** What a caption in a `<figure>` counts. */
export const sequenceOf = (caption: Element): Sequence =>
  caption.closest("figure")?.querySelector("table") ? "Table" : "Figure";
