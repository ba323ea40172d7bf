import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { absolutePath } from "../core/session";

/** What is being opened at this moment, on record: what ends the app does so before it is opened. */
export type OpeningRecords = {
  /** How many runs in a row, up to the last one, did not finish opening a file. The records of the last are read once, and gone then. */
  unfinished(path: string): number;
  /** Notes that a file is being opened. The answer ends the record; what ended its thread instead keeps it. */
  begin(path: string): () => void;
};

const record = z.object({ path: absolutePath, times: z.number().int().min(1).max(1000) });

/** Records in `folder`, a file each. Written at once, since the process may end at any moment; none that cannot be kept holds anything up. */
export function createOpeningRecords(folder: string): OpeningRecords {
  let left: ReadonlyMap<string, number> | null = null;

  const take = (name: string): [string, number][] => {
    const file = join(folder, name);
    try {
      const { path, times } = record.parse(JSON.parse(readFileSync(file, "utf8")));
      return [[path, times]];
    } catch {
      return [];
    } finally {
      rmSync(file, { force: true });
    }
  };
  const unfinished = (path: string): number => {
    try {
      left ??= new Map(
        readdirSync(folder)
          .filter((name) => name.endsWith(".json"))
          .flatMap(take),
      );
    } catch {
      left = new Map();
    }
    return left.get(path) ?? 0;
  };
  return {
    unfinished,
    begin(path) {
      const name = createHash("sha256").update(path).digest("hex").slice(0, 32);
      const file = join(folder, `${name}.json`);
      const times = unfinished(path) + 1;
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        writeFileSync(file, JSON.stringify({ path, times }), { mode: 0o600 });
      } catch {
        // Then what ends the app now is opened again at the next start.
      }
      return () => {
        try {
          rmSync(file, { force: true });
        } catch {
          // It is offered at the next start, no more.
        }
      };
    },
  };
}
