/** Parses the accepted patch formats into hunks: plain, in an envelope, or a unified diff. */
import { cropText } from "../text/characters";
import { withPlainBreaks } from "../text/line-endings";

/** A line of a hunk: kept, removed or added. */
export type HunkLine = { kind: " " | "-" | "+"; text: string };

export type Hunk = {
  /** The existing line that `@@` names; null for a bare hunk. */
  anchor: string | null;
  lines: HunkLine[];
  /** Whether the patch says (`\ No newline at end of file`) that the old or the new text ends without a line break. */
  isOldOpen: boolean;
  isNewOpen: boolean;
};

/** A parsed patch; `file` is the name in its envelope. */
export type ParsedPatch =
  | { status: "parsed"; hunks: Hunk[]; file: string | null }
  | { status: "refused"; code: "bad_arguments"; message: string; hint?: string; hunk?: number };

type RejectedPatch = Extract<ParsedPatch, { status: "refused" }>;

/** The state of the parser. */
type ParserState = {
  lines: readonly string[];
  hunks: Hunk[];
  file: string | null;
  /** The lines still expected according to the header of a unified diff; null without such a header. */
  due: { old: number; new: number } | null;
  /** The kind of the previous line; null at the start of a hunk. */
  previous: HunkLine["kind"] | null;
  hasEnded: boolean;
  /** Index of the last non-empty line found; the next search starts there. */
  filled: number;
};

/** Consumes a line that it knows, leaves it to the next rule, or rejects the patch. */
type Rule = (state: ParserState, line: string, index: number) => "taken" | "left" | RejectedPatch;

// In the order in which they are tried.
const rules: readonly Rule[] = [fileChange, afterTheEnd, envelope, hunkHead, diffHead, noBreak, hunkLine];

const prefixes = "Each line of a hunk starts with a blank (context), - (removed) or + (added).";

/** Parses `patch_text`. Rejects patches that add, delete or move files, and text that is not a patch. */
export function parsePatch(patch: string): ParsedPatch {
  const lines = withPlainBreaks(patch).split("\n");
  while (lines.length > 0 && lines.at(-1) === "") lines.pop();
  const state: ParserState = { lines, hunks: [], file: null, due: null, previous: null, hasEnded: false, filled: 0 };
  for (const [index, line] of lines.entries()) {
    for (const rule of rules) {
      const read = rule(state, line, index);
      if (read === "taken") break;
      if (read !== "left") return read;
    }
  }
  const { hunks, file } = state;
  if (hunks.length === 0) {
    return reject("patch_text has no hunk", "Start a hunk with @@ and an existing line, then -old and +new lines.");
  }
  return checkHunks(hunks) ?? { status: "parsed", hunks, file };
}

function reject(message: string, hint: string, hunk?: number): RejectedPatch {
  return { status: "refused", code: "bad_arguments", message, hint, ...(hunk === undefined ? {} : { hunk }) };
}

// Before the first hunk, and between two hunks of known length, a line belongs to no hunk.
function isBetween({ hunks, due }: ParserState): boolean {
  return hunks.length === 0 || (due !== null && due.old <= 0 && due.new <= 0);
}

function fileChange(state: ParserState, line: string): ReturnType<Rule> {
  const matches = (anywhere: RegExp, between: RegExp) =>
    anywhere.test(line) || (between.test(line) && isBetween(state));
  if (matches(/^\*\*\* Add File:/, /^(?:new file mode |--- \/dev\/null)/)) {
    return reject("patch_text cannot add a file", "Create it with action write.");
  }
  const hint = "patch_text only changes the text of the file at path.";
  if (matches(/^\*\*\* Delete File:/, /^(?:deleted file mode |\+\+\+ \/dev\/null)/)) {
    return reject("patch_text cannot delete a file", hint);
  }
  if (matches(/^\*\*\* Move (?:to|File):/, /^(?:rename|copy) (?:from|to) /)) {
    return reject("patch_text cannot move or rename a file", hint);
  }
  return "left";
}

function afterTheEnd({ hasEnded }: ParserState, line: string, index: number): ReturnType<Rule> {
  if (!hasEnded) return "left";
  if (line.trim() === "") return "taken";
  return reject(`line ${index + 1} of patch_text is after *** End Patch`, "Put every hunk inside the envelope.");
}

const updateFile = "*** Update File:";

function envelope(state: ParserState, line: string, index: number): ReturnType<Rule> {
  if (!line.startsWith("*** ")) return "left";
  const trimmed = line.trimEnd();
  if (trimmed.startsWith(updateFile)) {
    const named = trimmed.slice(updateFile.length).trim();
    if (state.file !== null && state.file !== named) {
      return reject(`patch_text names two files, ${state.file} and ${named}`, "Patch one file with each call.");
    }
    state.file = named;
    return "taken";
  }
  if (trimmed === "*** End Patch") state.hasEnded = true;
  else if (trimmed !== "*** Begin Patch" && trimmed !== "*** End of File") {
    return reject(`line ${index + 1} of patch_text is not understood: ${cropText(line, 80)}`, prefixes);
  }
  return "taken";
}

// The text after @@ if it names no line.
const noAnchor = new Set(["", "@@", "...", "… @@", "... @@", "…"]);

function hunkHead(state: ParserState, line: string): ReturnType<Rule> {
  if (!line.startsWith("@@")) return "left";
  const counts = /^@@\s*-\d+(?:,(\d+))?\s+\+\d+(?:,(\d+))?\s*@@/.exec(line);
  const named = line.startsWith("@@ ") ? line.slice(3) : line.slice(2);
  const anchor = counts || noAnchor.has(named.trim()) ? null : named;
  state.due = counts ? { old: Number(counts[1] ?? 1), new: Number(counts[2] ?? 1) } : null;
  state.hunks.push({ anchor, lines: [], isOldOpen: false, isNewOpen: false });
  state.previous = null;
  return "taken";
}

const gitHead = /^(?:diff --git |index [0-9a-f]+\.\.|Index: |={3,}$|(?:old|new) mode |(?:dis)?similarity index )/;

function diffHead(state: ParserState, line: string, index: number): ReturnType<Rule> {
  const { lines, hunks } = state;
  if (!isBetween(state)) return "left";
  const isFirst = line.startsWith("--- ") && lines[index + 1]?.startsWith("+++ ");
  const isSecond = line.startsWith("+++ ") && lines[index - 1]?.startsWith("--- ");
  if (!isFirst && !isSecond && !gitHead.test(line)) return line === "" && hunks.length === 0 ? "taken" : "left";
  if (hunks.length === 0) return "taken";
  return reject("patch_text changes more than one file", "Patch one file with each call, with its own path.");
}

// `\ No newline at end of file`, about the line before.
function noBreak({ hunks, previous }: ParserState, line: string): ReturnType<Rule> {
  if (!line.startsWith("\\")) return "left";
  const hunk = hunks.at(-1);
  if (!hunk || previous === null) return "taken";
  if (previous !== "+") hunk.isOldOpen = true;
  if (previous !== "-") hunk.isNewOpen = true;
  return "taken";
}

function hunkLine(state: ParserState, line: string, index: number): ReturnType<Rule> {
  const { hunks, due } = state;
  const kind = line === "" ? " " : line[0];
  if (kind !== " " && kind !== "-" && kind !== "+") {
    const number = Math.max(1, hunks.length);
    const message = `hunk ${number}: line ${index + 1} of patch_text starts with “${cropText(line, 40)}”`;
    return reject(message, prefixes, number);
  }
  if (line === "" && isSeparator(state, index)) return "taken";
  if (hunks.length === 0) hunks.push({ anchor: null, lines: [], isOldOpen: false, isNewOpen: false });
  hunks.at(-1)?.lines.push({ kind, text: line.slice(1) });
  if (due && kind !== "+") due.old--;
  if (due && kind !== "-") due.new--;
  state.previous = kind;
  return "taken";
}

// An empty line is a context line that lost its blank, unless it only separates the hunk from what follows.
function isSeparator(state: ParserState, index: number): boolean {
  const { lines, due } = state;
  if (due && due.old > 0) return false;
  state.filled = Math.max(state.filled, index + 1);
  while (lines[state.filled] === "") state.filled++;
  const next = lines[state.filled];
  return next === undefined || next.startsWith("@@") || next.startsWith("*** ");
}

function checkHunks(hunks: readonly Hunk[]): RejectedPatch | null {
  for (const [index, { anchor, lines }] of hunks.entries()) {
    const number = index + 1;
    const added = lines.filter((line) => line.kind === "+");
    if (lines.every((line) => line.kind === " "))
      return reject(`hunk ${number} changes nothing: it has no - or + line`, prefixes, number);
    if (added.length === lines.length && anchor === null)
      return reject(
        `hunk ${number} inserts without an anchor`,
        "Put @@ and the exact line to insert after above the + lines, or add context lines around them.",
        number,
      );
  }
  return null;
}
