import { join, relative, sep } from "node:path";
import * as Y from "yjs";
import { serialQueue } from "../../../core/async/serial-queue";
import { type CommentEntries, type CommentList, commentList, mayComment } from "../../../core/sharing/comment-list";
import { COMMENTS } from "../../../core/sharing/document-name";
import {
  type CommentBranches,
  changedEntries,
  type MergedComments,
  mergeComments,
} from "../../../core/sharing/merge-comments";
import { beyondLimits, fromEntries, readEntries, type SharedNames, toEntries } from "../../engine/comments";
import type { Comments, StoredAbout } from "../../engine/ports/comments";
import { isWithin } from "../../engine/storage";
import type { FolderConnection } from "./folder-connection";
import { reasons } from "./reasons";
import { exists } from "./shared-files";
import { watchCommentFiles } from "./watch-comment-files";

/** The comments and protected passages of a shared folder's texts, kept in sync with what is stored beside the files. */
export type SharedComments = {
  /** Whether this member's comments are sent; null until the server has said so. */
  mayComment(): boolean | null;
  /** The shared texts, and what this machine last had in common with their comments, may be others now. Compares all of them. */
  refresh(): void;
  /** The text with this id is on this machine: its comments, if there was no file to store them beside, are compared now. */
  handleText(id: string): void;
  /** What was in common is no longer: the shared folder is another one. */
  forget(): void;
  /** Resolves when both sides are equal, or cannot be. */
  idle(): Promise<void>;
  /** Whether everything that was written here was compared, and the server has it. */
  isConfirmed(): boolean;
  close(): Promise<void>;
};

export type SharedCommentsOptions = {
  connection: FolderConnection;
  comments: Comments;
  /** The folder's real path. */
  root: string;
  names: SharedNames;
  /** The paths of the shared texts by id; none while nothing may be written, as when the folder is away. */
  texts(): ReadonlyMap<string, string>;
  /** Whether this member may write texts; null until the server has said so. */
  mayWrite(): boolean | null;
  /** What this machine and the shared folder last had in common. */
  common: { of(id: string): CommentEntries; keep(id: string, entries: CommentEntries): void };
  /** `mayComment` has another value. */
  onRole(): void;
  /** Comments of a text are not in sync; a sentence. Null once they are. */
  onProblem(path: string, why: string | null): void;
};

/** How often both sides may move on while they are compared, before the next event is waited for. */
const MAX_ROUNDS = 5;

/** After more rejections one after the other nothing is sent until the next start, so that texts and the comments of others go on. */
const MAX_REJECTIONS = 2;

/** Where problems of all comments are reported: the folder that they are stored in. */
const STORED_IN = ".galley";

/** Joins the comments of a folder with the shared ones. Nothing is written before the server's have arrived. */
export function joinComments(options: SharedCommentsOptions): SharedComments {
  const { connection, comments, root, names, texts, common, onProblem } = options;
  const enqueue = serialQueue();
  let role: "reader" | "editor" | null = null;
  /** How often the server rejected what was sent, since it last accepted something. */
  let rejections = 0;
  const isGivenUp = (): boolean => rejections > MAX_REJECTIONS;
  /** What to keep once the server has what was sent with it. */
  const unstored = new Map<string, CommentEntries>();
  const waiting = new Set<string>();
  /** The texts whose files were not there when their comments came up for comparison. */
  const absent = new Set<string>();
  let isClosed = false;
  let session = begin();

  /** What was written into a session that has ended is sent again, if it may be, as a difference of the files. */
  function begin(): Session {
    return openSession(connection, {
      changed: soon,
      confirmed: () => {
        if (isGivenUp()) onProblem(STORED_IN, null);
        rejections = 0;
        store();
      },
      synced(given) {
        role = given;
        options.onRole();
        refresh();
      },
      rejected: startAgain,
    });
  }

  /** What the server rejects stays in the document, and would be sent at each connection: it would be rejected for ever, and the texts with it. */
  function startAgain(): void {
    if (isClosed) return;
    if (session.unconfirmed > 0) rejections += 1;
    if (isGivenUp()) onProblem(STORED_IN, reasons.commentsRejected);
    session.end();
    unstored.clear();
    session = begin();
  }

  const handleChange = (realPath: string): void => {
    const id = idAt(realPath, root, texts());
    if (id !== null) soon(id);
  };
  const stopFollowing = comments.onChange(handleChange);
  const files = watchCommentFiles(root, handleChange);

  /** Not before the server has it: what is in common and not on the server would look, after the end of this process, like comments that others deleted. */
  function store(): void {
    if (session.unconfirmed > 0) return;
    for (const [id, entries] of unstored) common.keep(id, entries);
    unstored.clear();
  }

  function soon(id: string): void {
    if (waiting.has(id) || isClosed) return;
    waiting.add(id);
    void enqueue(async () => {
      waiting.delete(id);
      const path = texts().get(id);
      if (path === undefined || isClosed || !session.isSynced || options.mayWrite() === null) return;
      try {
        let last: Round = { isDone: false, isComplete: true };
        for (let round = 0; round < MAX_ROUNDS && !last.isDone; round++)
          last = await bringTogether(id, join(root, path));
        onProblem(path, last.isComplete ? null : reasons.tooManyComments);
      } catch (error) {
        onProblem(path, `its comments are not in sync: ${error instanceof Error ? error.message : String(error)}`);
      }
    });
  }

  const commonOf = (id: string): CommentEntries => unstored.get(id) ?? common.of(id);

  function may(entry: string, before: string | undefined, after: string | undefined): boolean {
    if (role !== "editor" || isGivenUp()) return false;
    return options.mayWrite() === true || mayComment(entry, before, after);
  }

  async function bringTogether(id: string, realPath: string): Promise<Round> {
    // Its folder may be where a disk was mounted a moment ago: what were stored there would look, once it is looked at, like a folder without this text.
    if (!(await exists(realPath))) {
      absent.add(id);
      return { isDone: true, isComplete: true };
    }
    const { list } = session;
    const shared = readEntries(list.of(id));
    const before = commonOf(id);
    let toShared: ReadonlyMap<string, string | null> = new Map();
    let after: CommentEntries = before;
    let isComplete = true;
    await comments.rewrite(realPath, [root], (current) => {
      const known = [shared, before];
      // Without a file, nothing was deleted by the user: it is made again.
      const local = current === null ? before : toEntries(current, known, names);
      const { isComplete: isAll, ...merged } = mergeWithinLimits({ common: before, local, shared, may });
      isComplete = isAll;
      toShared = merged.toShared;
      after = merged.common;
      const isMissing = current === null && merged.local.size > 0;
      return isMissing || !isSame(merged.local, local)
        ? fromEntries(merged.local, current ?? nothing, known, names)
        : null;
    });
    // One that began meanwhile compares everything once it has the server's.
    if (isClosed || session.list !== list) return { isDone: true, isComplete };
    const sent = changedEntries(shared, toShared);
    list.write(id, toShared);
    if (!isSame(after, before)) {
      unstored.set(id, after);
      store();
    }
    return { isDone: isSame(readEntries(list.of(id)), sent), isComplete };
  }

  /** Watches the files of comments, and compares those of all texts that have some. */
  function refresh(): void {
    void files.refresh();
    void enqueue(async () => {
      for (const id of idsAt(await comments.documents([root]), root, texts())) soon(id);
      for (const id of session.list.texts()) soon(id);
      for (const id of texts().keys()) if (commonOf(id).size > 0) soon(id);
    }).catch((error: unknown) => onProblem(STORED_IN, String(error)));
  }

  return {
    mayComment: () => (role === null ? null : role === "editor"),
    refresh,
    handleText(id) {
      if (absent.delete(id)) soon(id);
    },
    forget: () => unstored.clear(),
    async idle() {
      // What is done there may give more to do.
      do await enqueue.idle();
      while (enqueue.size() > 0 && !isClosed);
    },
    isConfirmed: () => session.isSynced && session.unconfirmed === 0 && enqueue.size() === 0,
    async close() {
      isClosed = true;
      files.close();
      stopFollowing();
      await enqueue.idle();
      session.end();
    },
  };
}

const sharedPath = (realPath: string, root: string): string => relative(root, realPath).split(sep).join("/");

/** The ids of the texts at these paths; those of other files are left out. */
function idsAt(realPaths: readonly string[], root: string, texts: ReadonlyMap<string, string>): string[] {
  const ids = new Map([...texts].map(([id, path]) => [path, id]));
  return realPaths.flatMap((realPath) => ids.get(sharedPath(realPath, root)) ?? []);
}

function idAt(realPath: string, root: string, texts: ReadonlyMap<string, string>): string | null {
  if (!isWithin(realPath, root)) return null;
  const path = sharedPath(realPath, root);
  return [...texts].find(([, each]) => each === path)?.[0] ?? null;
}

/** A document with the shared comments that have arrived. */
type Session = { list: CommentList; isSynced: boolean; unconfirmed: number; end(): void };

type SessionListener = {
  changed(text: string): void;
  confirmed(): void;
  synced(role: "reader" | "editor"): void;
  rejected(): void;
};

function openSession(connection: FolderConnection, listener: SessionListener): Session {
  const document = new Y.Doc();
  const list = commentList(document, (ids) => {
    if (session.isSynced) for (const id of ids) listener.changed(id);
  });
  document.on("update", (_update: Uint8Array, origin: unknown) => {
    if (origin === null) session.unconfirmed += 1;
  });
  const session: Session = { list, isSynced: false, unconfirmed: 0, end };
  const detach = connection.attach(COMMENTS, document, {
    receive: (update, origin) => Y.applyUpdate(document, update, origin),
    confirmed(count) {
      session.unconfirmed = Math.max(0, session.unconfirmed - count);
      listener.confirmed();
    },
    unconfirmed: () => session.unconfirmed,
    synced(role) {
      session.isSynced = true;
      listener.synced(role);
    },
    rejected: listener.rejected,
  });
  function end(): void {
    detach();
    document.destroy();
  }
  return session;
}

/** What a comparison came to: whether the shared side has not moved on meanwhile, and whether everything that is shared could be stored here. */
type Round = { isDone: boolean; isComplete: boolean };

/** Leaves what is more than can be stored here as it is on both sides. */
function mergeWithinLimits(branches: CommentBranches): MergedComments & { isComplete: boolean } {
  const beyond = beyondLimits(branches.shared);
  let merged = mergeComments({ ...branches, beyond });
  const further = beyondLimits(merged.local, branches.local);
  for (const id of further) beyond.add(id);
  if (further.size > 0) merged = mergeComments({ ...branches, beyond });
  return { ...merged, isComplete: beyond.size === 0 };
}

const nothing: StoredAbout = { threads: {}, locks: {} };

const isSame = (a: CommentEntries, b: CommentEntries): boolean =>
  a.size === b.size && [...a].every(([entry, content]) => b.get(entry) === content);
