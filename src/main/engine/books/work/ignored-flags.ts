import type { DatabaseSync } from "node:sqlite";
import { z } from "zod";
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

const stored = z.object({ reason: z.string(), at: z.string(), writer: z.string() });

/** The ignored flags of the given paragraphs, or of all, in all versions. */
export function ignoredFlags(database: DatabaseSync, only: readonly string[] | null = null): IgnoredFlag[] {
  const wanted = only === null ? null : new Set(only);
  return factsWith(database, prefix).flatMap(({ name, value }) => {
    const [paragraph = "", version = "", kind = ""] = name.slice(prefix.length).split(" ");
    if (wanted !== null && !wanted.has(paragraph)) return [];
    const { success, data } = stored.safeParse(parsed(value));
    return success ? [{ paragraph, version, kind, ...data }] : [];
  });
}

/** Puts a flag aside. */
export const ignoreFlag = (database: DatabaseSync, flag: IgnoredFlag): void =>
  keepFact(
    database,
    nameOf(flag),
    JSON.stringify({ reason: flag.reason, at: flag.at, writer: flag.writer } satisfies z.infer<typeof stored>),
  );

/** Shows a flag again. */
export const restoreFlag = (database: DatabaseSync, flag: Pick<IgnoredFlag, "paragraph" | "version" | "kind">): void =>
  dropFact(database, nameOf(flag));

function parsed(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return null;
  }
}
