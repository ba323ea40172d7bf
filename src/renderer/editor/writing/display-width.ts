const WIDE =
  /^(?:[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}|[\u{1f300}-\u{1faff}]|[\u{20000}-\u{3fffd}]|\p{Emoji}\ufe0f)/u;
const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** The width of a text in columns of a monospaced font: ideographs and emoji take two, combining marks none. */
export function displayWidth(text: string): number {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range of plain letters
  if (/^[\u0000-\u007f]*$/.test(text)) return text.length;
  let width = 0;
  for (const { segment } of segmenter.segment(text))
    width += WIDE.test(segment) ? 2 : /^[\p{Cf}\p{Mn}]+$/u.test(segment) ? 0 : 1;
  return width;
}
