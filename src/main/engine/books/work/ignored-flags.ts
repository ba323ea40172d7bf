import type { DatabaseSync } from "node:sqlite";
import { dropFact, type FactName, factsWith, keepFact } from "./work-facts";

/** A flag that the user has put aside, with a reason or an empty one. It counts for one version of a translation. */
export type IgnoredFlag = {
  paragraph: string;
  version: string;
  kind: string;
  reason: string;
  at: string;
  writer: string;
};

/** Ignored flags are facts of this name, since an older Galley takes a database with a table that it does not know for damaged. */
const prefix = "ignored ";

const nameOf = ({ paragraph, version, kind }: Pick<IgnoredFlag, "paragraph" | "version" | "kind">): FactName =>
  `ignored ${paragraph} ${version} ${kind}`;

/** The ignored flags of the given paragraphs, or of all, in all versions. */
export function ignoredFlags(database: DatabaseSync, only: readonly string[] | null = null): IgnoredFlag[] {
  const wanted = only === null ? null : new Set(only);
  return factsWith(database, prefix).flatMap(({ name, value }) => {
    const [paragraph = "", version = "", kind = ""] = name.slice(prefix.length).split(" ");
    if (wanted !== null && !wanted.has(paragraph)) return [];
    const stored = parsed(value);
    return stored === null ? [] : [{ paragraph, version, kind, ...stored }];
  });
}

/** Puts a flag aside. */
export const ignoreFlag = (database: DatabaseSync, flag: IgnoredFlag): void =>
  keepFact(database, nameOf(flag), JSON.stringify({ reason: flag.reason, at: flag.at, writer: flag.writer }));

/** Shows a flag again. */
export const restoreFlag = (database: DatabaseSync, flag: Pick<IgnoredFlag, "paragraph" | "version" | "kind">): void =>
  dropFact(database, nameOf(flag));

/** Null for what no Galley has written. */
function parsed(value: string): { reason: string; at: string; writer: string } | null {
  try {
    const { reason, at, writer } = Object(JSON.parse(value)) as Record<string, unknown>;
    const isWhole = typeof reason === "string" && typeof at === "string" && typeof writer === "string";
    return isWhole ? { reason, at, writer } : null;
  } catch {
    return null;
  }
}
