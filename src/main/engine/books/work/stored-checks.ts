import type { DatabaseSync } from "node:sqlite";
import { type CheckLevel, type Checks, checkKinds, checksWith, standardChecks } from "../quality/checks";
import type { FlagKind } from "../quality/flags";
import { dropFact, keepFact, shortFacts } from "./work-facts";

/** Changed checks are facts of this name, as ignored flags are: a new table would be damage for an older Galley. */
const prefix = "check ";

/** The checks of the book. Only facts that can be checks are read: a database that came with a folder may have any number of others. */
export const storedChecks = (database: DatabaseSync): Checks =>
  checksWith(
    shortFacts(
      database,
      checkKinds.map((kind) => `${prefix}${kind}`),
    ).map(({ name, value }) => [name.slice(prefix.length), value] as const),
  );

/** Sets one check. The standard level is not stored, so that it follows a later Galley. */
export function storeCheck(database: DatabaseSync, kind: FlagKind, level: CheckLevel): void {
  if (level === standardChecks[kind]) dropFact(database, `${prefix}${kind}`);
  else keepFact(database, `${prefix}${kind}`, level);
}
