import { setImmediate as nextTurn } from "node:timers/promises";
import { difference, differingSpan } from "../../../../core/diff/difference";
import { wordwise } from "../../../../core/review/word-changes";
import type { Change } from "../../../../core/text/change";
import { unpackChanges } from "../../../../core/text/packed-changes";
import type { Packages } from "./packages";

/** `spans` compares as `difference` does, `words` as `wordwise`. */
export type CompareBy = "spans" | "words";

/** The changes from one text to another. */
export type CompareTexts = (before: string, after: string, by?: CompareBy) => Promise<Change[]>;

/** If more characters differ, they are compared in a worker process: comparing takes up to 80 ms, however long the texts are. */
const MAX_COMPARED_HERE = 60_000;

export const compareHere: CompareTexts = async (before, after, by = "spans") =>
  by === "words" ? wordwise(before, after) : difference(before, after);

/** Compares texts that differ a lot in a worker process, with the same result; also if that process fails. */
export const compareElsewhere =
  (packages: Packages, log: (error: unknown) => void): CompareTexts =>
  async (before, after, by = "spans") => {
    if (!differALot(before, after)) return compareHere(before, after, by);
    // Copying long texts for the other process takes a while, and so did decoding them.
    await nextTurn();
    try {
      return unpackChanges(await packages.run("difference", { before, after, by, name: "" }));
    } catch (error) {
      log(error);
      return compareHere(before, after, by);
    }
  };

function differALot(before: string, after: string): boolean {
  if (before.length + after.length <= MAX_COMPARED_HERE) return false;
  const span = differingSpan(before, after);
  if (span === null || span.from === span.to || span.insert === "") return false;
  return span.to - span.from + span.insert.length > MAX_COMPARED_HERE;
}
