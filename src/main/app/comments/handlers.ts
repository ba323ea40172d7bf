import { basename } from "node:path";
import { listSections, parseOutline } from "../../../core/markdown/sections";
import { formatOf, hasPassages, officeFormatOf } from "../../../core/text/format";
import type { CommentRequests, PageParagraphs, ShownLock } from "../../../shared/comments";
import type { DocumentId, Handlers, Writer } from "../../../shared/contract";
import type { Engine } from "../../engine";
import {
  createOfficeComments,
  hasAddressedComments,
  hasOwnComments,
  protectedPart,
  type ThreadStore,
} from "../../engine/comments";
import type {
  CommentAuthor,
  CommentedText,
  CommentMessage,
  CommentThread,
  PlacedLock,
} from "../../engine/ports/comments";
import { ToolError } from "../../engine/ports/tool-error";
import { realPathOf } from "../core/grants";
import type { HandlerWindow } from "../core/handler-window";
import { t } from "../core/messages";
import { type AppCanvas, outcomeIn, type WindowContext } from "../documents";
import type { CommentDrafts } from "./comment-drafts";
import { listCommentedDocuments } from "./commented-folder";
import type { ReadThreads } from "./read-threads";
import { authorOf, shownThread } from "./shown-thread";
import type { UndoChanges } from "./undo-changes";

type CommentsDeps = {
  window: HandlerWindow;
  canvas: Pick<AppCanvas, "handOver">;
  drafts: CommentDrafts;
  read: ReadThreads;
  changes: UndoChanges;
};

/** An open document and its threads, beside it or in it. */
type OpenThreads = {
  engine: Engine;
  document: CommentedText;
  roots: string[];
  threads: ThreadStore & { restore(id: string, thread: CommentThread): Promise<void> };
};

/** An Office document, with the comments that are in it. Its text is read only if they are on words. */
async function openedOffice(
  engine: Engine,
  realPath: string,
  by: Writer,
): Promise<Pick<OpenThreads, "document" | "threads">> {
  const roots = [realPath];
  const { documents, packages } = engine;
  const { bytes, version } = await documents.readBytes(realPath, roots, "person");
  const format = officeFormatOf(realPath);
  if (format === null) throw new RangeError("not an Office document");
  const found = hasPassages(format)
    ? await packages.run("textPassages", { bytes, format, name: basename(realPath) })
    : { text: "" };
  const document = { realPath, version, ...found };
  const own = createOfficeComments({ documents, packages, roots, by, asker: "person" });
  return { document, threads: { ...own, restore: (_id, thread) => own.restore(document, thread) } };
}

/** The user's own comments, and the passages that they protect, in the documents of one window. */
export function commentsHandlers(
  ctx: WindowContext,
  { window, canvas, drafts, read, changes }: CommentsDeps,
): Pick<Handlers, keyof CommentRequests> {
  const outcome = outcomeIn(ctx);
  const me = (): CommentAuthor => authorOf(ctx);
  /** Whether the user wrote it; others' messages are theirs to change. */
  const isMine = ({ author }: CommentMessage): boolean => author.kind === "user" && author.name === me().name;

  /** The saved text of an open document and its threads. */
  async function asSaved(doc: DocumentId): Promise<OpenThreads> {
    const { location } = ctx.openDocuments.of(doc);
    if (location === null) throw new ToolError("wrong_state", t.comments.saveFirst);
    const { realPath } = location;
    const engine = await ctx.engine();
    const { workspace } = window;
    const roots = workspace ? [await realPathOf(workspace.root)] : [];
    if (hasOwnComments(realPath)) return { engine, roots, ...(await openedOffice(engine, realPath, ctx.by)) };
    const document = await engine.documents.read(realPath, [realPath], "person");
    const { comments } = engine;
    const restore = (id: string, thread: CommentThread) => comments.restore(realPath, id, thread);
    return { engine, document, roots, threads: { ...comments, restore } };
  }

  /** The same, once what was typed a moment ago is saved, too. */
  async function opened(doc: DocumentId): Promise<OpenThreads> {
    const { location } = ctx.openDocuments.of(doc);
    if (location !== null) await canvas.handOver(location.realPath);
    return asSaved(doc);
  }

  return {
    "comments:list": (doc) =>
      outcome(async () => {
        const { location, office } = ctx.openDocuments.of(doc);
        if (location === null) return { threads: [], locks: [] };
        // Asking for comments saves nothing: positions are those of the saved text.
        const { engine, document, threads: store } = await asSaved(doc);
        const threads = await store.list(document);
        const seen = await read.of(document.realPath);
        const locks = await placedLocks(engine, document);
        return {
          threads: threads.map((thread) =>
            shownThread(thread, office === null ? document.text : null, { seen, isMine }),
          ),
          locks: locks.map(({ lock, kind, mode, range, address, page, isGoing, anchor, share = null }): ShownLock => {
            const shown = { lock, kind, mode, address, page, share, isLost: range === null && !isGoing, isGoing };
            return range === null
              ? { ...shown, from: 0, to: 0, words: (anchor?.quote ?? "").slice(0, MAX_WORDS).toWellFormed().trim() }
              : { ...shown, ...range, words: beginningOf(document.text, kind, range) };
          }),
        };
      }),
    "comments:folder": () =>
      outcome(async () =>
        listCommentedDocuments(await ctx.engine(), window.workspace?.root ?? null, async (thread, text) =>
          shownThread(thread, text, { seen: await read.of(thread.realPath), isMine }),
        ),
      ),
    "comments:read": ({ doc, threads: ids }) =>
      outcome(async () => {
        const { document, threads } = await asSaved(doc);
        await read.read(document.realPath, await threads.list(document), new Set(ids));
        return {};
      }),
    ...newCommentHandlers({ outcome, opened, me }),
    "comments:reply": ({ doc, thread, text }) =>
      outcome(async () => {
        const { engine, document, threads } = await opened(doc);
        await threads.update({ realPath: document.realPath, thread }, (current) => {
          const at = engine.comments.now();
          return { ...current, changed: at, messages: [...current.messages, { author: me(), text, at }] };
        });
        return {};
      }),
    "comments:set": ({ doc, thread, status, needsMe }) =>
      outcome(async () => {
        const { engine, document, threads } = await opened(doc);
        const undo = await changes.change(threads, { realPath: document.realPath, thread }, (current) => ({
          ...current,
          changed: engine.comments.now(),
          ...(status !== undefined && { status }),
          ...(needsMe !== undefined && { needs_me: needsMe ? true : undefined }),
        }));
        return { undo };
      }),
    "comments:edit": ({ doc, thread, at, before, text }) =>
      outcome(async () => {
        const { engine, document, threads } = await opened(doc);
        const undo = await changes.change(threads, { realPath: document.realPath, thread }, (current) => {
          const isMeant = (each: CommentMessage): boolean => isMine(each) && each.at === at && each.text === before;
          const index = current.messages.findIndex(isMeant);
          if (index < 0) throw new ToolError("stale", t.comments.messageChanged);
          // Without its first message a thread has no subject.
          if (text === null && index === 0) return null;
          const messages = current.messages.flatMap((each, at) =>
            at !== index ? [each] : text === null ? [] : [{ ...each, text }],
          );
          return { ...current, changed: engine.comments.now(), messages };
        });
        return { undo };
      }),
    "comments:delete": ({ doc, thread }) =>
      outcome(async () => {
        const { document, threads } = await opened(doc);
        return { undo: await changes.change(threads, { realPath: document.realPath, thread }, () => null) };
      }),
    "comments:undo": ({ doc, undo }) =>
      outcome(async () => {
        const { engine, document, threads } = await opened(doc);
        await changes.undo({ ...threads, now: engine.comments.now }, document.realPath, undo);
        return {};
      }),
    "comments:drafts": (doc) =>
      outcome(async () => {
        const { location } = ctx.openDocuments.of(doc);
        return { drafts: location === null ? [] : await drafts.of(location.realPath) };
      }),
    "comments:keep-drafts": ({ doc, drafts: kept }) =>
      outcome(async () => {
        const { location } = ctx.openDocuments.of(doc);
        if (location === null) throw new ToolError("wrong_state", t.comments.saveFirst);
        await drafts.keep(location.realPath, kept);
        return {};
      }),
    "comments:protect": ({ doc, from, to, kind, mode, address, words, page, share }) =>
      outcome(async () => {
        const { engine, document, roots } = await opened(doc);
        const { realPath } = document;
        const isPart = kind === "cells" || kind === "slide";
        // The edits of cells and slides are not counted in words.
        if (share !== undefined && (kind !== "document" || hasAddressedComments(realPath)))
          throw new ToolError("unsupported", t.comments.notHere);
        const isOnPage = !isPart && kind !== "document" && hasOwnComments(realPath);
        if (isPart ? !hasAddressedComments(realPath) || !address : isOnPage && page === undefined)
          throw new ToolError("unsupported", t.comments.notHere);
        const range =
          isOnPage && page !== undefined
            ? await passageOnPage(engine, document, { ...page, kind })
            : isPart
              ? { from: 0, to: 0 }
              : passageOf(document, kind, from, to);
        const print = kind === "cells" ? await printOfCells(engine, document, address ?? "") : undefined;
        await engine.comments.protect(document, { ...range, kind, mode, address, words, print, share }, roots);
        return {};
      }),
    ...lockChangeHandlers({ outcome, opened }),
  };
}

type HandlerDeps = {
  me(): CommentAuthor;
  outcome: ReturnType<typeof outcomeIn>;
  opened(doc: DocumentId): Promise<OpenThreads>;
};

/** What changes a protection that there is, and ends it. */
function lockChangeHandlers({
  outcome,
  opened,
}: Pick<HandlerDeps, "outcome" | "opened">): Pick<Handlers, "comments:set-lock" | "comments:unprotect"> {
  return {
    "comments:set-lock": ({ doc, lock, mode }) =>
      outcome(async () => {
        const { engine, document } = await opened(doc);
        await engine.comments.setLockMode(document.realPath, lock, mode);
        return {};
      }),
    "comments:unprotect": ({ doc, lock }) =>
      outcome(async () => {
        const { engine, document } = await opened(doc);
        await engine.comments.unprotect(document.realPath, lock);
        return {};
      }),
  };
}

/** The locks of a document, with where protected cells and slides are now. */
async function placedLocks(
  { comments, documents, packages }: Engine,
  document: CommentedText,
): Promise<(PlacedLock & { address: string | null; page: ShownLock["page"]; isGoing: boolean })[]> {
  const { realPath } = document;
  const locks = await comments.locks(document);
  const format = officeFormatOf(realPath);
  const isPart = ({ kind }: PlacedLock): boolean => kind === "cells" || kind === "slide";
  const isFound = (lock: PlacedLock): boolean =>
    lock.kind === "slide" || (lock.kind === "cells" && lock.anchor?.words !== undefined);
  const parts = locks.map(protectedPart);
  const pages = await pagesOf({ documents, packages }, realPath, locks);
  const going = await suggestedToGo({ documents, packages }, realPath, locks);
  let placed: readonly (string | null)[] = parts.map(({ address }) => address);
  if (format !== null && locks.some(isFound)) {
    const { bytes } = await documents.readBytes(realPath, [realPath], "person");
    placed = await packages.run("placedParts", { bytes, format, name: basename(realPath), parts });
  }
  return locks.map((lock, index) => {
    const address = placed[index] ?? null;
    const isLost = lock.kind === "cells" && address === null;
    const shown = address ?? parts[index]?.address ?? null;
    return {
      ...lock,
      ...(isLost && { range: null }),
      isGoing: going.has(lock.lock),
      address: isPart(lock) ? shown : null,
      page: going.get(lock.lock)?.page ?? pages[index] ?? null,
    };
  });
}

/** Where protected sections and paragraphs are on the page of a Word document or OpenDocument text. */
async function pagesOf(
  { documents, packages }: Pick<Engine, "documents" | "packages">,
  realPath: string,
  locks: readonly PlacedLock[],
): Promise<readonly ShownLock["page"][]> {
  const format = officeFormatOf(realPath);
  const ranges = locks.map(({ kind, range }) => (kind === "document" ? null : range));
  const found = ranges.filter((range) => range !== null);
  if (!hasPassages(format) || found.length === 0) return [];
  const { bytes } = await documents.readBytes(realPath, [realPath], "person");
  const pages = await packages.run("pageRanges", { bytes, format, name: basename(realPath), ranges: found });
  return ranges.map((range) => (range === null ? null : (pages[found.indexOf(range)] ?? null)));
}

/** The protected passages of a Word document or OpenDocument text that it is only suggested to remove: they are protected still. */
async function suggestedToGo(
  { documents, packages }: Pick<Engine, "documents" | "packages">,
  realPath: string,
  locks: readonly PlacedLock[],
): Promise<ReadonlyMap<string, { page: ShownLock["page"] }>> {
  const format = officeFormatOf(realPath);
  const asked = locks.flatMap(({ lock, mode, range, anchor }) =>
    mode === "suggest" && range === null && anchor !== null ? [{ lock, anchor }] : [],
  );
  if (!hasPassages(format) || asked.length === 0) return new Map();
  const { bytes } = await documents.readBytes(realPath, [realPath], "person");
  const anchors = asked.map(({ anchor }) => anchor);
  const found = await packages.run("suggestedToGo", { bytes, format, name: basename(realPath), anchors });
  return new Map(asked.flatMap(({ lock }, index) => (found[index] ? [[lock, found[index]]] : [])));
}

/** The passage of a Word document or OpenDocument text that the user has selected on its page. */
async function passageOnPage(
  { documents, packages }: Engine,
  { realPath, version }: CommentedText,
  { kind, ...page }: PageParagraphs & { kind: ShownLock["kind"] },
): Promise<{ from: number; to: number }> {
  const format = officeFormatOf(realPath);
  if (!hasPassages(format)) throw new ToolError("unsupported", t.comments.notHere);
  const { bytes, version: current } = await documents.readBytes(realPath, [realPath], "person");
  if (current !== version) throw new ToolError("stale", t.comments.wordsGone);
  const selected = { ...page, kind: kind === "section" ? ("section" as const) : ("paragraph" as const) };
  const range = await packages.run("passageOnPage", { bytes, format, name: basename(realPath), selected });
  if (range === "stale") throw new ToolError("stale", t.comments.wordsGone);
  if (range === null)
    throw new ToolError("not_found", kind === "section" ? t.comments.noSection : t.comments.noParagraph);
  return range;
}

/** What protected cells are found by later; none for what has only an address, as whole rows have. */
async function printOfCells(
  { documents, packages }: Engine,
  { realPath }: CommentedText,
  address: string,
): Promise<string | undefined> {
  const format = officeFormatOf(realPath);
  if (format === null) return undefined;
  const { bytes } = await documents.readBytes(realPath, [realPath], "person");
  return (await packages.run("printOfCells", { bytes, format, name: basename(realPath), address })) ?? undefined;
}

/** Requests that begin a comment. */
function newCommentHandlers({ outcome, opened, me }: HandlerDeps): Pick<Handlers, "comments:place" | "comments:add"> {
  return {
    "comments:place": ({ doc, paragraph, offset, share }) =>
      outcome(async () => {
        const { document } = await opened(doc);
        const near = Math.round(share * document.text.length);
        return { from: paragraph === "" ? near : nearest(document.text, paragraph, near) + offset };
      }),
    "comments:add": ({ doc, from, words, address, text, needsMe }) =>
      outcome(async () => {
        const { engine, threads, document, roots } = await opened(doc);
        if (address !== undefined && hasAddressedComments(document.realPath)) {
          const section = await placedAddress(engine, document, { address, words });
          const target = { from: 0, to: 0, section, paragraphId: null };
          const { thread } = await threads.add(document, { ...target, text, needsMe, author: me() }, roots);
          return { thread };
        }
        const at = nearest(document.text, words, from);
        const sections = formatOf(document.realPath) === "markdown" ? listSections(parseOutline(document.text)) : [];
        const section = sections.findLast((each) => each.from <= at && at < each.from + each.charCount)?.path ?? null;
        const range = { from: at, to: at + words.length, section, paragraphId: null };
        const { thread } = await threads.add(document, { ...range, text, needsMe, author: me() }, roots);
        return { thread };
      }),
  };
}

/** Where a slide that has this title is now; other slides may have come before it since the user began to write. Cells keep their addresses. */
async function placedAddress(
  { documents, packages }: Engine,
  { realPath }: CommentedText,
  part: { address: string; words: string },
): Promise<string> {
  const format = officeFormatOf(realPath);
  if (format !== "pptx" && format !== "odp") return part.address;
  const { bytes } = await documents.readBytes(realPath, [realPath], "person");
  const [placed] = await packages.run("placedParts", { bytes, format, name: basename(realPath), parts: [part] });
  if (!placed) throw new ToolError("stale", t.comments.wordsGone);
  return placed;
}

/** Where the words are, nearest to where they were when the user selected them. */
function nearest(text: string, words: string, from: number): number {
  const [before, after] = [text.lastIndexOf(words, from), text.indexOf(words, from)];
  if (words.trim() === "" || (before < 0 && after < 0)) throw new ToolError("stale", t.comments.wordsGone);
  if (before < 0) return after;
  return after < 0 || from - before <= after - from ? before : after;
}

/** How long the words of a protected passage are that a list shows. */
const MAX_WORDS = 200;

const beginningOf = (text: string, kind: ShownLock["kind"], { from, to }: { from: number; to: number }): string =>
  kind === "document"
    ? ""
    : text
        .slice(from, Math.min(to, from + MAX_WORDS))
        .toWellFormed()
        .trim();

function passageOf({ realPath, text }: CommentedText, kind: ShownLock["kind"], from: number, to: number) {
  if (kind === "document") return { from: 0, to: text.length };
  if (kind === "section" && formatOf(realPath) === "markdown") {
    const section = listSections(parseOutline(text)).findLast((each) => each.from <= from);
    if (section === undefined) throw new ToolError("not_found", t.comments.noSection);
    const end = text.indexOf("\n", section.from);
    return { from: section.from, to: end < 0 ? text.length : end };
  }
  // The paragraphs that the selection touches.
  const start = text.lastIndexOf("\n\n", Math.max(0, from - 1));
  const end = text.indexOf("\n\n", to);
  const range = { from: start < 0 ? 0 : start + 2, to: end < 0 ? text.trimEnd().length : end };
  if (text.slice(range.from, range.to).trim() === "") throw new ToolError("not_found", t.comments.noParagraph);
  return range;
}
