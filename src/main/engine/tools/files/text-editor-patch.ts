import { setImmediate as nextTurn } from "node:timers/promises";
import { applyPatchText, type PatchText } from "../../../../core/patch/patch-text";
import { withNote } from "../../../../core/review/reason-note";
import type { Change } from "../../../../core/text/change";
import { changedLines } from "../../../../core/text/changed-lines";
import { applyLineEdits } from "../../../../core/text/line-edits";
import { joinLineRanges, type LineRange } from "../../../../core/text/line-ranges";
import { countLines, numberLines, sliceLines } from "../../../../core/text/lines";
import { printableName } from "../../../../core/text/printable-name";
import { type ReplaceText, replaceText } from "../../../../core/text/replace-text";
import { cropToTokens, estimateTokens } from "../../../../core/text/tokens";
import { agentWriter } from "../../ports/caller";
import type { ChangeRequest, TextDocument } from "../../ports/documents";
import { ToolError } from "../../ports/tool-error";
import { rewrapWarnings } from "../kit/rewrapped";
import { describeLines, nameOf, pluralize } from "../kit/sentences";
import { baseOf } from "../kit/stale";
import type { ToolContext } from "../kit/tool";
import { ANSWER_BUDGET, framed, LINE_BUDGET } from "./numbered-view";
import { plannedText } from "./planned-text";
import type { TextEditorAnswer, TextEditorArguments } from "./text-editor-arguments";

/** Unchanged lines shown around a change. */
const CONTEXT_LINES = 2;

/** The changes that one of the three forms makes to the current text. */
type PatchResult = { changes: Change[]; edits: number };

/** `text_editor patch`: changes parts of an existing file, in exactly one of three forms. */
export async function patchText(args: TextEditorArguments, path: string, ctx: ToolContext): Promise<TextEditorAnswer> {
  const apply = formOf(args);
  const { caller, documents, reads } = ctx;
  let edits = 0;
  const request: ChangeRequest = {
    by: agentWriter(caller),
    reason: withNote("patch", args.note),
    signal: ctx.signal,
    async edit(current) {
      if (current === null) throw await missing(args.path, path, ctx);
      if (args.version === current.version && !args.dry_run) reads.saw(current.realPath, current.version, null);
      const patched = await apply(current, ctx);
      edits = patched.edits;
      return { changes: patched.changes };
    },
  };
  if (args.dry_run) {
    const planned = await documents.plan(path, caller.roots, request);
    return plannedText(args.path, planned, `patched, ${pluralize(edits, "edit")}`);
  }
  const { status, before, after, changes, notes } = await documents.change(path, caller.roots, request);
  if (before !== null && status === "written")
    reads.edited(after.realPath, before.version, after.version, linesStay(before.text, changes) ? "same" : "other");
  const total = countLines(after.text);
  const changed = changedLines({ before: before?.text ?? "", after: after.text, changes });
  const view = regionOf(after.text, changed, total);
  reads.sawOwnEdit(after.realPath, after.version, view.complete);
  const isSame = status === "unchanged";
  const warnings = [
    ...(isSame ? ["the patch changes nothing: the file has this text already"] : []),
    ...rewrapWarnings({ before: before?.text ?? "", after: after.text, changes }),
    ...after.warnings,
    ...notes,
  ];
  return {
    realPath: after.realPath,
    version: after.version,
    header: isSame
      ? `${printableName(args.path)} unchanged ${total} lines`
      : `${printableName(args.path)} patched ${edits} edits applied ${total} lines now`,
    warnings: [...warnings, ...view.warnings],
    body: view.body,
    summary: isSame
      ? `left ${nameOf(args.path)} as it was`
      : `patched ${nameOf(args.path)}, ${pluralize(edits, "edit")}`,
    data: {
      status,
      total_lines: total,
      edits_applied: isSame ? 0 : edits,
      changed: changed.map(({ from, to }) => ({ line_from: from, line_to: to })),
      previous_version: before?.version ?? null,
      warnings,
    },
  };
}

/** The error of a failed read, with the names that could have been meant, and what else to do. */
async function missing(name: string, path: string, { caller, documents }: ToolContext): Promise<ToolError> {
  const failure = await documents.read(path, caller.roots).catch((error: unknown) => error);
  const { hint: meant, candidates = [] } = failure instanceof ToolError ? failure : {};
  const hint = [meant, "Use action write to create it."].filter(Boolean).join(" ");
  return new ToolError("not_found", `${printableName(name)} does not exist`, {
    hint,
    ...(candidates.length > 0 && { candidates }),
  });
}

type Form = (current: TextDocument, ctx: ToolContext) => PatchResult | Promise<PatchResult>;

const formArguments = { edits: ["edits"], patch_text: ["patch_text"], text: ["old_text", "new_text"] } as const;
type FormName = keyof typeof formArguments;

/** The forms that are given. An empty one does not count beside another: some models fill in every argument. */
function formsIn(args: TextEditorArguments): FormName[] {
  const names = Object.keys(formArguments) as FormName[];
  const given = names.filter((name) => formArguments[name].some((key) => args[key] !== undefined));
  const filled = given.filter((name) => formArguments[name].some((key) => args[key]?.length));
  return filled.length > 0 ? filled : given;
}

/** Throws if the patch has none of the three forms, or several. */
export function requireOneForm(args: TextEditorArguments): void {
  if (formsIn(args).length !== 1)
    throw new ToolError("bad_arguments", "provide exactly one patch form: edits, patch_text, or old_text/new_text");
}

function formOf(args: TextEditorArguments): Form {
  const { edits = [], patch_text = "", old_text, new_text } = args;
  const [form] = formsIn(args);
  if (form === "edits") return byLines(args, edits);
  if (form === "patch_text") return byHunks(args.path, patch_text);
  if (old_text === undefined) throw new ToolError("bad_arguments", "old_text is required");
  if (new_text === undefined) throw new ToolError("bad_arguments", "new_text is required");
  return byText(old_text, new_text);
}

const byText =
  (oldText: string, newText: string): Form =>
  ({ text }) => {
    const replaced = replaceText(text, oldText, newText);
    if (replaced.status === "replaced") return { changes: replaced.changes, edits: 1 };
    if (replaced.status === "unchanged") return { changes: [], edits: 1 };
    throw replacementError(replaced);
  };

const byHunks =
  (path: string, hunks: string): Form =>
  async ({ text }, ctx) => {
    const patched = await applyPatch(hunks, text, ctx);
    if (patched.status === "refused") {
      const { code, message, hint, candidates } = patched;
      // The message of an ambiguous match already lists its candidates by line number.
      const near = code === "not_found" && candidates !== undefined ? ["; the nearest lines:", ...candidates] : [];
      throw new ToolError(code, message + near.join("\n  "), {
        ...(hint && { hint }),
        ...(candidates && { candidates }),
      });
    }
    if (patched.file !== null && !(await isSameFile(patched.file, path, ctx)))
      throw new ToolError("bad_arguments", `the patch is for ${patched.file}, but path is ${path}`, {
        hint: "One call patches one file: name it in path, and leave the envelope out if in doubt.",
      });
    return { changes: patched.changes, edits: patched.hunks };
  };

/** A patch over one of these limits is applied in a worker process: it may take more than about 20 ms. */
const [MAX_PATCH_HERE, MAX_TEXT_HERE, MAX_SEARCH_HERE] = [200_000, 1_000_000, 10_000_000];

/** Every hunk may have to read the whole text. */
const takesLong = (patch: string, text: string): boolean =>
  patch.length > MAX_PATCH_HERE ||
  text.length > MAX_TEXT_HERE ||
  text.length * patch.split("\n@@").length > MAX_SEARCH_HERE;

async function applyPatch(patch: string, text: string, { packages, signal }: ToolContext): Promise<PatchText> {
  if (!takesLong(patch, text)) return applyPatchText(text, patch);
  // Copying a long text for the other process takes a while, and so did reading it.
  await nextTurn();
  try {
    return await packages.run("patch", { text, patch, name: "" }, { signal });
  } catch (error) {
    if (!(error instanceof ToolError) || error.code !== "too_large") throw error;
    throw new ToolError(
      "too_large",
      "the patch takes too much time or memory, so it was given up; nothing was changed",
      {
        hint: "Send its hunks in several calls.",
        cause: error,
      },
    );
  }
}

/** Whether the file that a patch names is the call's own file, also with the `a/` and `b/` prefixes of diffs. */
async function isSameFile(named: string, path: string, ctx: ToolContext): Promise<boolean> {
  const own = await ctx.locate(path);
  for (const spelling of [named, named.replace(/^[ab]\//, "")]) if ((await ctx.locate(spelling)) === own) return true;
  return false;
}

/** Line numbers are only valid for the version that the caller has read. */
const byLines =
  (args: TextEditorArguments, edits: NonNullable<TextEditorArguments["edits"]>): Form =>
  (current, ctx) => {
    const base = baseOf({ named: args.version, realPath: current.realPath }, ctx);
    if (base === null || isUnseen(current, args, ctx))
      throw new ToolError("stale", "read file before patching - line numbers unknown");
    if (base !== current.version || ctx.reads.of(current.realPath)?.numbersHold !== true)
      throw new ToolError("stale", "file changed since last read - re-read to get current line numbers");
    const applied = applyLineEdits(current.text, edits);
    if (applied.status === "applied") return { changes: applied.changes, edits: applied.edits };
    throw new ToolError(applied.code, applied.message, applied.hint === undefined ? {} : { hint: applied.hint });
  };

/** Whether the caller knows only the outline of the document, which shows no lines. */
function isUnseen({ realPath }: TextDocument, { version }: TextEditorArguments, { reads }: ToolContext): boolean {
  const seen = reads.seen(realPath);
  return (
    version === undefined &&
    seen !== null &&
    seen.lines.length === 0 &&
    seen.paragraphs.size === 0 &&
    reads.of(realPath)?.numbersHold !== true
  );
}

/** Whether all lines outside the changes keep their numbers. */
function linesStay(before: string, changes: readonly Change[]): boolean {
  return changes.every(({ from, to, insert }) => breaksIn(before.slice(from, to)) === breaksIn(insert));
}

const breaksIn = (text: string): number => text.split("\n").length - 1;

/**
 * The changed lines with their neighbours, numbered, with `...` for lines left out between them. `complete` are the lines that are shown and not
 * cropped.
 */
function regionOf(
  text: string,
  changed: readonly LineRange[],
  total: number,
): { body: string[]; warnings: string[]; complete: LineRange[] } {
  const shown: LineRange[] = [];
  for (const { from, to } of changed) {
    const range = { from: Math.max(1, from - CONTEXT_LINES), to: Math.min(total, to + CONTEXT_LINES) };
    const last = shown.at(-1);
    if (last !== undefined && range.from <= last.to + 1) last.to = Math.max(last.to, range.to);
    else shown.push(range);
  }
  const rows: string[] = [];
  const complete: LineRange[] = [];
  let left = ANSWER_BUDGET / 2;
  for (const range of shown) {
    const slice = sliceLines(text, range.from, Math.min(range.to, range.from + left));
    const cropped = slice.lines.map((line) => cropToTokens(line, LINE_BUDGET));
    for (const [index, row] of numberLines(cropped, slice.from).split("\n").entries()) {
      const number = slice.from + index;
      left -= estimateTokens(row) + 1;
      if (left < 0)
        return {
          body: framed(rows.join("\n")),
          warnings: [`not all of the changed lines are shown; go on with line_from ${number}`],
          complete: joinLineRanges(complete),
        };
      if (index === 0 && rows.length > 0) rows.push("...");
      rows.push(row);
      if (cropped[index] === slice.lines[index]) complete.push({ from: number, to: number });
    }
  }
  const body = rows.length === 0 ? [] : framed(rows.join("\n"));
  return { body, warnings: [], complete: joinLineRanges(complete) };
}

/** Why `old_text` could not be replaced: the nearest lines and how they differ, or the lines where it occurs more than once. */
function replacementError(result: Exclude<ReplaceText, { status: "replaced" | "unchanged" }>): ToolError {
  switch (result.status) {
    case "empty":
      return new ToolError("bad_arguments", "old_text is empty", {
        hint: "Give the exact text that new_text replaces; to insert, give patch_text with an @@ anchor.",
      });
    case "not_found": {
      const { nearest } = result;
      if (nearest.length === 0)
        return new ToolError("not_found", "old_text not found", {
          hint: "No line is similar to it: read the file again.",
        });
      const rows = nearest.map(
        ({ line, text, difference }) => `${String(line).padStart(4)} ${text}\n     (${difference})`,
      );
      return new ToolError("not_found", `old_text not found; the nearest lines:\n${rows.join("\n")}`, {
        candidates: nearest.map(({ line, text }) => `${line}: ${text}`),
      });
    }
    case "ambiguous": {
      const { count, hasMore, lines } = result;
      const where = describeLines(lines.map((line) => ({ from: line, to: line })));
      return new ToolError("ambiguous", `old_text matches ${hasMore ? "more than " : ""}${count} times, in ${where}`, {
        hint: "Give a longer old_text that occurs only once, or use patch_text with an @@ anchor.",
        candidates: lines.slice(0, 10).map((line) => `line ${line}`),
      });
    }
  }
}
