import { kind, kindAt, splitsPair } from "./characters";

/** Particles that Hebrew and Arabic write before a word without a blank. */
const proclitics = /^(?:[והבלכמש]{1,4}|[وفبكلسا]{1,4})$/u;
const MAX_PROCLITICS = 4;
const hasProclitics = /[\p{Script=Hebrew}\p{Script=Arabic}]/u;
/** Korean has its particles behind a word. */
const hasParticles = /\p{Script=Hangul}/u;

/** The start of the character before `at`, marks of it left out; -1 at the start of the text. */
function baseBefore(text: string, at: number): number {
  for (let start = at - 1; start >= 0; start--) {
    if (splitsPair(text, start)) continue;
    if (kindAt(text, start) !== kind.mark) return start;
  }
  return -1;
}

/** `_` is a mark of Markdown here. */
const isLetter = (text: string, at: number): boolean =>
  at >= 0 && at < text.length && kindAt(text, at) === kind.letter && text[at] !== "_";

/** Whether only particles are before `at` in its word. */
function followsProclitics(text: string, at: number): boolean {
  if (!hasProclitics.test(text[at] ?? "")) return false;
  let start = at;
  for (let before = baseBefore(text, at); isLetter(text, before); before = baseBefore(text, start)) {
    start = before;
    if (at - start > 2 * MAX_PROCLITICS) return false;
  }
  return proclitics.test(text.slice(start, at).replace(/\p{M}/gu, ""));
}

/** Whether a word begins at `at`, or a sign. Scripts without blanks have words anywhere. */
export function isWordStart(text: string, at: number): boolean {
  if (!isLetter(text, at) || !isLetter(text, baseBefore(text, at))) return true;
  return followsProclitics(text, at);
}

/** Whether a word ends before `at`, or a sign. Scripts without blanks have words anywhere. */
export function isWordEnd(text: string, at: number): boolean {
  const last = baseBefore(text, at);
  if (at >= text.length || !isLetter(text, last)) return true;
  const isJoined = isLetter(text, at) && !hasParticles.test(text[last] ?? "");
  return !isJoined && kindAt(text, at) !== kind.mark;
}

/** Whether a part of a text is whole words. */
export const isWhole = (text: string, from: number, to: number): boolean =>
  isWordStart(text, from) && isWordEnd(text, to);
