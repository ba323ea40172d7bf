/** `patch_text`: hunks that are located by the lines around them, applied in order, all or none. */
import { applyChanges, type Change, changesWithin, composeChanges, mapPosition, shrinkChanges } from "../text/change";
import { cropText } from "../text/characters";
import { indexedLines, type LineFinder, type LineSpan, lineFinder, numbersOf } from "../text/find-lines";
import { replaceLines } from "../text/lines";
import { nearestLines } from "../text/nearest";
import { type Hunk, parsePatch } from "./parse-patch";

/** Why a patch was rejected, for the caller. */
export type PatchError = {
  status: "refused";
  code: "not_found" | "ambiguous" | "bad_arguments";
  message: string;
  hint?: string;
  /** Lines that may have been meant, as `12: text`. */
  candidates?: string[];
  /** The number of the hunk, from 1; absent if the whole patch is rejected. */
  hunk?: number;
};

/** The result of a patch. */
export type PatchText =
  | {
      status: "applied";
      /** Changes of the given text. */
      changes: Change[];
      /** The number of hunks. */
      hunks: number;
      /** The file named in the envelope, for the caller to compare with its own; null without one. */
      file: string | null;
    }
  | PatchError;

const MAX_HUNKS = 5000;
/** The budget of lines and characters to compare for one patch, a second or two. Few patches come near it. */
const MAX_STEPS = 1_000_000_000;
/** From this many hunks on, the lines of the text are indexed. */
const many = 8;

/** Applies a patch to a text. Later hunks see the result of earlier ones. */
export function applyPatchText(text: string, patch: string): PatchText {
  const parsed = parsePatch(patch);
  if (parsed.status === "refused") return parsed;
  if (parsed.hunks.length > MAX_HUNKS) {
    const message = `patch_text has ${parsed.hunks.length} hunks; the limit is ${MAX_HUNKS}`;
    return { status: "refused", code: "bad_arguments", message, hint: "Send them in several calls." };
  }
  const original = parsed.hunks.length >= many ? indexedLines(text, wantedLines(parsed.hunks)) : lineFinder(text);
  const cost = { steps: 0 };
  let changes: Change[] = [];
  for (const [index, hunk] of parsed.hunks.entries()) {
    const applied = applyHunk(original, changes, hunk, cost);
    if (applied.status === "refused") {
      return { ...applied, message: `hunk ${index + 1} ${applied.message}`, hunk: index + 1 };
    }
    if (applied.over === "original") insertChanges(changes, applied.changes);
    else changes = composeChanges(changes, applied.changes);
    // The first few hunks are always tried.
    if (index >= many && original.steps + cost.steps > MAX_STEPS) {
      const message = `the search was stopped after hunk ${index + 1}: too many lines of this file are alike, or hunks build on each other`;
      return { status: "refused", code: "bad_arguments", message, hint: "Send the hunks in several calls." };
    }
  }
  return { status: "applied", changes: shrinkChanges(text, changes), hunks: parsed.hunks.length, file: parsed.file };
}

/** Every line that may be searched for. */
function* wantedLines(hunks: readonly Hunk[]): Generator<string, void> {
  for (const hunk of hunks) {
    yield* oldLines(hunk);
    if (hunk.anchor === null) continue;
    yield hunk.anchor;
    yield withoutClosing(hunk.anchor);
  }
}

const oldLines = (hunk: Hunk): string[] => hunk.lines.filter(({ kind }) => kind !== "+").map(({ text }) => text);

// Searches the lines that no earlier hunk touched first: a line that an earlier hunk added does not make a later hunk
// ambiguous. Returns changes of the text as the earlier hunks left it.
function applyHunk(
  original: LineFinder,
  earlier: readonly Change[],
  hunk: Hunk,
  cost: { steps: number },
): { status: "applied"; changes: Change[]; over: "original" | "what earlier hunks left" } | PatchError {
  const isUntouched = ({ start, end }: LineSpan) => !changesWithin(earlier, start, end);
  let location = locate(original, hunk, isUntouched);
  let shift = 0;
  let current = original.text;
  if (earlier.length > 0) {
    if (location.status === "found" && location.end < current.length && isFarFrom(earlier, location)) {
      const changes = shrinkChanges(current, rewrite(current, location, hunk));
      return changes.length === 0 ? changesNothing : { status: "applied", changes, over: "original" };
    }
    if (location.status === "found") {
      // Text that an earlier hunk put under the same anchor comes after this hunk's text.
      shift =
        mapPosition(earlier, location.start, location.start === location.end ? "before" : "after") - location.start;
      // At the end of the text, the result depends on the text before it.
      if (location.end === current.length) {
        cost.steps += 2 * current.length;
        current = applyChanges(current, earlier);
        location = { ...location, start: location.start + shift, end: location.end + shift };
        shift = 0;
      }
    } else if (location.status === "not_found") {
      current = applyChanges(current, earlier);
      const finder = lineFinder(current);
      location = locate(finder, hunk, () => true);
      cost.steps += current.length + finder.steps;
    }
  }
  if (location.status !== "found") return locationError(original.text, hunk, location);
  const changes = shrinkChanges(current, rewrite(current, location, hunk));
  if (changes.length === 0) return changesNothing;
  return {
    status: "applied",
    over: "what earlier hunks left",
    changes: changes.map(({ from, to, insert }) => ({ from: from + shift, to: to + shift, insert })),
  };
}

const changesNothing: PatchError = {
  status: "refused",
  code: "bad_arguments",
  message: "changes nothing",
  hint: "Its - and + lines are the same; leave the hunk out.",
};

/** Whether no change touches a span, not even at its ends. */
function isFarFrom(changes: readonly Change[], { start, end }: LineSpan): boolean {
  const next = changes[firstBehind(changes, start)];
  return next === undefined || next.from > end;
}

/** The first change that ends at or after a position. */
function firstBehind(changes: readonly Change[], position: number): number {
  let [low, high] = [0, changes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((changes[middle] as Change).to < position) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Inserts changes that touch none of the others; they are adjacent. */
function insertChanges(changes: Change[], more: readonly Change[]): void {
  const [first] = more;
  if (first !== undefined) changes.splice(firstBehind(changes, first.from), 0, ...more);
}

type HunkLocation =
  /** The range of the hunk's own lines; empty for an insertion directly below an anchor. */
  | ({ status: "found" } & LineSpan)
  | { status: "ambiguous"; what: "anchor" | "context"; spans: LineSpan[] }
  | { status: "not_found"; what: "anchor" | "context" };

const MAX_LOCATIONS = 100;

function locate(finder: LineFinder, hunk: Hunk, accept: (span: LineSpan) => boolean): HunkLocation {
  const lines = oldLines(hunk);
  if (hunk.anchor === null) return choose(finder.find(lines, { limit: MAX_LOCATIONS, accept }));
  const anchors = findAnchors(finder, hunk.anchor, accept);
  const [first] = anchors;
  if (!first) return { status: "not_found", what: "anchor" };
  if (lines.length === 0) {
    if (anchors.length > 1) return { status: "ambiguous", what: "anchor", spans: anchors };
    return { status: "found", start: first.end, end: first.end };
  }
  const direct = new Map<number, LineSpan>();
  for (const anchor of anchors) {
    const anchorLine = finder.text.slice(anchor.start, anchor.end).trimEnd();
    const below = finder.at(anchor.end, lines);
    if (below && accept({ start: anchor.start, end: below.end })) direct.set(below.start, below);
    // The anchor may be one of the hunk's own lines.
    let start = anchor.start;
    for (const line of lines) {
      const span = line.trimEnd() === anchorLine ? finder.at(start, lines) : null;
      if (span && accept(span)) direct.set(span.start, span);
      if (start === 0) break;
      start = start === 1 ? 0 : finder.text.lastIndexOf("\n", start - 2) + 1;
    }
  }
  if (direct.size > 0) return choose([...direct.values()]);
  return choose(finder.find(lines, { from: first.end, limit: MAX_LOCATIONS, accept }));
}

function findAnchors(finder: LineFinder, anchor: string, accept: (span: LineSpan) => boolean): LineSpan[] {
  const found = finder.find([anchor], { limit: MAX_LOCATIONS, accept });
  const named = withoutClosing(anchor);
  return found.length > 0 || named === anchor ? found : finder.find([named], { limit: MAX_LOCATIONS, accept });
}

/** An anchor without the `@@` that may close it. */
function withoutClosing(anchor: string): string {
  const closed = anchor.trimEnd();
  return closed.endsWith("@@") ? closed.slice(0, -2).trimEnd() : anchor;
}

function choose(spans: LineSpan[]): HunkLocation {
  const [only] = spans;
  if (!only) return { status: "not_found", what: "context" };
  return spans.length === 1 ? { status: "found", ...only } : { status: "ambiguous", what: "context", spans };
}

// Kept lines stay as they are in the text, even if their blanks differ in the hunk.
function rewrite(text: string, location: LineSpan, hunk: Hunk): Change[] {
  const changes: Change[] = [];
  let at = location.start;
  let from = at;
  let added: string[] = [];
  const flush = () => {
    if (from < at || added.length > 0) changes.push(replaceLines(text, from, at, added));
    added = [];
  };
  for (const { kind, text: line } of hunk.lines) {
    if (kind === "+") {
      added.push(line);
      continue;
    }
    if (kind === " ") flush();
    const end = text.indexOf("\n", at);
    at = end < 0 ? text.length : end + 1;
    if (kind === " ") from = at;
  }
  flush();
  const changesFinalBreak = hunk.isOldOpen !== hunk.isNewOpen && location.end === text.length;
  return changesFinalBreak ? endAs(text, location, changes, hunk) : changes;
}

// Adds or removes the break of the last line if the patch says so. Until then the text keeps its ending.
function endAs(text: string, location: LineSpan, changes: Change[], hunk: Hunk): Change[] {
  const isEmptied = location.start === 0 && hunk.lines.every(({ kind }) => kind === "-");
  if (isEmptied || text.endsWith("\n") === !hunk.isNewOpen) return changes;
  const last = changes.at(-1);
  const isAtEnd = last?.to === text.length;
  const end = isAtEnd ? last : { from: text.length, to: text.length, insert: "" };
  const rest = isAtEnd ? changes.slice(0, -1) : changes;
  if (!hunk.isNewOpen) return [...rest, { ...end, insert: `${end.insert}\n` }];
  if (end.insert === "") return [...rest, { ...end, from: end.from - 1 }];
  return [...rest, { ...end, insert: end.insert.slice(0, -1) }];
}

const shown = (line: string): string => `“${cropText(line, 80)}”`;

function locationError(text: string, hunk: Hunk, location: Exclude<HunkLocation, { status: "found" }>): PatchError {
  const lines = oldLines(hunk);
  if (location.status === "ambiguous") {
    const numbers = numbersOf(text, location.spans);
    const many = location.spans.length === MAX_LOCATIONS ? `at least ${MAX_LOCATIONS}` : String(location.spans.length);
    const listed =
      numbers.slice(0, 10).join(", ") + (numbers.length > 10 ? ` ... and ${numbers.length - 10} more` : "");
    const what = location.what === "anchor" ? `has an anchor that occurs ${many} times` : `fits at ${many} places`;
    return {
      status: "refused",
      code: "ambiguous",
      message: `${what}, at lines ${listed}`,
      hint: "Add more context lines, or an @@ anchor above them that occurs only once.",
      candidates: location.spans.slice(0, 10).map(({ start, end }, index) => {
        const [line = ""] = text.slice(start, Math.min(end, start + 1000)).split("\n", 1);
        return `${numbers[index]}: ${cropText(line, 200)}`;
      }),
    };
  }
  const wanted = location.what === "anchor" ? [hunk.anchor ?? ""] : lines;
  const nearest = nearestLines(text, wanted.join("\n"), "whole lines");
  const what =
    location.what === "anchor"
      ? `has an anchor that is not a line of the file: ${shown(hunk.anchor ?? "")}`
      : `has context that is not in the file${hunk.anchor === null ? "" : " below its anchor"}: ${shown(lines.find((line) => line.trim() !== "") ?? "")}`;
  const isRepeated = hunk.lines.some(
    (line, index) =>
      line.kind === "-" && hunk.lines[index - 1]?.kind === " " && hunk.lines[index - 1]?.text === line.text,
  );
  const hint = isRepeated
    ? "It has the same line as context and as removed; give it once, as removed."
    : "Read the lines around the place again and use them exactly as they are.";
  const candidates = nearest.map((near) => `${near.line}: ${near.text} (${near.difference})`);
  return {
    status: "refused",
    code: "not_found",
    message: what,
    hint,
    ...(candidates.length > 0 ? { candidates } : {}),
  };
}
