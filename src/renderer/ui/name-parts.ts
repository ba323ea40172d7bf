/** Scripts that are read from the right: two boxes side by side would put the parts of such a name the wrong way round. */
const FROM_THE_RIGHT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** The extension with a few letters before it, never cut between a letter and its marks. */
const ENDING = /[\p{L}\p{N} _-]{0,5}\.[^.\s]{1,10}$/u;

/**
 * A file's name in two parts, so that where there is little room its middle is left out: the ending says what it is, and
 * often which of many. `end` is empty where the name cannot be parted.
 */
export function nameParts(name: string): { start: string; end: string } {
  const end = FROM_THE_RIGHT.test(name) ? "" : (ENDING.exec(name)?.[0] ?? "");
  const jamo = /^[\u1160-\u11ff]+/.exec(end)?.[0].length ?? 0;
  return { start: name.slice(0, name.length - end.length + jamo), end: end.slice(jamo) };
}
