/** `patch_text`: hunks that name their place by the lines around it, applied all in order or not at all. */
import { applyChanges, type Change, changesWithin, composeChanges, mapPosition, shrinkChanges } from "./change";
import { cropText } from "./characters";
import { type LineFinder, type LineSpan, lineFinder, numbersOf } from "./find-lines";
import { replaceLines } from "./lines";
import { nearestLines } from "./nearest";
import { type Hunk, parsePatch } from "./parse-patch";

/** Why a patch was refused, in words for the caller. */
export type PatchRefusal = {
  status: "refused";
  code: "not_found" | "ambiguous" | "bad_arguments";
  message: string;
  hint?: string;
  /** Lines that could have been meant, as `12: text`. */
  candidates?: string[];
  /** Which hunk, from 1; absent where the patch as a whole is refused. */
  hunk?: number;
};

/** What became of a patch. */
export type PatchText =
  | {
      status: "applied";
      /** Over the text given. */
      changes: Change[];
      /** How many hunks. */
      hunks: number;
      /** The file that the envelope names, for the caller to compare with its own; null without one. */
      file: string | null;
    }
  | PatchRefusal;

// Each hunk looks through the text: no more than some seconds' worth of them.
const mostHunks = (text: string): number => Math.max(50, Math.min(5000, Math.floor(2e10 / (text.length + 1))));

/** Applies a patch to the text as it is. Later hunks see what earlier ones did. */
export function applyPatchText(text: string, patch: string): PatchText {
  const parsed = parsePatch(patch);
  if (parsed.status === "refused") return parsed;
  if (parsed.hunks.length > mostHunks(text)) {
    const message = `patch_text has ${parsed.hunks.length} hunks; a file of this size takes ${mostHunks(text)} at once`;
    return { status: "refused", code: "bad_arguments", message, hint: "Send them in several calls." };
  }
  const original = lineFinder(text);
  let changes: Change[] = [];
  for (const [index, hunk] of parsed.hunks.entries()) {
    const applied = applyHunk(original, changes, hunk);
    if (applied.status === "refused") {
      return { ...applied, message: `hunk ${index + 1} ${applied.message}`, hunk: index + 1 };
    }
    changes = composeChanges(changes, applied.changes);
  }
  return { status: "applied", changes: shrinkChanges(text, changes), hunks: parsed.hunks.length, file: parsed.file };
}

const oldLines = (hunk: Hunk): string[] => hunk.lines.filter(({ kind }) => kind !== "+").map(({ text }) => text);

// Looks in the lines that no earlier hunk touched first: a line that an earlier hunk has added does not make the place of
// a later one ambiguous. Answers with changes over the text as the earlier hunks left it.
function applyHunk(
  original: LineFinder,
  earlier: readonly Change[],
  hunk: Hunk,
): { status: "applied"; changes: Change[] } | PatchRefusal {
  const isUntouched = ({ start, end }: LineSpan) => !changesWithin(earlier, start, end);
  let place = locate(original, hunk, isUntouched);
  let shift = 0;
  let current = original.text;
  if (earlier.length > 0) {
    if (place.status === "found") {
      // What an earlier hunk put under the same anchor comes after what this one puts there.
      shift = mapPosition(earlier, place.start, place.start === place.end ? "before" : "after") - place.start;
      // At the end of the text what is written depends on what stands before it.
      if (place.end === current.length) {
        current = applyChanges(current, earlier);
        place = { ...place, start: place.start + shift, end: place.end + shift };
        shift = 0;
      }
    } else if (place.status === "not_found") {
      current = applyChanges(current, earlier);
      place = locate(lineFinder(current), hunk, () => true);
    }
  }
  if (place.status !== "found") return refuse(original.text, hunk, place);
  const changes = shrinkChanges(current, rewrite(current, place, hunk));
  if (changes.length === 0) {
    const hint = "Its - and + lines are the same; leave the hunk out.";
    return { status: "refused", code: "bad_arguments", message: "changes nothing", hint };
  }
  return {
    status: "applied",
    changes: changes.map(({ from, to, insert }) => ({ from: from + shift, to: to + shift, insert })),
  };
}

type Place =
  /** Where the hunk's own lines start and end; an insert right under an anchor has none. */
  | ({ status: "found" } & LineSpan)
  | { status: "ambiguous"; what: "anchor" | "context"; spans: LineSpan[] }
  | { status: "not_found"; what: "anchor" | "context" };

const mostPlaces = 100;

function locate(finder: LineFinder, hunk: Hunk, accept: (span: LineSpan) => boolean): Place {
  const lines = oldLines(hunk);
  if (hunk.anchor === null) return choose(finder.find(lines, { limit: mostPlaces, accept }));
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
  return choose(finder.find(lines, { from: first.end, limit: mostPlaces, accept }));
}

function findAnchors(finder: LineFinder, anchor: string, accept: (span: LineSpan) => boolean): LineSpan[] {
  const found = finder.find([anchor], { limit: mostPlaces, accept });
  const closed = anchor.trimEnd();
  if (found.length > 0 || !closed.endsWith("@@")) return found;
  return finder.find([closed.slice(0, -2).trimEnd()], { limit: mostPlaces, accept });
}

function choose(spans: LineSpan[]): Place {
  const [only] = spans;
  if (!only) return { status: "not_found", what: "context" };
  return spans.length === 1 ? { status: "found", ...only } : { status: "ambiguous", what: "context", spans };
}

// Kept lines stay as they are in the text, whatever blanks the hunk gives them.
function rewrite(text: string, place: LineSpan, hunk: Hunk): Change[] {
  const changes: Change[] = [];
  let at = place.start;
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
  const saysEnd = hunk.isOldOpen !== hunk.isNewOpen && place.end === text.length;
  return saysEnd ? endAs(text, place, changes, hunk) : changes;
}

// Where the patch says that the last line gains or loses its break, it does. Until then the text ends as it did.
function endAs(text: string, place: LineSpan, changes: Change[], hunk: Hunk): Change[] {
  const isEmptied = place.start === 0 && hunk.lines.every(({ kind }) => kind === "-");
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

function refuse(text: string, hunk: Hunk, place: Exclude<Place, { status: "found" }>): PatchRefusal {
  const lines = oldLines(hunk);
  if (place.status === "ambiguous") {
    const numbers = numbersOf(text, place.spans);
    const many = place.spans.length === mostPlaces ? `at least ${mostPlaces}` : String(place.spans.length);
    const listed =
      numbers.slice(0, 10).join(", ") + (numbers.length > 10 ? ` ... and ${numbers.length - 10} more` : "");
    const what = place.what === "anchor" ? `has an anchor that stands ${many} times` : `fits at ${many} places`;
    return {
      status: "refused",
      code: "ambiguous",
      message: `${what}, at lines ${listed}`,
      hint: "Add more context lines, or an @@ anchor that stands once above them.",
      candidates: place.spans.slice(0, 10).map(({ start, end }, index) => {
        const [line = ""] = text.slice(start, Math.min(end, start + 1000)).split("\n", 1);
        return `${numbers[index]}: ${cropText(line, 200)}`;
      }),
    };
  }
  const wanted = place.what === "anchor" ? [hunk.anchor ?? ""] : lines;
  const nearest = nearestLines(text, wanted.join("\n"), "whole lines");
  const what =
    place.what === "anchor"
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
