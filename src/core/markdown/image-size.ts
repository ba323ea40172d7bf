/** The label of an image without its size, and the size in CSS pixels. */
export type SizedLabel = { alt: string; width: number | null; height: number | null };

/** Reads the size at the end of an image's label, as in `![text|300x200](…)` and `![[file|300]]`. */
export function imageSize(label: string): SizedLabel {
  const found = /^(?:(.*)\|)?\s*(\d{1,4})(?:x(\d{1,4}))?\s*$/s.exec(label);
  if (!found || (found[1] === undefined && !/^\d+(x\d+)?$/.test(label.trim())))
    return { alt: label, width: null, height: null };
  return {
    alt: found[1] ?? "",
    width: Number(found[2]) || null,
    height: found[3] === undefined ? null : Number(found[3]) || null,
  };
}

/** An edit of a label: what is between two positions of it becomes `insert`. */
export type LabelEdit = { from: number; to: number; insert: string };

/**
 * The edit that gives an image's label a width, or with null takes its size away. The label of an embed begins with the bar after the file's name, if
 * there is one. `bar`: how a bar is written there, `\|` in a table.
 */
export function sizeEdit(label: string, width: number | null, bar: "|" | "\\|"): LabelEdit | null {
  const size = imageSize(label.replaceAll("\\|", "|"));
  const found = size.width === null ? null : /(\\?\|)?\s*(\d{1,4}(?:x\d{1,4})?)\s*$/.exec(label);
  if (found) {
    const digits = found.index + found[0].indexOf(found[2] ?? "");
    if (width === null) return { from: found.index, to: label.length, insert: "" };
    return { from: digits, to: digits + (found[2]?.length ?? 0), insert: String(width) };
  }
  return width === null ? null : { from: label.length, to: label.length, insert: `${bar}${width}` };
}
