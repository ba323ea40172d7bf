/** A paragraph of a part: the span of its element in the XML, and its text. */
type SpannedText = { from: number; to: number; text: string };

/**
 * Collects the paragraphs of a part while it is scanned, in the order in which they begin. The text of a nested paragraph, such as one of a
 * note, belongs to it alone.
 */
export function paragraphCollector() {
  const found: SpannedText[] = [];
  const open: SpannedText[] = [];
  return {
    found: found as readonly SpannedText[],
    begin({ from }: { from: number }): void {
      const paragraph = { from, to: 0, text: "" };
      found.push(paragraph);
      open.push(paragraph);
    },
    end(to: number): void {
      const paragraph = open.pop();
      if (paragraph !== undefined) paragraph.to = to;
    },
    text(text: string): void {
      const paragraph = open.at(-1);
      if (paragraph !== undefined) paragraph.text += text;
    },
  };
}
