import { lstat, mkdir } from "node:fs/promises";
import { dirname, relative, sep } from "node:path";
import { setImmediate as breathe } from "node:timers/promises";
import { listSections, type Outline, parseOutline } from "../../../core/markdown/sections";
import { officeFormatOf } from "../../../core/text/format";
import type { DeletedFile, Handlers, Outcome } from "../../../shared/contract";
import { loadTextFile } from "../../engine";
import { ToolError } from "../../engine/ports/tool-error";
import { requireSection, restoreSection } from "../../engine/tools";
import { isInside, realPathOf } from "../core/grants";
import type { HandlerWindow } from "../core/handler-window";
import { t } from "../core/messages";
import { noticeOf, type WindowContext, you } from "../documents/context";
import { noVersion, restore, savedPlace } from "../documents/open-documents";
import type { AppCanvas } from "../documents/request-unsaved-text";

const maxVersions = 1000;
const maxGone = 500;
/** How many files of the history are checked for existence. */
const maxFiles = 20_000;
/** Limits of one search reply: time in milliseconds, and characters. */
const searchMs = 150;
const searchedCharacters = 32_000_000;
const longestLine = 200;

type HistoryRequest = Extract<keyof Handlers, `history:${string}`>;
type HistoryDeps = {
  window: Pick<HandlerWindow, "workspace">;
  canvas: Pick<AppCanvas, "handOver">;
  /** Throws unless the path is inside the open folder. */
  checkChangeable(path: string): Promise<void>;
};

/** History requests of one window, about its documents and deleted files of its folder. */
export function historyHandlers(
  ctx: WindowContext,
  { window, canvas, checkChangeable }: HistoryDeps,
): Pick<Handlers, HistoryRequest> {
  const { openDocuments } = ctx;
  const outcome = async <T extends object>(work: () => Promise<T>): Promise<Outcome<T>> => {
    try {
      return { ok: true, ...(await work()) };
    } catch (error) {
      return { ok: false, error: noticeOf(ctx, error) };
    }
  };

  /** The text of a version. Throws if history no longer has it, or if it is not text. */
  async function textOf(realPath: string, versionId: string, name: string): Promise<string> {
    const bytes = await (await ctx.engine()).history.read(realPath, versionId);
    if (bytes === null) throw noVersion(realPath);
    const office = officeFormatOf(name);
    if (office !== null) return (await ctx.engine()).packages.run("versionText", { bytes, format: office, name });
    // Loaded on demand, because decoding needs tables for many encodings.
    const { openTextFile } = await loadTextFile();
    const file = { realPath, bytes, version: "", writable: false };
    return openTextFile(file, t.timeline.version(name)).document.text;
  }

  async function restoreOnly(doc: string, versionId: string, address: string) {
    const document = openDocuments.of(doc);
    const { realPath } = savedPlace(document);
    const text = await textOf(realPath, versionId, document.name);
    const old = { text, outline: parseOutline(text) };
    const target = requireSection(old.outline, address);
    // Unsaved edits become a version first, so that restoring loses nothing.
    await canvas.handOver(realPath);
    const { documents } = await ctx.engine();
    const restored = { line: 1, warnings: [] as string[] };
    const section = target === "frontmatter" ? "@frontmatter" : target.path;
    await document.enqueue(() =>
      documents.change(realPath, [realPath], {
        by: you,
        reason: `restored section ${section}`,
        asker: "person",
        edit(current) {
          if (current === null) throw new ToolError("not_found", t.timeline.fileGone(document.name));
          if (target !== "frontmatter") rejectAmbiguous(old.outline, parseOutline(current.text), target.path);
          const edit = restoreSection({ name: document.name, old, target }, current.text);
          Object.assign(restored, { line: edit.line, warnings: edit.warnings });
          return { changes: edit.changes };
        },
      }),
    );
    return restored;
  }

  async function search({ doc, sought, after }: Parameters<Handlers["history:search"]>[0]) {
    const { location, name } = openDocuments.of(doc);
    const { history, documents, packages } = await ctx.engine();
    const format = officeFormatOf(name);
    const textAt = async (version: string): Promise<string> => {
      if (format === null) return (await documents.textOf(version)) ?? "";
      const bytes = await history.content(version);
      if (bytes === null) return "";
      return packages.run("versionText", { bytes, format, name }).catch(() => "");
    };
    const entries = location ? await history.list(location.realPath, maxVersions) : [];
    const wanted = sought.toLocaleLowerCase();
    const begun = performance.now();
    const known = new Map<string, string | null>();
    const found: { version_id: string; line: string }[] = [];
    let read = 0;
    let at = after === null ? 0 : entries.findIndex(({ version_id }) => version_id === after) + 1;
    for (; at < entries.length; at++) {
      const entry = entries[at];
      if (entry === undefined) break;
      let line = known.get(entry.version);
      if (line === undefined) {
        const text = await textAt(entry.version);
        read += text.length;
        line = lineWith(text, wanted);
        known.set(entry.version, line);
      }
      if (line !== null) found.push({ version_id: entry.version_id, line });
      if (performance.now() - begun > searchMs || read > searchedCharacters) break;
      // Lets other events run.
      await breathe();
    }
    return { found, next: at < entries.length - 1 ? (entries[at]?.version_id ?? null) : null };
  }

  async function deletedFiles(): Promise<{ files: DeletedFile[]; isAll: boolean }> {
    if (!window.workspace) throw new ToolError("not_found", t.noFolderOpen);
    const root = await realPathOf(window.workspace.root);
    const known = await (await ctx.engine()).history.filesIn(root, maxFiles);
    const files: DeletedFile[] = [];
    for (const { realPath, newest, versions } of known) {
      if (files.length >= maxGone) break;
      const isThere = await lstat(realPath).then(
        () => true,
        ({ code }: NodeJS.ErrnoException) => code !== "ENOENT" && code !== "ENOTDIR",
      );
      if (isThere) continue;
      files.push({ path: realPath, name: relative(root, realPath).split(sep).join("/"), newest, versions });
    }
    return { files, isAll: known.length < maxFiles && files.length < maxGone };
  }

  /** Throws unless the real path is inside the open folder. */
  async function checkRemembered(path: string): Promise<void> {
    const root = window.workspace && (await realPathOf(window.workspace.root));
    if (!root || !isInside(root, await realPathOf(path))) throw new ToolError("outside_workspace", t.notInFolder(path));
  }

  async function restoreFile(path: string, versionId: string): Promise<{ path: string }> {
    await checkRemembered(path);
    await checkChangeable(path);
    const { documents, history } = await ctx.engine();
    const bytes = await history.read(path, versionId);
    if (bytes === null) throw noVersion(path);
    await mkdir(dirname(path), { recursive: true });
    await documents.change(path, [path], {
      by: you,
      reason: "brought back",
      asker: "person",
      edit(current) {
        if (current !== null) throw new ToolError("wrong_state", t.timeline.thereAgain(path));
        return { bytes };
      },
    });
    return { path };
  }

  return {
    "history:list": (doc) =>
      outcome(async () => {
        const { location } = openDocuments.of(doc);
        return { versions: location ? await (await ctx.engine()).history.list(location.realPath, maxVersions) : [] };
      }),
    "history:text": ({ doc, version_id }) =>
      outcome(async () => {
        const document = openDocuments.of(doc);
        return { text: await textOf(savedPlace(document).realPath, version_id, document.name) };
      }),
    "history:restore": ({ doc, version_id }) =>
      outcome(async () => {
        const document = openDocuments.of(doc);
        // Unsaved edits become a version first, so that restoring loses nothing.
        await canvas.handOver(savedPlace(document).realPath);
        await restore(ctx, document, version_id);
        return {};
      }),
    "history:restore-section": ({ doc, version_id, section }) => outcome(() => restoreOnly(doc, version_id, section)),
    "history:search": (asked) => outcome(() => search(asked)),
    "history:mark": ({ doc, version_id, name }) =>
      outcome(async () => {
        const { realPath } = savedPlace(openDocuments.of(doc));
        await (await ctx.engine()).history.mark(realPath, version_id, name);
        return {};
      }),
    "history:gone": () => outcome(deletedFiles),
    "history:gone-versions": (path) =>
      outcome(async () => {
        await checkRemembered(path);
        return { versions: await (await ctx.engine()).history.list(path, maxVersions) };
      }),
    "history:gone-text": ({ path, version_id }) =>
      outcome(async () => {
        await checkRemembered(path);
        return { text: await textOf(path, version_id, path.slice(path.lastIndexOf(sep) + 1)) };
      }),
    "history:bring-back": ({ path, version_id }) => outcome(() => restoreFile(path, version_id)),
  };
}

/**
 * Sections with the same title are only told apart by number; if one was added or removed since, the target is
 * ambiguous.
 */
function rejectAmbiguous(old: Outline, today: Outline, path: string): void {
  const target = listSections(old).find((section) => section.path === path);
  if (target === undefined) return;
  const parent = path.split("/").slice(0, -1).join("/");
  const namesakes = (outline: Outline) =>
    listSections(outline).filter(
      (section) => section.title === target.title && section.path.split("/").slice(0, -1).join("/") === parent,
    );
  const [then, now] = [namesakes(old).length, namesakes(today).length];
  if (then !== now && Math.max(then, now) > 1)
    throw new ToolError("ambiguous", t.timeline.ambiguous(target.title, then, now), {
      hint: t.timeline.ambiguousHint,
    });
}

/** The line that contains the text, cropped around it; null if there is none. `wanted` is in lower case. */
function lineWith(text: string, wanted: string): string | null {
  const at = text.toLocaleLowerCase().indexOf(wanted);
  if (at < 0) return null;
  const begins = at === 0 ? 0 : text.lastIndexOf("\n", at - 1) + 1;
  const from = Math.max(begins, at - 60);
  const end = text.indexOf("\n", at);
  const line = text.slice(from, Math.min(end < 0 ? text.length : end, from + longestLine)).toWellFormed();
  return `${from > begins ? "…" : ""}${line.trim()}`;
}
