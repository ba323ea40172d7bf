import { basename, dirname } from "node:path";
import { difference, everyDifference } from "../../../../core/diff/difference";
import { mergeChanges } from "../../../../core/diff/merge";
import { applyChanges } from "../../../../core/text/change";
import { officeFormatOf } from "../../../../core/text/format";
import type { PutBack } from "../../../../shared/conversation";
import { escapeInvisibles } from "../../../../shared/escape-invisibles";
import type { Engine } from "../../../engine";
import { ToolError } from "../../../engine/ports/tool-error";
import { versionOf } from "../../../engine/storage";
import { you } from "../../documents";
import { assistantMessages } from "../core/messages";

/** A write from one version of a file to another; null: there was no file. */
export type Step = { from: string | null; to: string | null };

/** The writes of a file, in order. */
export type FileSteps = { realPath: string; steps: readonly Step[] };

/**
 * Takes writes back, each document as a whole: what others wrote in other words stays, and a document in which somebody changed the same words
 * is left as it is. Answers with what was done, and with the steps that undo it.
 */
export async function putBack(
  engine: Pick<Engine, "documents" | "history">,
  files: readonly FileSteps[],
): Promise<PutBack & { undo: FileSteps[] }> {
  const done: PutBack & { undo: FileSteps[] } = { done: [], left: [], undo: [] };
  for (const { realPath, steps } of files) {
    const name = escapeInvisibles(basename(realPath));
    try {
      const step = await takeBack(engine, realPath, steps);
      if (step === null) continue;
      done.done.push(name);
      done.undo.push({ realPath, steps: [step] });
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      done.left.push({ name, why: error.message });
    }
  }
  return done;
}

/** Returns what it wrote; null if everything is as before already. */
async function takeBack(
  { documents, history }: Pick<Engine, "documents" | "history">,
  realPath: string,
  steps: readonly Step[],
): Promise<Step | null> {
  const t = assistantMessages.putBack;
  const [first] = steps;
  const last = steps.at(-1);
  if (first === undefined || last === undefined) return null;
  const isUnbroken = steps.every(({ from }, at) => at === 0 || steps[at - 1]?.to === from);
  const reason = "put back to an earlier question";
  const bytesBefore = first.from === null ? null : await history.content(first.from);
  if (first.from !== null && bytesBefore === null) throw new ToolError("not_found", t.notStored);
  if (bytesBefore === null) {
    // It was made here: removed only if nobody else has written in it.
    await documents.remove(realPath, [dirname(realPath)], {
      by: you,
      note: reason,
      check(current) {
        if (current?.version !== last.to) throw new ToolError("stale", t.changedSince);
      },
    });
    return { from: last.to, to: null };
  }
  if (officeFormatOf(realPath) !== null) {
    const { to } = last;
    await documents.changeBytes(realPath, [realPath], {
      by: you,
      reason,
      edit(current) {
        if (!isUnbroken || (current?.version ?? null) !== to) throw new ToolError("stale", t.changedSince);
        return bytesBefore;
      },
    });
    return { from: to, to: versionOf(bytesBefore) };
  }
  const { status, before, after } = await documents.change(realPath, [realPath], {
    by: you,
    reason,
    async edit(current) {
      if ((current?.version ?? null) === last.to && isUnbroken) return { bytes: bytesBefore };
      if (current === null) throw new ToolError("not_found", t.gone);
      let { text } = current;
      for (const { from, to } of steps.toReversed()) {
        const [base, theirs] = await Promise.all([textOf(to), textOf(from)]);
        const merge = mergeChanges({ base, mine: everyDifference(base, text), theirs: everyDifference(base, theirs) });
        if (merge.conflicts.length > 0) throw new ToolError("stale", t.sameWords);
        text = applyChanges(text, merge.mineToMerged);
      }
      return { changes: difference(current.text, text) };
    },
  });
  return status === "unchanged" ? null : { from: before?.version ?? null, to: after.version };

  async function textOf(version: string | null): Promise<string> {
    const text = version === null ? "" : await documents.textOf(version);
    if (text === null) throw new ToolError("not_found", t.notStored);
    return text;
  }
}
