/** Right-to-left scripts: in two adjacent boxes, the parts of such a name would appear in the wrong order. */
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** The extension and a few letters before it, never split between a letter and its marks. */
const ENDING = /[\p{L}\p{N} _-]{0,5}\.[^.\s]{1,10}$/u;

/**
 * Splits a file name so that its middle can be left out if there is little room; the end often tells similar names
 * apart. `end` is empty if the name cannot be split.
 */
export function nameParts(name: string): { start: string; end: string } {
  const end = RIGHT_TO_LEFT.test(name) ? "" : (ENDING.exec(name)?.[0] ?? "");
  const jamo = /^[\u1160-\u11ff]+/.exec(end)?.[0].length ?? 0;
  return { start: name.slice(0, name.length - end.length + jamo), end: end.slice(jamo) };
}
