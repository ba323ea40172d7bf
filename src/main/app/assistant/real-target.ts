import { basename } from "node:path";
import type { RealTarget } from "../../../shared/conversation";
import { plainly } from "../../../shared/plainly";
import { assistantTold } from "./messages";

/** Latin letters mixed with similar Cyrillic or Greek ones in one word. */
const mixed = /(?=[\p{L}\p{M}]*\p{Script=Latin})(?=[\p{L}\p{M}]*[\p{Script=Cyrillic}\p{Script=Greek}])[\p{L}\p{M}]+/u;

/**
 * A file as it can safely be shown: its real path with deceptive characters escaped, and warnings about it. `asked` is
 * the absolute path that the call named.
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
