import { basename } from "node:path";
import { findAnchor } from "../../../core/comments/anchor";
import { AGENT_INITIALS, initialsOf } from "../../../core/comments/initials";
import { COMMENT_REASON, type Writer } from "../../../core/review/writer";
import { officeFormatOf } from "../../../core/text/format";
import { printableName } from "../../../core/text/printable-name";
import type { Packages } from "../office/jobs/packages";
import { type CommentChange, type OfficeMessage, type OfficeThread, shortHash } from "../office/text/office-comments";
import type {
  CommentedText,
  CommentMessage,
  Comments,
  CommentThread,
  NewThread,
  PlacedThread,
} from "../ports/comments";
import type { Asker, Documents, FileContent } from "../ports/documents";
import { ToolError } from "../ports/tool-error";

/** Threads of one kind of documents, as callers use them. */
export type ThreadStore = Pick<Comments, "list" | "add" | "update">;

export type OfficeCommentsOptions = {
  documents: Pick<Documents, "readBytes" | "changeBytes" | "textProjection">;
  packages: Pick<Packages, "run">;
  roots: readonly string[];
  by: Writer;
  asker?: Asker;
  signal?: AbortSignal;
};

export type OfficeComments = ThreadStore & {
  /** Brings a deleted thread back to its words. */
  restore(document: CommentedText, thread: CommentThread): Promise<void>;
};

/** Whether the comments of a document are its own: those of Office documents. */
export const hasOwnComments = (path: string): boolean => officeFormatOf(path) !== null;

/** Whether the comments of a document are on its cells or slides, and not on words. */
export const hasAddressedComments = (path: string): boolean =>
  /^(?:xlsx|pptx|ods|odp)$/.test(officeFormatOf(path) ?? "");

/** Whether a thread with this id may be one of a document with comments of its own. */
export const mayOwnThread = (realPath: string, thread: string): boolean => thread.slice(0, 7) === idIn(realPath, "");

const idIn = (realPath: string, key: string): string => `c_${shortHash(realPath)}${key}`;

/** The comments of Office documents: they are in the document, as office programs write them. */
export function createOfficeComments(options: OfficeCommentsOptions): OfficeComments {
  const { documents, packages, roots, by, asker, signal } = options;

  const threadsIn = (file: Pick<FileContent, "realPath" | "bytes">): Promise<OfficeThread[]> =>
    packages.run("comments", packageOf(file), { signal });

  /** Makes changes one after the other, which become one version. Returns the threads after them. */
  async function change(
    realPath: string,
    version: string | null,
    plan: (threads: readonly OfficeThread[]) => readonly CommentChange[],
  ): Promise<{ before: readonly OfficeThread[]; after: readonly OfficeThread[] }> {
    let [before, after]: OfficeThread[][] = [[], []];
    await documents.changeBytes(realPath, roots, {
      by,
      reason: COMMENT_REASON,
      ...(asker !== undefined && { asker }),
      ...(signal !== undefined && { signal }),
      async edit(current) {
        if (current === null) throw gone(realPath);
        if (version !== null && current.version !== version) throw stale(realPath);
        before = await threadsIn(current);
        after = before;
        let { bytes } = current;
        for (const each of plan(before)) {
          const made = await packages.run(
            "changeComments",
            { ...packageOf({ realPath, bytes }), change: each },
            { signal },
          );
          bytes = made.bytes;
          after = made.threads;
        }
        return bytes;
      },
    });
    return { before: before ?? [], after: after ?? [] };
  }

  async function list(document: CommentedText): Promise<PlacedThread[]> {
    const file = await documents.readBytes(document.realPath, roots, asker);
    if (file.version !== document.version) throw stale(document.realPath);
    return placedThreads(document, await threadsIn(file));
  }

  async function add(document: CommentedText, thread: NewThread): Promise<PlacedThread> {
    const { from, to, section, text, author, needsMe } = thread;
    if (needsMe) throw cannotMark(document.realPath);
    const message = messageOf({ author, text, at: new Date().toISOString() });
    const { realPath, version } = document;
    // Of cells and slides, the section is their address.
    const address = hasAddressedComments(realPath) && section !== null ? section : undefined;
    const target = { range: { from, to }, address };
    const { before, after } = await change(realPath, version, (threads) => [
      { kind: "add", ...target, message: atFreeTime(message, threads) },
    ]);
    const id = idIn(realPath, addedThread(before, after).key);
    const added = placedThreads(document, after).find((each) => each.thread === id);
    if (added === undefined) throw new Error("a comment that was added is not there");
    return added;
  }

  /** Where the cell or the slide of a thread is now: null if there is no such slide, undefined if the thread is on words. */
  async function placedAddress({ realPath, version }: CommentedText, { anchor }: CommentThread) {
    if (!hasAddressedComments(realPath) || anchor.section === null) return undefined;
    const file = await documents.readBytes(realPath, roots, asker);
    if (file.version !== version) throw stale(realPath);
    const part = { address: anchor.section, words: anchor.quote, isFirstText: true } as const;
    const [placed] = await packages.run("placedParts", { ...packageOf(file), parts: [part] }, { signal });
    return placed ?? null;
  }

  const update: Comments["update"] = async ({ realPath, thread: id }, edit) => {
    let result: CommentThread | null = null;
    await change(realPath, null, (threads) => {
      const found = threads.find(({ key }) => idIn(realPath, key) === id);
      if (found === undefined) throw unknownThread(id);
      const stored = threadOf(found);
      result = edit(structuredClone(stored));
      if (result?.needs_me) throw cannotMark(realPath);
      return changesOf(found.key, stored, result);
    });
    return result;
  };

  return {
    list: (document) => list(document),
    add: (document, thread) => add(document, thread),
    update,
    async restore(document, thread) {
      const address = await placedAddress(document, thread);
      const place = address === undefined ? findAnchor(document.text, thread.anchor) : NOWHERE;
      const [first, ...answers] = thread.messages;
      if (address === null || place.state === "orphaned" || first === undefined)
        throw new ToolError("wrong_state", "the words of this comment are gone, so it cannot be put back");
      const { realPath, version } = document;
      const range = { from: place.from, to: place.to };
      const { before, after } = await change(realPath, version, (threads) => [
        { kind: "add", range, address, message: atFreeTime(messageOf(first), threads) },
      ]);
      const { key } = addedThread(before, after);
      const rest = answers.map(
        (each): CommentChange => ({ kind: "reply", thread: key, message: messageOf(each), resolve: false }),
      );
      if (thread.status === "resolved") rest.push({ kind: "resolve", thread: key });
      if (rest.length > 0) await change(realPath, null, () => rest);
    },
  };
}

const packageOf = ({ realPath, bytes }: { realPath: string; bytes: Uint8Array }) => {
  const format = officeFormatOf(realPath);
  if (format === null) throw new RangeError("not an Office document");
  return { bytes, format, name: printableName(basename(realPath)) };
};

/** Threads in the order of the document, orphans last. */
function placedThreads({ realPath }: CommentedText, threads: readonly OfficeThread[]): PlacedThread[] {
  const start = ({ range }: OfficeThread): number => range?.from ?? Number.POSITIVE_INFINITY;
  return [...threads]
    .sort((a, b) => (start(a) === start(b) ? 0 : start(a) - start(b)))
    .map((thread) => ({
      ...threadOf(thread),
      thread: idIn(realPath, thread.key),
      realPath,
      place: thread.range === null ? { state: "orphaned" } : { state: "anchored", ...thread.range },
    }));
}

function threadOf({ isResolved, address, anchor, messages }: OfficeThread): CommentThread {
  return {
    status: isResolved ? "resolved" : "open",
    changed:
      messages
        .map(({ at }) => at)
        .sort()
        .at(-1) || new Date(0).toISOString(),
    anchor: { ...(anchor ?? { quote: "", before: "", after: "" }), section: address, paragraph_id: null },
    messages: messages.map(({ author, initials, at, text: written }) => ({
      author: { name: author.slice(0, 200), kind: initials === AGENT_INITIALS ? "agent" : "user" },
      text: written,
      at,
    })),
  };
}

function messageOf({ author, text, at }: CommentMessage): OfficeMessage {
  return { author: author.name, initials: initialsOf(author), at: at.replace(/\.\d+Z$/, ".000Z"), text };
}

/** A message with a time at which its author has written no other one: threads are distinguished by these. */
function atFreeTime(message: OfficeMessage, threads: readonly OfficeThread[]): OfficeMessage {
  const taken = new Set(
    threads.flatMap(({ messages }) => messages.filter(({ author }) => author === message.author).map(({ at }) => at)),
  );
  let { at } = message;
  while (at !== "" && taken.has(at)) at = new Date(Date.parse(at) + 1_000).toISOString();
  return { ...message, at };
}

/** The thread that was not there before, by what it says and where: a key may be that of another one now. */
function addedThread(before: readonly OfficeThread[], after: readonly OfficeThread[]): OfficeThread {
  const contentOf = ({ address, messages }: OfficeThread): string => JSON.stringify([address, messages]);
  const known = Map.groupBy(before, contentOf);
  const added = after.find((thread) => known.get(contentOf(thread))?.pop() === undefined);
  if (added === undefined) throw new Error("a comment that was added is not there");
  return added;
}

/** What has to be changed in the document so that a thread is as wanted. */
function changesOf(key: string, before: CommentThread, after: CommentThread | null): CommentChange[] {
  if (after === null) return [{ kind: "delete", thread: key, index: 0 }];
  const isOne = (a: CommentMessage, b: CommentMessage) => a.at === b.at && a.author.name === b.author.name;
  const left = [...after.messages];
  const changes: CommentChange[] = [];
  const deleted: CommentChange[] = [];
  for (const [index, message] of before.messages.entries()) {
    const at = left.findIndex((each) => isOne(each, message));
    const [now] = at < 0 ? [] : left.splice(at, 1);
    if (now === undefined) deleted.unshift({ kind: "delete", thread: key, index });
    else if (now.text !== message.text) changes.push({ kind: "edit", thread: key, index, text: now.text });
  }
  for (const message of left) changes.push({ kind: "reply", thread: key, message: messageOf(message), resolve: false });
  if (after.status !== before.status)
    changes.push(after.status === "resolved" ? { kind: "resolve", thread: key } : { kind: "reopen", thread: key });
  return [...deleted, ...changes];
}

/** What an address alone says about the words of a comment. */
const NOWHERE = { state: "anchored", from: 0, to: 0 } as const;

const unknownThread = (id: string): ToolError =>
  new ToolError("not_found", `no thread has the id ${JSON.stringify(id.slice(0, 60))}`, {
    hint: "comments with action list has the ids; status all includes resolved threads.",
  });
const gone = (realPath: string): ToolError =>
  new ToolError("not_found", `${printableName(basename(realPath))} does not exist`);
const stale = (realPath: string): ToolError =>
  new ToolError("stale", `${printableName(basename(realPath))} changed meanwhile; nothing was changed`, {
    hint: "Try again.",
  });
const cannotMark = (realPath: string): ToolError =>
  new ToolError(
    "unsupported",
    `a comment of ${printableName(basename(realPath))} cannot be marked as one that needs the user`,
  );
