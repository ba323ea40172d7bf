/** A paragraph as it is put before a model. */
export type WorkLine = {
  id: string;
  /** The 0-based position in the chapter: for location only. */
  paragraph_index: number;
  text: string;
  translation: string | null;
};

/** `[index] [ID: …] text`, a line each; with translations the present one stands below, indented. */
export function workLines(paragraphs: readonly WorkLine[], shown: "sources" | "with translations"): string[] {
  return paragraphs.flatMap(({ id, paragraph_index, text, translation }) => {
    const line = `[${paragraph_index}] [ID: ${id}] ${text}`;
    return shown === "sources" || translation === null ? [line] : [line, ...indented(translation)];
  });
}

/** Whatever a translation holds, none of its lines can pass for a work line. */
const indented = (translation: string): string[] =>
  translation.split("\n").map((line, index) => (index === 0 ? `    → ${line}` : `      ${line}`));

/** A fence longer than any in the text, so that nothing in it can end it. */
export function fence(lines: readonly string[]): string[] {
  const longest = Math.max(2, ...lines.map((line) => /`{3,}/.exec(line)?.[0].length ?? 0));
  const mark = "`".repeat(longest + 1);
  return [`${mark}text`, ...lines, mark];
}
