import { coverageOfSpans, paragraphsRead } from "../../../core/markdown/line-coverage";
import type { Paragraph, readParagraphs } from "../../../core/markdown/paragraphs";
import { listSections, type Outline, parseOutline } from "../../../core/markdown/sections";
import { changeLevel, moveSection, type SectionMoveResult } from "../../../core/outline/move-section";
import { applyChanges } from "../../../core/text/change";
import { cropText } from "../../../core/text/characters";
import type { LineRange } from "../../../core/text/line-ranges";
import { lineStart } from "../../../core/text/lines";
import type { Change } from "../../../shared/contract";
import { MAX_TITLE_LENGTH } from "../../ui/limits";
import { countSectionWords } from "./section-words";

/** Numbers per section in `PackedOutline.numbers`. */
export const STRIDE = 6;

/** An outline that is cheap to transfer: one string, and one transferable buffer. */
export type PackedOutline = {
  /** One title per line, in document order. */
  titles: string;
  /** For each section: level, first line, last line, offset, and the length and the words of its subtree. */
  numbers: Int32Array<ArrayBuffer>;
  frontmatter: { lineEnd: number; size: number } | null;
};

/** An edit of a section, which is identified by its index in document order. */
export type SectionEdit = { section: number } & (
  | { do: "move"; position: "before" | "after" | "into"; anchor: number }
  | { do: "level"; by: 1 | -1 }
);

/** The resulting changes, the new index of the section, and the outline afterwards. */
export type SectionResult =
  | { status: "moved"; changes: Change[]; index: number; outline: PackedOutline }
  | Extract<SectionMoveResult, { status: "refused" }>;

/**
 * Lines read, packed: one group of numbers for the whole text, one for the front matter and one for each section's own text. A
 * group has the number of lines, the number read by any reader, and the number read by each reader.
 */
export type PackedCoverage = Int32Array<ArrayBuffer>;

/** The outline of one text and edits of its sections. Takes time proportional to the length of the text. */
export class OutlineService {
  readonly #text: string;
  readonly #outline: Outline;
  #paragraphs: readonly Paragraph[] | null = null;

  constructor(text: string) {
    this.#text = text;
    this.#outline = parseOutline(text);
  }

  packed(): PackedOutline {
    return pack(this.#text, this.#outline);
  }

  /** What each reader has read. `read` splits a text into paragraphs; passed in, because not every outline needs it. */
  coverage(readers: readonly (readonly LineRange[])[], read: typeof readParagraphs): PackedCoverage {
    this.#paragraphs ??= read(this.#text, "markdown");
    const paragraphs = this.#paragraphs;
    const { frontmatter } = this.#outline;
    const whole = { from: 1, to: Number.MAX_SAFE_INTEGER };
    const parts = [
      { from: 1, to: frontmatter?.lineEnd ?? 0 },
      ...listSections(this.#outline).map(({ lineStart, ownEnd }) => ({ from: lineStart, to: ownEnd })),
    ];
    const isRead = readers.map((lines) => paragraphsRead(paragraphs, lines));
    // A paragraph that two agents have read half each counts as unread, as the `coverage` tool reports it to each of them.
    const byAny = paragraphs.map((_, index) => isRead.some((own) => own[index]));
    const stride = readers.length + 2;
    const numbers = new Int32Array((parts.length + 1) * stride);
    for (const [column, own] of [byAny, ...isRead].entries()) {
      const lines = [...coverageOfSpans([whole], paragraphs, own), ...coverageOfSpans(parts, paragraphs, own)];
      for (const [row, { read, total }] of lines.entries()) {
        numbers[row * stride] = total;
        numbers[row * stride + column + 1] = read;
      }
    }
    return numbers;
  }

  answer(ask: SectionEdit): SectionResult {
    const all = listSections(this.#outline);
    const section = all[ask.section];
    const anchor = ask.do === "move" ? all[ask.anchor] : section;
    if (!section || !anchor) throw new RangeError("the outline has no such section");
    const moved =
      ask.do === "move"
        ? moveSection(this.#text, this.#outline, section, { position: ask.position, anchor })
        : changeLevel(this.#text, this.#outline, section, ask.by);
    if (moved.status === "refused") return moved;
    const { status, changes, index, outline } = moved;
    const text = applyChanges(this.#text, changes);
    return { status, changes, index, outline: pack(this.#text, outline, text) };
  }
}

/** `text` is the text before an edit whose result has this outline, `counted` the text after it. */
function pack(text: string, outline: Outline, counted = text): PackedOutline {
  const sections = listSections(outline);
  const words = countSectionWords(counted, sections);
  const numbers = new Int32Array(sections.length * STRIDE);
  for (const [index, { level, lineStart: line, lineEnd, from, charCount }] of sections.entries()) {
    numbers.set([level, line, lineEnd, from, charCount, words[index] ?? 0], index * STRIDE);
  }
  const { frontmatter } = outline;
  return {
    titles: sections.map(({ title }) => cropText(title, MAX_TITLE_LENGTH)).join("\n"),
    numbers,
    // Section edits do not change the front matter, so the old text can be used.
    frontmatter: frontmatter && { lineEnd: frontmatter.lineEnd, size: lineStart(text, frontmatter.lineEnd + 1) },
  };
}
