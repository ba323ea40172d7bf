import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { fileNameFor } from "../../engine/storage";
import { absolutePath } from "../core/session";

/** Records which files are being opened, so that one whose opening crashed the app is known at the next start. */
export type OpeningRecords = {
  /** How many runs in a row, up to the last one, ended while opening the file. Reading removes the records. */
  unfinished(path: string): number;
  /** Records that a file is being opened. Call the result when it is open; after a crash the record remains. */
  begin(path: string): () => void;
};

const record = z.object({ path: absolutePath, times: z.number().int().min(1).max(1000) });

/**
 * Stores one file per record in `folder`. Written synchronously, since the process may end at any moment; errors are
 * ignored.
 */
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
      const file = join(folder, `${fileNameFor(path)}.json`);
      const times = unfinished(path) + 1;
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        writeFileSync(file, JSON.stringify({ path, times }), { mode: 0o600 });
      } catch {
        // Without a record, a file that crashes the app is opened again at the next start.
      }
      return () => {
        try {
          rmSync(file, { force: true });
        } catch {
          // A record that remains only means that the file is offered instead of reopened.
        }
      };
    },
  };
}
