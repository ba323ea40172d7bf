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
