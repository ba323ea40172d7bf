import { basename } from "node:path";
import type { RealTarget } from "../../../../shared/conversation";
import { escapeInvisibles } from "../../../../shared/escape-invisibles";
import { assistantMessages } from "./messages";

/** Latin letters mixed with similar Cyrillic or Greek ones in one word. */
const mixed = /(?=[\p{L}\p{M}]*\p{Script=Latin})(?=[\p{L}\p{M}]*[\p{Script=Cyrillic}\p{Script=Greek}])[\p{L}\p{M}]+/u;

/**
 * A file as it can safely be shown: its real path with deceptive characters escaped, and warnings about it. `asked` is
 * the absolute path that the call named.
 */
export function realTarget(realPath: string, asked: string): RealTarget {
  const path = escapeInvisibles(realPath);
  const warnings: string[] = [];
  if (path !== realPath) warnings.push(assistantMessages.oddCharacters);
  if (/[\p{Script=Hebrew}\p{Script=Arabic}]/u.test(realPath)) warnings.push(assistantMessages.rightToLeft);
  if (mixed.test(realPath)) warnings.push(assistantMessages.mixedAlphabets);
  if (asked !== realPath) warnings.push(assistantMessages.leadsElsewhere(escapeInvisibles(asked)));
  return { path, name: escapeInvisibles(basename(realPath)), warnings };
}
