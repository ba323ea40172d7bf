import type { DatabaseSync } from "node:sqlite";
import { type CheckLevel, type Checks, checksWith, standardChecks } from "../quality/checks";
import type { FlagKind } from "../quality/flags";
import { dropFact, factsWith, keepFact } from "./work-facts";

/** Changed checks are facts of this name, as ignored flags are: a new table would be damage for an older Galley. */
const prefix = "check ";

/** The checks of the book. */
export const storedChecks = (database: DatabaseSync): Checks =>
  checksWith(factsWith(database, prefix).map(({ name, value }) => [name.slice(prefix.length), value] as const));

/** Sets one check. The standard level is not stored, so that it follows a later Galley. */
export function storeCheck(database: DatabaseSync, kind: FlagKind, level: CheckLevel): void {
  if (level === standardChecks[kind]) dropFact(database, `${prefix}${kind}`);
  else keepFact(database, `${prefix}${kind}`, level);
}
