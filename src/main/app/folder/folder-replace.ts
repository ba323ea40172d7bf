import { relative, sep } from "node:path";
import { officeFormatOf } from "../../../core/text/format";
import type { Workspace } from "../../../shared/contract";
import type { ReplacePlan, ReplaceQuery, ReplaceReport } from "../../../shared/folder-search";
import type { ReplacedParagraph, ReplacementQuery } from "../../engine";
import type { TextDocument } from "../../engine/ports/documents";
import { ToolError } from "../../engine/ports/tool-error";
import { t } from "../core/messages";
import { createMultiFileEdits, noticeOf, type WindowContext, type WrittenFile } from "../documents";

/** Interval of progress events in milliseconds. */
const PROGRESS_EVERY_MS = 80;
const MAX_UNDONE = 50;

/** A paragraph by the key of its text and its first line. */
type ParagraphRef = { key: string; line: number };
type PlannedFile = { path: string; paragraphs: ParagraphRef[] };

/** Replaces in the open folder: plans first, then writes file by file, and can undo the whole operation. */
export type FolderReplace = {
  plan(asked: ReplaceQuery): Promise<ReplacePlan | null>;
  run(planId: number): Promise<ReplaceReport>;
  stop(): void;
  undo(planId: number): Promise<ReplaceReport>;
};

/** A plan only identifies paragraphs: each file is read and matched again before it is written. */
export function createFolderReplace(ctx: WindowContext, deps: { folder(): Workspace | null }): FolderReplace {
  const edits = createMultiFileEdits(ctx);
  const undos = new Map<number, { root: string; written: WrittenFile[] }>();
  let lastId = 0;
  let planned: { plan: ReplacePlan; root: string; asked: ReplacementQuery; files: PlannedFile[] } | null = null;
  const { working, stop } = oneAtATime();

  function root(): string {
    const folder = deps.folder();
    if (folder === null) throw new ToolError("not_found", t.noFolderOpen);
    return folder.root;
  }

  function progress(of: number): (done: number) => void {
    let last = 0;
    return (done) => {
      if (Date.now() - last < PROGRESS_EVERY_MS && done < of) return;
      last = Date.now();
      ctx.window.send("replace:progress", { done, of });
    };
  }

  return {
    plan: ({ query, template, keepCase, files }) =>
      working("plan", async (signal) => {
        const inFolder = root();
        const asked: ReplacementQuery = { query, template, keepCase };
        const failed: ReplacePlan["failed"] = [];
        const texts = files.filter(({ path }) => officeFormatOf(path) === null);
        const wanted = new Map(texts.map(({ path, paragraphs }) => [path, paragraphs]));
        const plan: PlannedFile[] = [];
        const counts = { matches: 0, changed: 0 };
        let done = 0;
        const report = progress(texts.length);
        const all = matchesInBatches(ctx, inFolder, [...wanted.keys()], {
          asked,
          signal,
          failed: (path, error) => failed.push({ path: nameIn(inFolder, path), why: noticeOf(ctx, error).message }),
        });
        for await (const batch of all) {
          for (const { path, found } of batch) {
            const { chosen, changed } = choose(found, wanted.get(path) ?? null);
            counts.changed += changed;
            for (const { changes } of chosen) counts.matches += changes.length;
            if (chosen.length > 0) plan.push({ path, paragraphs: chosen.map(({ key, line }) => ({ key, line })) });
          }
          done += batch.length;
          report(done);
        }
        if (signal.aborted) return null;
        const answer: ReplacePlan = { id: ++lastId, ...counts, fileCount: plan.length, failed };
        planned = { plan: answer, root: inFolder, asked, files: plan };
        return answer;
      }),

    run: (planId) =>
      working("write", async (signal) => {
        const mine = planned;
        if (mine?.plan.id !== planId) throw new ToolError("not_found", t.replace.planGone);
        if (mine.root !== root()) throw new ToolError("not_found", t.replace.planGone);
        planned = null;
        const engine = await ctx.engine();
        const { asked, files } = mine;
        const wanted = new Map(files.map(({ path, paragraphs }) => [path, paragraphs]));
        // The report includes the failures of the plan.
        const counts = { changed: mine.plan.changed };
        const failed: ReplaceReport["failed"] = [...mine.plan.failed];
        const written: WrittenFile[] = [];
        let done = 0;
        const report = progress(files.length);
        const reason = t.replace.reason(shortened(asked.query.text), shortened(asked.template));
        const all = matchesInBatches(ctx, mine.root, [...wanted.keys()], {
          asked,
          signal,
          failed(path, error) {
            failed.push({ path: nameIn(mine.root, path), why: noticeOf(ctx, error).message });
            report(++done);
          },
        });
        for await (const batch of all) {
          const byName = new Map(batch.map((one) => [nameIn(mine.root, one.path), one]));
          const lost = new Map<string, number>();
          const result = await edits.write(mine.root, byName.keys(), {
            reason,
            signal,
            wrote: () => report(++done),
            async edit(current, name) {
              const { path, document, found } = byName.get(name) as FileMatches;
              // If the file was written since it was read, its current text is matched again.
              const now =
                current.version === document.version
                  ? found
                  : ((await engine.findReplacements([{ path, text: current.text }], asked, signal))[0] ?? []);
              const { chosen, changed } = choose(now, wanted.get(path) ?? []);
              lost.set(name, changed);
              const changes = chosen.flatMap((one) => one.changes);
              return { changes, count: changes.length };
            },
          });
          for (const changed of lost.values()) counts.changed += changed;
          written.push(...result.written);
          failed.push(...result.failed);
        }
        let undo: number | null = null;
        if (written.length > 0) {
          undo = ++lastId;
          undos.set(undo, { root: mine.root, written });
          for (const old of undos.keys()) if (undos.size > MAX_UNDONE) undos.delete(old);
        }
        return { ...counted(written), ...counts, failed, left: files.length - done, undo };
      }),

    stop,

    undo: (undoId) =>
      working("write", async () => {
        const undone = undos.get(undoId);
        if (!undone) throw new ToolError("not_found", t.links.undoGone);
        undos.delete(undoId);
        const report = progress(undone.written.length);
        let done = 0;
        const { written, failed } = await edits.back(undone.root, undone.written, {
          reason: t.replace.undone,
          wrote: () => report(++done),
        });
        return { ...counted(written), changed: 0, failed, left: 0, undo: null };
      }),
  };
}

/** Runs one operation at a time. A running plan is aborted; while files are being written, other operations are rejected. */
function oneAtATime() {
  let work: { kind: "plan" | "write"; abort: AbortController } | null = null;
  return {
    async working<T>(kind: "plan" | "write", job: (signal: AbortSignal) => Promise<T>): Promise<T> {
      if (work?.kind === "write") throw new ToolError("failed", t.replace.busy);
      work?.abort.abort();
      const mine = { kind, abort: new AbortController() };
      work = mine;
      try {
        return await job(mine.abort.signal);
      } finally {
        if (work === mine) work = null;
      }
    },
    stop: (): void => work?.abort.abort(),
  };
}

const nameIn = (inFolder: string, path: string): string => relative(inFolder, path).split(sep).join("/");

const counted = (written: readonly WrittenFile[]) => ({
  matches: written.reduce((sum, { count }) => sum + count, 0),
  fileCount: written.filter(({ count }) => count > 0).length,
});

/**
 * Picks the wanted paragraphs from those found; `changed` counts the missing ones. Paragraphs with the same text are
 * matched by line, then by distance. `wanted` null picks all.
 */
function choose(
  found: readonly ReplacedParagraph[],
  wanted: readonly ParagraphRef[] | null,
): { chosen: ReplacedParagraph[]; changed: number } {
  if (wanted === null) return { chosen: [...found], changed: 0 };
  const byKey = new Map<string, ReplacedParagraph[]>();
  for (const one of found) byKey.set(one.key, [...(byKey.get(one.key) ?? []), one]);
  const chosen = new Set<ReplacedParagraph>();
  const rest: ParagraphRef[] = [];
  for (const one of wanted) {
    const same = byKey.get(one.key)?.find(({ line }) => line === one.line);
    if (same) chosen.add(same);
    else rest.push(one);
  }
  let changed = 0;
  for (const { key, line } of rest) {
    const free = (byKey.get(key) ?? []).filter((one) => !chosen.has(one));
    const nearest = free.sort((a, b) => Math.abs(a.line - line) - Math.abs(b.line - line))[0];
    if (nearest) chosen.add(nearest);
    else changed++;
  }
  return { chosen: found.filter((one) => chosen.has(one)), changed };
}

const shortened = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text);

/** A file with its matches at the time of reading. */
type FileMatches = { path: string; document: TextDocument; found: ReplacedParagraph[] };

/** Limits of one batch: files, and characters in total. */
const BATCH = { files: 64, characters: 4_000_000 };

/** Reads files in batches and finds the matches of each batch with one search. Ends early when `signal` aborts. */
async function* matchesInBatches(
  ctx: WindowContext,
  inFolder: string,
  paths: readonly string[],
  {
    asked,
    signal,
    failed,
  }: { asked: ReplacementQuery; signal: AbortSignal; failed(path: string, error: unknown): void },
): AsyncGenerator<FileMatches[], void> {
  const engine = await ctx.engine();
  for (let at = 0; at < paths.length; ) {
    const batch: Omit<FileMatches, "found">[] = [];
    let size = 0;
    for (; at < paths.length && batch.length < BATCH.files && size < BATCH.characters; at++) {
      if (signal.aborted) return;
      const path = paths[at] as string;
      try {
        const document = await engine.documents.read(path, [inFolder]);
        size += document.text.length;
        batch.push({ path, document });
      } catch (error) {
        failed(path, error);
      }
    }
    const texts = batch.map(({ path, document }) => ({ path, text: document.text }));
    const found = await engine.findReplacements(texts, asked, signal).catch((error: unknown) => {
      if (signal.aborted) return null;
      throw error;
    });
    if (found === null) return;
    yield batch.map((one, index) => ({ ...one, found: found[index] ?? [] }));
  }
}
