/** The forms that a patch comes in, read into hunks: the plain one, in an envelope, or as a unified diff. */
import { withPlainBreaks } from "./line-endings";

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

/** A patch that was read; `file` is the name in its envelope. */
export type ParsedPatch =
  | { status: "parsed"; hunks: Hunk[]; file: string | null }
  | { status: "refused"; code: "bad_arguments"; message: string; hint?: string; hunk?: number };

const countsHead = /^@@\s*-\d+(?:,(\d+))?\s+\+\d+(?:,(\d+))?\s*@@/;
const gitHead = /^(?:diff --git |index [0-9a-f]+\.\.|Index: |={3,}$|(?:old|new) mode |(?:dis)?similarity index )/;
const prefixes = "Each line of a hunk starts with a blank (context), - (removed) or + (added).";

/** Reads `patch_text`. Whatever adds, deletes or moves files is refused, and what is no patch. */
export function parsePatch(patch: string): ParsedPatch {
  const lines = withPlainBreaks(patch).split("\n");
  while (lines.length > 0 && lines.at(-1) === "") lines.pop();
  const hunks: Hunk[] = [];
  let file: string | null = null;
  // What the head of a unified diff says is still to come; null where there is no such head.
  let due: { old: number; new: number } | null = null;
  let previous: HunkLine["kind"] | null = null;
  let hasEnded = false;
  // The next line that is not empty.
  let filled = 0;

  for (const [index, line] of lines.entries()) {
    const hunk = hunks.at(-1);
    const isBetween = !hunk || (due !== null && due.old <= 0 && due.new <= 0);
    const refusal = refuseFileChange(line, isBetween);
    if (refusal) return refusal;
    if (hasEnded) {
      if (line.trim() === "") continue;
      return refuse(
        `line ${index + 1} of patch_text stands after *** End Patch`,
        "Put every hunk inside the envelope.",
      );
    }
    if (line.startsWith("*** ")) {
      const named = /^\*\*\* Update File:\s*(.*?)\s*$/.exec(line)?.[1];
      if (named !== undefined) {
        if (file !== null && file !== named)
          return refuse(`patch_text names two files, ${file} and ${named}`, "Patch one file with each call.");
        file = named;
      } else if (/^\*\*\* End Patch\s*$/.test(line)) hasEnded = true;
      else if (!/^\*\*\* (?:Begin Patch|End of File)\s*$/.test(line)) {
        return refuse(`line ${index + 1} of patch_text is not understood: ${line.slice(0, 80)}`, prefixes);
      }
      continue;
    }
    if (line.startsWith("@@")) {
      const counts = countsHead.exec(line);
      due = counts ? { old: Number(counts[1] ?? 1), new: Number(counts[2] ?? 1) } : null;
      hunks.push({ anchor: counts ? null : readAnchor(line), lines: [], isOldOpen: false, isNewOpen: false });
      previous = null;
      continue;
    }
    if (isBetween) {
      if (gitHead.test(line) || (line === "" && !hunk)) {
        if (hunk && line.startsWith("diff --git ")) return refuseSecondFile();
        continue;
      }
      const isHead = line.startsWith("--- ") && lines[index + 1]?.startsWith("+++ ");
      const isSecondHead = line.startsWith("+++ ") && lines[index - 1]?.startsWith("--- ");
      if (isHead || isSecondHead) {
        if (hunk) return refuseSecondFile();
        continue;
      }
    }
    if (line.startsWith("\\")) {
      if (!hunk || previous === null) continue;
      if (previous !== "+") hunk.isOldOpen = true;
      if (previous !== "-") hunk.isNewOpen = true;
      continue;
    }
    const kind = line === "" ? " " : line[0];
    if (kind !== " " && kind !== "-" && kind !== "+") {
      const number = Math.max(1, hunks.length);
      return refuse(
        `hunk ${number}: line ${index + 1} of patch_text starts with “${line.slice(0, 40)}”`,
        prefixes,
        number,
      );
    }
    // An empty line is a context line that lost its blank, unless it only sets the hunk apart from what follows.
    if (line === "") {
      while (filled <= index || lines[filled] === "") filled++;
      if (!(due && due.old > 0) && endsHunk(lines[filled])) continue;
    }
    if (!hunk) hunks.push({ anchor: null, lines: [], isOldOpen: false, isNewOpen: false });
    hunks.at(-1)?.lines.push({ kind, text: line.slice(1) });
    if (due && kind !== "+") due.old--;
    if (due && kind !== "-") due.new--;
    previous = kind;
  }
  if (hunks.length === 0) {
    return refuse("patch_text has no hunk", "Start a hunk with @@ and an existing line, then -old and +new lines.");
  }
  return checkHunks(hunks) ?? { status: "parsed", hunks, file };
}

function refuse(message: string, hint: string, hunk?: number): Extract<ParsedPatch, { status: "refused" }> {
  return { status: "refused", code: "bad_arguments", message, hint, ...(hunk === undefined ? {} : { hunk }) };
}

const refuseSecondFile = () =>
  refuse("patch_text changes more than one file", "Patch one file with each call, with its own path.");

function refuseFileChange(line: string, isBetween: boolean): ReturnType<typeof refuse> | null {
  const isAdd = /^\*\*\* Add File:/.test(line) || (isBetween && /^(?:new file mode |--- \/dev\/null)/.test(line));
  if (isAdd) return refuse("patch_text cannot add a file", "Create it with action write.");
  const isDelete =
    /^\*\*\* Delete File:/.test(line) || (isBetween && /^(?:deleted file mode |\+\+\+ \/dev\/null)/.test(line));
  if (isDelete) return refuse("patch_text cannot delete a file", "It changes the text of the file at path only.");
  const isMove = /^\*\*\* Move (?:to|File):/.test(line) || (isBetween && /^(?:rename|copy) (?:from|to) /.test(line));
  if (isMove) return refuse("patch_text cannot move or rename a file", "It changes the text of the file at path only.");
  return null;
}

function readAnchor(line: string): string | null {
  const anchor = line.startsWith("@@ ") ? line.slice(3) : line.slice(2);
  return /^\s*(?:\.\.\.|…)?\s*(?:@@)?\s*$/.test(anchor) ? null : anchor;
}

function endsHunk(line: string | undefined): boolean {
  return line === undefined || line.startsWith("@@") || line.startsWith("*** ");
}

function checkHunks(hunks: readonly Hunk[]): ReturnType<typeof refuse> | null {
  for (const [index, { anchor, lines }] of hunks.entries()) {
    const number = index + 1;
    const added = lines.filter((line) => line.kind === "+");
    if (lines.every((line) => line.kind === " "))
      return refuse(`hunk ${number} changes nothing: it has no - or + line`, prefixes, number);
    if (added.length === lines.length && anchor === null)
      return refuse(
        `hunk ${number} inserts without an anchor`,
        "Put @@ and the exact line to insert after above the + lines, or context lines beside them.",
        number,
      );
  }
  return null;
}
