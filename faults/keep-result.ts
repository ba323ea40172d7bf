import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { emptyTally, type FaultReporter, type FaultRow, type Tally } from "./fault-row";

// scripts/commands/faults.mjs reads the results from here.
const results = join(import.meta.dirname, "..", "out", "faults");

/** Stores the result of a row for the page, at position `order`. A row that is about to start has no tally yet. */
export function keepResult(
  row: FaultRow,
  {
    part,
    order,
    mode,
    tally,
  }: { part: "files" | "app"; order: number; mode: FaultReporter["mode"]; tally: Tally | null },
): void {
  const { name, covers, how, bound, known, areCalls = false } = row;
  const unended: Tally = {
    ...emptyTally(),
    status: "fell",
    fallen: ["the harness itself ended in the middle of it"],
  };
  const result = {
    order,
    part,
    mode,
    name,
    covers,
    how,
    bound,
    areCalls,
    why: known?.why ?? "",
    ...(tally ?? unended),
  };
  mkdirSync(results, { recursive: true });
  writeFileSync(join(results, `${part}-${String(order).padStart(4, "0")}.json`), JSON.stringify(result));
}
