import * as Y from "yjs";
import { serialQueue } from "../../../core/async/serial-queue";
import { difference } from "../../../core/diff/difference";
import { isMember, memberWriter } from "../../../core/review/guest";
import { SHARED_FOLDER, type Writer } from "../../../core/review/writer";
import { documentNameOf } from "../../../core/sharing/document-name";
import { reconcile } from "../../../core/sharing/reconcile";
import { type Contested, createSharedReplica } from "../../../core/sharing/shared-replica";
import { applyChanges, type Change, changesWithin, invertChanges, mapPosition } from "../../../core/text/change";
import type { ChangeRequest, Documents, TextDocument } from "../../engine/ports/documents";
import { ToolError } from "../../engine/ports/tool-error";
import { MAX_SHARED_TEXT_BYTES } from "../../limits";
import type { FolderConnection } from "./folder-connection";
import { reasons } from "./reasons";
import { isBehindLink } from "./shared-files";

/** One file of a shared folder and its shared text, kept in sync. */
export type SharedDocument = {
  readonly id: string;
  path(): string;
  /** The file has another path now. */
  rename(path: string): void;
  /** The file may have changed. Resolves when both sides are equal, or cannot be. */
  check(): Promise<void>;
  /** The file was written through the engine, by somebody else than this. */
  handleWrite(write: { before: string; text: string; writer: string }): void;
  /** What both sides last had in common; null before that. */
  common(): string | null;
  /** Whether the server has everything that was written here. */
  isConfirmed(): boolean;
  close(): void;
};

export type SharedDocumentOptions = {
  id: string;
  path: string;
  /** The shared folder's real path. */
  root: string;
  /** What both sides had in common before; null if nothing is known. */
  common: string | null;
  documents: Documents;
  /** The name of this machine's member: what other programs write here is written by it. */
  member: string;
  connection: FolderConnection;
  /** The absolute path of a path of the shared folder. */
  locate(path: string): string;
  /** Whether the shared folder is at its path, and not another one in its place. Asked while the file is read. */
  isFolderThere(): boolean;
  /** The file had this text, and so has the shared text, of which the server has everything that was written here. */
  onEqual(text: string): void;
  /** Both sides cannot be made equal; a sentence without the text. Null once they can. */
  onProblem(problem: string | null): void;
  /** The file, which was there, is no longer there, or its folder is not. */
  onMissing(): void;
};

/** What others wrote is part of the text. Where it replaced words of this machine, it waits for review, which shows both. */
const reviewed: Writer = { kind: "agent", name: SHARED_FOLDER.name };

/** How often both sides may move on while they are brought together, before the next event is waited for. */
const MAX_ROUNDS = 20;

class MovedOnError extends Error {}
class MissingError extends Error {}

/** Joins one file with its shared text. Nothing is written before the server's text has arrived. */
export function joinDocument(options: SharedDocumentOptions): SharedDocument {
  const { id, root, member, connection, onEqual, onProblem, onMissing } = options;
  const document = new Y.Doc();
  const replica = createSharedReplica(document);
  const enqueue = serialQueue();
  let { path, common } = options;
  let role: "reader" | "editor" | null = null;
  /** Words of this machine that others' words have replaced in the shared text, and that the file still has. */
  let contested: Contested[] = [];
  /** The text that the file and the shared text had last, until it is reported. */
  let equal: string | null = null;
  let isClosed = false;
  const writers = createWriters(member);

  /**
   * Not before the server has it: what is in common and not on the server would look, after the end of this process, like words that others deleted.
   */
  const reportEqual = (): void => {
    if (equal === null || replica.unconfirmed() > 0) return;
    onEqual(equal);
    equal = null;
  };

  const detach = connection.attach(documentNameOf(id), document, {
    receive(update, origin) {
      const change = replica.receive(update, origin);
      contested = [...contested.flatMap((each) => moved(each, change.changes)), ...change.contested].sort(
        (a, b) => a.from - b.from,
      );
      // What others wrote before this machine came is of too many.
      if (role !== null) writers.arrived(change.writers);
      // The server sends a change to its writer as well.
      if (role !== null && change.changes.length + change.contested.length > 0) void check();
    },
    confirmed(count) {
      replica.confirm(count);
      reportEqual();
    },
    unconfirmed: () => replica.unconfirmed(),
    synced(given) {
      role = given;
      void check();
    },
  });

  const check = (): Promise<void> =>
    enqueue(async () => {
      if (isClosed || role === null) return;
      try {
        for (let round = 0; round < MAX_ROUNDS; round++) if (await bringTogether()) break;
        onProblem(null);
      } catch (error) {
        if (error instanceof MissingError) onMissing();
        else onProblem(error instanceof ToolError ? error.message : String(error));
      }
    });

  /**
   * Sends what was written at once, without reading the file again, if both sides were equal before the write. The text is on the disk by then, like
   * every text that both have in common.
   */
  const handleWrite: SharedDocument["handleWrite"] = ({ before, text, writer }) => {
    // At once: a check that waits in the queue may be the one that sends it.
    writers.wrote(writer);
    void enqueue(async () => {
      if (isClosed || role === null) return;
      if (common === text && replica.text() === text) return writers.sent(writer);
      const wasEqual = common === before && replica.text() === before && contested.length === 0;
      if (role !== "editor" || !wasEqual || !text.isWellFormed() || isTooLong(text)) return void check();
      writers.sent(writer);
      sendOwn(before, text, writer);
    });
  };

  function sendOwn(shared: string, text: string, writer: string): void {
    replica.edit(difference(shared, text), writer);
    common = text;
    equal = text;
    reportEqual();
  }

  /** One round. False if one side has moved on meanwhile. */
  async function bringTogether(): Promise<boolean> {
    if (await isBehindLink(root, path)) throw new ToolError("unsupported", reasons.linked);
    const shared = replica.text();
    const disputed = contested;
    // The shared text as if the words of this machine still stood in it.
    const mine = disputed.map(({ from, to, mine }) => ({ from, to, insert: mine }));
    const quiet = applyChanges(shared, mine);
    let merged = reconcile({ common, file: quiet, shared: quiet });
    const landed = await write(writers.takeThere(), "others' edits of the shared folder", (current) => {
      merged = reconcile({ common, file: textOf(current), shared: quiet });
      return merged.toFile;
    });
    const restored = restoring(invertChanges(shared, mine), merged.toShared);
    const review = restored.length + merged.contested.length > 0;
    const text = applyChanges(merged.text, restored);
    if (review) {
      const changes = difference(landed.text, text);
      const isThere = await write(reviewed, "other words of the shared folder", (current) => {
        if (current?.text !== landed.text) throw new MovedOnError();
        return changes;
      }).catch((error) => {
        if (error instanceof MovedOnError) return null;
        throw error;
      });
      if (isThere === null) return false;
    }
    if (contested === disputed) contested = [];
    if (role === "reader") {
      // What is written here stays here.
      common = shared;
      return replica.text() === shared;
    }
    // Everything of the shared text is in the file. What arrived since is the next round's.
    common = shared;
    if (replica.text() !== shared) return false;
    sendOwn(shared, text, shared === text ? member : writers.takeHere());
    return true;
  }

  const write = (by: Writer, reason: string, edit: (current: TextDocument | null) => Change[]): Promise<TextDocument> =>
    writeText(options, { path, isKnown: common !== null, by, reason, edit });

  return {
    id,
    path: () => path,
    rename(to) {
      path = to;
    },
    check,
    handleWrite,
    common: () => common,
    // What a check has not compared yet may still have to be sent.
    isConfirmed: () => role !== null && enqueue.size() === 0 && replica.unconfirmed() === 0,
    close() {
      isClosed = true;
      detach();
      replica.close();
      document.destroy();
    },
  };
}

/** Who wrote what has arrived since the file was written last, and what was written here and is not sent yet. */
function createWriters(member: string) {
  const there = new Set<string>();
  const here = new Set<string>();
  return {
    arrived(names: readonly string[]): void {
      for (const name of names) there.add(name);
    },
    takeThere(): Writer {
      const writer = memberWriter(there);
      there.clear();
      return writer;
    },
    wrote: (name: string): void => void here.add(name),
    sent: (name: string): void => void here.delete(name),
    /** Whose all of it is; the member's if it is of several, or of another program. */
    takeHere(): string {
      const [name = member] = here;
      const isOne = here.size === 1;
      here.clear();
      return isOne ? name : member;
    },
  };
}

type TextWrite = {
  path: string;
  /** Whether the file was here; else it is made. */
  isKnown: boolean;
  by: Writer;
  reason: string;
  edit(current: TextDocument | null): Change[];
};

/** Writes a file. Throws a `MissingError` if it was here and is gone, or the folder is. */
async function writeText(
  { documents, locate, root, isFolderThere }: SharedDocumentOptions,
  { path, isKnown, by, reason, edit }: TextWrite,
): Promise<TextDocument> {
  const request: ChangeRequest = {
    by,
    reason,
    isInBurst: isMember(by),
    edit(current) {
      // What is in another folder's file of this name belongs to nobody here.
      if ((current === null && isKnown) || !isFolderThere()) throw new MissingError();
      const changes = edit(current);
      return current === null ? { content: applyChanges("", changes) } : { changes };
    },
  };
  return (await documents.change(locate(path), [root], request)).after;
}

/** A file's text. Throws if it is too large, or holds damaged bytes, which a shared text cannot carry. */
function textOf(current: TextDocument | null): string {
  const text = current?.text ?? "";
  if (!text.isWellFormed()) throw new ToolError("encoding", reasons.damaged);
  if (isTooLong(text)) throw new ToolError("too_large", reasons.textTooLarge);
  return text;
}

/** A character of UTF-16 has three bytes at most. */
const isTooLong = (text: string): boolean =>
  text.length > MAX_SHARED_TEXT_BYTES / 3 && Buffer.byteLength(text) > MAX_SHARED_TEXT_BYTES;

/** Contested words after an arrival. What is written over them there is no longer in question. */
const moved = (each: Contested, changes: readonly Change[]): Contested[] =>
  changesWithin(changes, each.from, each.to)
    ? []
    : [{ ...each, from: mapPosition(changes, each.from, "after"), to: mapPosition(changes, each.to, "before") }];

/** What puts others' words back into a text that has this machine's, except where `edits` of the text have changed those. */
const restoring = (back: readonly Change[], edits: readonly Change[]): Change[] =>
  back
    .filter(({ from, to }) => !changesWithin(edits, from, to))
    .map(({ from, to, insert }) => ({
      from: mapPosition(edits, from, "after"),
      to: mapPosition(edits, to, "before"),
      insert,
    }));
