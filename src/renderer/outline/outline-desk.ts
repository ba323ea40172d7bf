import { cropText } from "../../main/engine/document/characters";
import { lineStart } from "../../main/engine/document/lines";
import { changeLevel, type MovedSection, moveSection } from "../../main/engine/document/move-section";
import { listSections, type Outline, parseOutline } from "../../main/engine/document/sections";
import type { Change } from "../../shared/contract";

/** A title is shown up to so many characters. */
const LONGEST_TITLE = 200;

/** How many numbers a section has in `PackedOutline.numbers`. */
export const STRIDE = 5;

/** An outline that costs little to send: it is copied as one string and handed over as one buffer. */
export type PackedOutline = {
  /** One a line, in document order. */
  titles: string;
  /** For each section: its level, first and last line, where it starts, how long its subtree is. */
  numbers: Int32Array<ArrayBuffer>;
  frontmatter: { lineEnd: number; size: number } | null;
};

/** What is to be done with a section, which is named by its place in document order. */
export type SectionAsk = { section: number } & (
  | { do: "move"; position: "before" | "after" | "into"; anchor: number }
  | { do: "level"; by: 1 | -1 }
);

/** The edit for it, the place of the section after it, and the outline of the text then. */
export type SectionAnswer =
  | { status: "moved"; changes: Change[]; index: number; outline: PackedOutline }
  | Extract<MovedSection, { status: "refused" }>;

/** One text, its outline, and the edits of its sections. Works for as long as the text is long. */
export class OutlineDesk {
  readonly #text: string;
  readonly #outline: Outline;

  constructor(text: string) {
    this.#text = text;
    this.#outline = parseOutline(text);
  }

  packed(): PackedOutline {
    return pack(this.#text, this.#outline);
  }

  answer(ask: SectionAsk): SectionAnswer {
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
    return { status, changes, index, outline: pack(this.#text, outline) };
  }
}

function pack(text: string, outline: Outline): PackedOutline {
  const sections = listSections(outline);
  const numbers = new Int32Array(sections.length * STRIDE);
  for (const [index, { level, lineStart: line, lineEnd, from, charCount }] of sections.entries()) {
    numbers.set([level, line, lineEnd, from, charCount], index * STRIDE);
  }
  const { frontmatter } = outline;
  return {
    titles: sections.map(({ title }) => cropText(title, LONGEST_TITLE)).join("\n"),
    numbers,
    // An edit of sections leaves it as it is: the text before will do.
    frontmatter: frontmatter && { lineEnd: frontmatter.lineEnd, size: lineStart(text, frontmatter.lineEnd + 1) },
  };
}
