import { joinLineRanges, type LineRange } from "../../../../core/text/line-ranges";
import type { ReadRange } from "../../../../shared/contract";
import type { OutlineRow } from "../../../editor/outline/outline-rows";
import type { PackedCoverage } from "../../../editor/outline/outline-service";

/** The maximum number of agents counted separately; the last entry includes all later ones. */
const MAX_READERS = 6;

/** Lines of text, lines read by any agent, and lines read by each. */
export type Share = { total: number; read: number; each: readonly number[] };

/** What agents have read of a document, in total and by outline row. */
export type Coverage = { names: readonly string[]; total: Share; rows: readonly Share[] };

const nothing: Share = { total: 0, read: 0, each: [] };

/** The readers and the line ranges that each has read; search results do not count. */
export function readersOf(readRanges: readonly ReadRange[]): { names: string[]; lines: LineRange[][] } {
  const read = readRanges.filter(({ kind }) => kind === "read");
  const names = [...new Set(read.map(({ by }) => by))].sort().slice(0, MAX_READERS);
  const readerIndex = (by: string) => (names.includes(by) ? names.indexOf(by) : MAX_READERS - 1);
  const lines = names.map((_, index) =>
    joinLineRanges(read.filter(({ by }) => readerIndex(by) === index).flatMap((range) => range.lines)),
  );
  return { names, lines };
}

/** Unpacks the counts for the outline rows that they were computed with. */
export function coverageRows(packed: PackedCoverage, names: readonly string[], rows: readonly OutlineRow[]): Coverage {
  const stride = names.length + 2;
  const share = (part: number): Share => {
    const [total = 0, read = 0, ...each] = packed.subarray(part * stride, (part + 1) * stride);
    return { total, read, each };
  };
  const first = rows[0]?.kind === "frontmatter" ? 1 : 2;
  return { names, total: share(0), rows: rows.map((_, row) => share(row + first)) };
}

/** Maps the coverage to changed rows until it is computed again; `newRows` has the new index of each row. */
export function followCoverage(coverage: Coverage, newRows: readonly number[], count: number): Coverage {
  const rows = new Array<Share>(count).fill(nothing);
  for (const [row, index] of newRows.entries()) if (index >= 0) rows[index] = coverage.rows[row] ?? nothing;
  return { ...coverage, rows };
}

/** The coverage of a section's own text, or of several rows if it is collapsed. */
export function shareOf(coverage: Coverage, row: number, end = row + 1): Share {
  if (end === row + 1) return coverage.rows[row] ?? nothing;
  const each = coverage.names.map(() => 0);
  const sum = { total: 0, read: 0, each };
  for (const share of coverage.rows.slice(row, end)) {
    sum.total += share.total;
    sum.read += share.read;
    for (const [reader, lines] of share.each.entries()) each[reader] = (each[reader] ?? 0) + lines;
  }
  return sum;
}

/** The names of the agents that have read any of it. */
export const readersIn = ({ names }: Coverage, { each }: Share): string[] =>
  names.filter((_, reader) => (each[reader] ?? 0) > 0);
