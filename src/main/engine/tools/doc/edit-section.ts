import { keyedQueue } from "../../../../core/async/serial-queue";
import { unifiedDiff } from "../../../../core/diff/unified-diff";
import type { SectionTarget } from "../../../../core/markdown/section-address";
import type {
  DeletedSection,
  InsertedSection,
  RejectedEdit,
  ReplacedSection,
} from "../../../../core/markdown/section-edits";
import type { Outline } from "../../../../core/markdown/sections";
import type { PendingEdits } from "../../../../core/review/pending-edits";
import { applyChanges } from "../../../../core/text/change";
import { countLines } from "../../../../core/text/lines";
import { agentWriter } from "../../ports/caller";
import type { ChangeRequest, TextDocument } from "../../ports/documents";
import { ToolError } from "../../ports/tool-error";

import { rewrapWarnings } from "../kit/rewrapped";
import { namedVersion, versionNeeded } from "../kit/stale";
import type { ToolContext } from "../kit/tool";
import { noteVersion } from "./note-version";
import { explainError, locateMarkdown, missingFile, openMarkdown } from "./open-markdown";
import { followSection, type LocatedSection, openText } from "./section-base";
import { shownTitle } from "./shown-names";

/** The arguments that all edits by section share. */
export type SectionEditOptions = {
  file: string;
  address: string;
  version: string | undefined;
  includeChildren: boolean;
  dryRun: boolean;
  /** What was done, and the caller's note, for history. */
  reason: string;
};

type SectionEdit = ReplacedSection | InsertedSection | DeletedSection;

/** Edits a text with this outline at `target`; `pending` are the pending edits of that text. */
export type SectionEditor<Edit extends SectionEdit> = (
  text: string,
  outline: Outline,
  target: SectionTarget,
  pending: PendingEdits,
) => Edit | RejectedEdit;

/** The result. `version` is the file's current version, which a dry run does not change. */
export type SectionEditResult<Edit extends SectionEdit> = {
  status: "written" | "unchanged" | "planned";
  edit: Edit;
  /** The section as shown to the user: its title in quotation marks. */
  title: string;
  version: string;
  warnings: string[];
  /** For a dry run: the diff, empty if nothing would change. */
  diff: string | null;
};

/** Edits of one caller in one document are queued, because agents send several calls at once. The caller's read log is updated after each. */
const enqueue = keyedQueue();

/** Edits one section, through the same save as every other edit, or only previews the edit. Never creates a file. */
export async function editSection<Edit extends SectionEdit>(
  options: SectionEditOptions,
  ctx: ToolContext,
  editor: SectionEditor<Edit>,
): Promise<SectionEditResult<Edit>> {
  const { file, address, includeChildren, dryRun } = options;
  const named = namedVersion(options.version);
  const plan = async (document: TextDocument): Promise<LocatedSection & { edit: Edit }> => {
    const current = openText(document);
    const found = await followSection({ name: file, address, named, includeChildren }, current, ctx);
    if (named === undefined && ctx.caller.hasNoSession) throw versionNeeded(file);
    const pending = (await ctx.review.of(document))?.pending ?? [];
    return { ...found, edit: accepted(editor(document.text, current.outline, found.target, pending)) };
  };
  if (dryRun) {
    const { document } = await openMarkdown(file, ctx);
    const { edit, target } = await plan(document);
    const before = document.text;
    const changed = { before, after: applyChanges(before, edit.changes), changes: edit.changes };
    const diff = unifiedDiff(file, changed.before, changed.changes);
    return {
      status: "planned",
      edit,
      title: shownTitle(target),
      version: document.version,
      warnings: [...edit.warnings, ...rewrapWarnings(changed), ...document.warnings],
      diff,
    };
  }
  const path = await locateMarkdown(file, ctx);
  return enqueue(`${ctx.caller.id}\0${path}`, async () => {
    let planned: (LocatedSection & { edit: Edit }) | null = null;
    const request: ChangeRequest = {
      by: agentWriter(ctx.caller),
      reason: options.reason,
      signal: ctx.signal,
      async edit(current) {
        if (current === null) throw await missingFile(file, path, ctx);
        planned = await plan(current);
        if (named === current.version) ctx.reads.saw(current.realPath, current.version, null);
        return { changes: planned.edit.changes };
      },
    };
    const { status, before, after, changes, notes } = await ctx.documents
      .change(path, ctx.caller.roots, request)
      .catch(async (error: unknown) => {
        throw await explainError(error, { name: file, path }, ctx);
      });
    // The compiler cannot see that `edit` was called.
    const { edit, target, base } = planned as unknown as LocatedSection & { edit: Edit };
    if (before !== null && status === "written") remember({ before, after, base }, editor, ctx);
    const rewrapped = rewrapWarnings({ before: before?.text ?? "", after: after.text, changes });
    const warnings = [...edit.warnings, ...rewrapped, ...after.warnings, ...notes];
    return { status, edit, title: shownTitle(target), version: after.version, warnings, diff: null };
  });
}

function accepted<Edit extends SectionEdit>(edit: Edit | RejectedEdit): Edit {
  if (edit.status === "refused") throw new ToolError(edit.code, edit.message, { hint: edit.hint });
  return edit as Edit;
}

type LandedEdit = { before: TextDocument; after: TextDocument; base: LocatedSection["base"] };

/**
 * The caller's knowledge advances only by its own edit: if others wrote in between, it still knows the text of its base plus this edit, so their
 * changes do not count as read.
 */
function remember<Edit extends SectionEdit>(
  { before, after, base }: LandedEdit,
  editor: SectionEditor<Edit>,
  ctx: ToolContext,
): void {
  const { reads, documents } = ctx;
  reads.edited(after.realPath, before.version, after.version, lineCount(before.text, after.text));
  if (base === null) {
    noteVersion(after, ctx);
    return;
  }
  const own = editor(base.text, base.outline, base.target, []);
  if (own.status === "edited") reads.knowsSections(after.realPath, documents.keepText(own.text));
}

const lineCount = (before: string, after: string): "same" | "other" =>
  countLines(before) === countLines(after) ? "same" : "other";
