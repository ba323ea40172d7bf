import { coverageMessages } from "../../../editor/coverage/messages";
import { messages } from "../../../ui/messages";
import { type Coverage, readersIn, type Share } from "./outline-coverage";

/** The maximum number of agents named in a sentence; others are counted. */
const MAX_NAMES = 2;

/** A list of names: `Claude`, `Claude and Codex`, `Claude, Codex and 2 others`. */
export function formatNames(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES);
  const others = names.length - shown.length;
  const listed = others > 0 ? [...shown, coverageMessages.others(others)] : shown;
  return new Intl.ListFormat(messages.time.locale, { type: "conjunction" }).format(listed);
}

/** Describes who has read how much of a section. */
export function describeCoverage(coverage: Coverage, share: Share, of: "its own text" | "with all below it"): string {
  const names = readersIn(coverage, share);
  if (names.length === 0) return coverageMessages.notRead;
  const sentence = coverageMessages.lines(formatNames(names), share.read, share.total);
  return of === "its own text" ? sentence : coverageMessages.withChildren(sentence);
}

/** A percentage that is 100 only if everything was read, and 0 only if nothing was. */
export function percentOf({ read, total }: Share): string {
  const percent = total === 0 ? 0 : (100 * read) / total;
  const rounded = percent > 0 && percent < 1 ? 1 : percent > 99 && percent < 100 ? 99 : Math.round(percent);
  return new Intl.NumberFormat(messages.time.locale, { style: "percent" }).format(rounded / 100);
}
