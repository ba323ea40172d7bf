import { basename } from "node:path";
import type { RealTarget } from "../../../shared/conversation";
import { assistantTold } from "./words";

/** Characters that hide, turn or break a line: none of them may act in what a person is asked about. */
const acting = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}\u{115f}\u{1160}\u{3164}\u{ffa0}\u{2800}]|(?! )\p{Zs}/gu;

const written = (character: string): string => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;

/** Letters of alphabets that look alike, mixed within one word. */
const mixed = /(?=[\p{L}\p{M}]*\p{Script=Latin})(?=[\p{L}\p{M}]*[\p{Script=Cyrillic}\p{Script=Greek}])[\p{L}\p{M}]+/u;

/**
 * A file as a person may trust to see it: its real path, with every character that could deceive written out, and what is
 * odd about it in words. `asked` is the absolute path that the call named.
 */
export function realTarget(realPath: string, asked: string): RealTarget {
  const path = plainly(realPath);
  const warnings: string[] = [];
  if (path !== realPath) warnings.push(assistantTold.oddCharacters);
  if (/[\p{Script=Hebrew}\p{Script=Arabic}]/u.test(realPath)) warnings.push(assistantTold.rightToLeft);
  if (mixed.test(realPath)) warnings.push(assistantTold.mixedAlphabets);
  if (asked !== realPath) warnings.push(assistantTold.leadsElsewhere(plainly(asked)));
  return { path, name: plainly(basename(realPath)), warnings };
}

/** A text that somebody else wrote, on one line, with every character that could act written out. */
export const plainly = (text: string): string => text.replace(acting, written);
