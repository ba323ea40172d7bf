import { randomBytes } from "node:crypto";
import { join } from "node:path";
import * as Y from "yjs";
import { serialQueue } from "../../../core/async/serial-queue";
import type { Writer } from "../../../core/review/writer";
import { FILE_LIST, isSharedPath } from "../../../core/sharing/document-name";
import { fileList, MAX_SHARED_FILES } from "../../../core/sharing/file-list";
import { isBinaryName, officeFormatOf } from "../../../core/text/format";
import type { Engine } from "../../engine";
import type { Caller } from "../../engine/ports/caller";
import { ToolError } from "../../engine/ports/tool-error";
import { watchFiles } from "../../engine/storage";
import { connectToFolder } from "./folder-connection";
import { openJoinedTexts } from "./joined-texts";
import { joinDocument, type SharedDocument } from "./shared-document";

/** A folder of this machine that is kept equal with a shared folder. */
export type FolderMember = {
  state(): MemberState;
  /** Resolves when the list and every file have been brought together once, and the server has what was written here. */
  settled(): Promise<void>;
  /** Stores what is known and leaves. What is not sent yet is sent at the next start. */
  close(): Promise<void>;
};

export type MemberState = {
  status: "connecting" | "connected" | "refused";
  /** Null until the server has said so. */
  role: "reader" | "editor" | null;
  files: number;
  /** Sentences by path: why a file is not kept equal. */
  problems: ReadonlyMap<string, string>;
};

export type FolderMemberOptions = {
  /** The folder's real path. */
  root: string;
  /** The server's address for WebSocket, and the secret of the link. */
  link: { url: string; secret: string };
  dataDir: string;
  engine: Engine;
  /** Receives a sentence for the user: connected, refused, files that came back. */
  notice(sentence: string): void;
  onState?(state: MemberState): void;
};

const others: Writer = { kind: "program", name: "Shared folder" };

/** Milliseconds without an event after which the folder is listed again. */
const LIST_REST_MS = 150;

/** Joins a folder with a shared folder, and keeps both equal until it is closed. */
export function joinFolder(options: FolderMemberOptions): FolderMember {
  const { root, link, dataDir, engine, notice } = options;
  const texts = openJoinedTexts(dataDir, notice);
  const listDocument = new Y.Doc();
  const list = fileList(listDocument);
  const enqueue = serialQueue();
  const joined = new Map<string, SharedDocument>();
  const problems = new Map<string, string>();
  const caller: Caller = { id: "sharing", name: others.name, roots: [root] };
  const stopping = new AbortController();
  let status: MemberState["status"] = "connecting";
  let role: MemberState["role"] = null;
  let unconfirmedInList = 0;
  let folder: string | null = null;
  let known = new Map<string, { path: string; text: string }>();
  let timer: NodeJS.Timeout | null = null;
  const locate = (path: string) => join(root, path);

  const state = (): MemberState => ({ status, role, files: joined.size, problems });
  const changed = () => options.onState?.(state());

  const connection = connectToFolder({
    ...link,
    onStatus(now) {
      if (status === "refused") return;
      status = now === "connected" ? "connected" : "connecting";
      notice(now === "connected" ? "connected to the shared folder" : "the connection was lost; trying again");
      changed();
    },
    onRefused(reason) {
      if (status === "refused") return;
      status = "refused";
      notice(`the shared folder refused: ${reason}`);
      changed();
    },
  });

  listDocument.on("update", (_update: Uint8Array, origin: unknown) => {
    if (origin === null) unconfirmedInList += 1;
    else if (role !== null) soon();
  });
  connection.attach(FILE_LIST, listDocument, {
    receive: (update, origin) => Y.applyUpdate(listDocument, update, origin),
    confirmed: (count) => {
      unconfirmedInList = Math.max(0, unconfirmedInList - count);
    },
    unconfirmed: () => unconfirmedInList,
    synced(given) {
      role = given;
      soon(0);
    },
  });

  const watcher = watchFiles({
    onPossibleChange(realPath) {
      for (const each of joined.values()) if (locate(each.path()) === realPath) void each.check();
    },
    onFolderChange: () => soon(),
  });

  /** Lists the folder again, after a pause. */
  function soon(pause = LIST_REST_MS): void {
    if (timer !== null) clearTimeout(timer);
    timer = setTimeout(() => {
      timer = null;
      void enqueue(compare).catch((error) => notice(`the folder could not be read: ${messageOf(error)}`));
    }, pause);
  }

  /** Brings the list of shared files and the folder together. */
  async function compare(): Promise<void> {
    if (stopping.signal.aborted || role === null) return;
    recogniseFolder();
    if (folder === null) return;
    const here = await pathsHere();
    await takeOver(here);
    if (role === "editor") await share(here);
    for (const [path, id] of list.entries()) joinText(path, id);
    for (const [id, each] of joined) if (![...list.entries().values()].includes(id)) leave(each);
    watch();
    changed();
    await Promise.all([...joined.values()].map((each) => each.check()));
  }

  /** A server without an id is new. One with another id holds other texts: nothing that is known about them holds. */
  function recogniseFolder(): void {
    if (list.folder() === null && role === "editor") list.name(newId());
    const now = list.folder();
    if (now === folder) return;
    for (const each of joined.values()) leave(each);
    folder = now;
    known = now === null ? new Map() : texts.all(now);
  }

  async function pathsHere(): Promise<Set<string>> {
    const { files, isAll } = await engine.listFiles({
      caller,
      signal: stopping.signal,
      most: MAX_SHARED_FILES,
      keeps: (path) => !isBinaryName(path) && officeFormatOf(path) === null,
    });
    if (!isAll) throw new Error(`it has more than ${MAX_SHARED_FILES} texts`);
    return new Set(files.filter(isSharedPath));
  }

  /** What others renamed and deleted. */
  async function takeOver(here: Set<string>): Promise<void> {
    const pathOf = new Map([...list.entries()].map(([path, id]) => [id, path]));
    for (const [id, { path, text }] of known) {
      const now = pathOf.get(id);
      if (now === path || !here.has(path)) continue;
      if (now === undefined) await takeDeletion(id, path, text, here);
      else if (!here.has(now)) await takeRename(id, path, now, here);
    }
  }

  async function takeRename(id: string, from: string, to: string, here: Set<string>): Promise<void> {
    try {
      await engine.documents.move(locate(from), locate(to), [root], { by: others, follow: [] });
    } catch (error) {
      problems.set(from, messageOf(error));
      return;
    }
    here.delete(from);
    here.add(to);
    joined.get(id)?.rename(to);
    keepKnown(id, { path: to, text: known.get(id)?.text ?? "" });
  }

  /** Deletes what others deleted, to the history; what was written here since keeps the file, and shares it again. */
  async function takeDeletion(id: string, path: string, text: string, here: Set<string>): Promise<void> {
    if (list.entries().has(path)) {
      forget(id);
      return;
    }
    try {
      const current = await engine.documents.read(locate(path), [root]);
      if (current.text !== text) {
        if (role === "editor") list.add(path, id);
        notice(`${path} was deleted by somebody and edited here: it is back for everybody`);
        return;
      }
      await engine.documents.remove(locate(path), [root], {
        by: others,
        note: "deleted in the shared folder",
        check(found) {
          if (found?.version !== current.version) throw new ToolError("stale", "the file was changed meanwhile");
        },
      });
      here.delete(path);
      forget(id);
    } catch (error) {
      problems.set(path, messageOf(error));
    }
  }

  /** What was made, renamed and deleted here. */
  async function share(here: Set<string>): Promise<void> {
    const entries = list.entries();
    const added = [...here].filter((path) => !entries.has(path)).sort();
    for (const [path, id] of entries) {
      const before = known.get(id);
      if (before === undefined || before.path !== path || here.has(path)) continue;
      const renamed = await findRenamed(before.text, added);
      if (renamed === null) {
        list.remove(path);
        forget(id);
        continue;
      }
      added.splice(added.indexOf(renamed), 1);
      list.rename(path, renamed);
      joined.get(id)?.rename(renamed);
      keepKnown(id, { path: renamed, text: before.text });
    }
    const room = MAX_SHARED_FILES - list.entries().size;
    for (const path of added.slice(0, Math.max(0, room))) list.add(path, newId());
    if (added.length > room) notice(`only the first ${MAX_SHARED_FILES} texts are shared`);
  }

  /** The new file with this text, which is then the old one under a new name. */
  async function findRenamed(text: string, added: readonly string[]): Promise<string | null> {
    if (text === "") return null;
    for (const path of added) {
      const current = await engine.documents.read(locate(path), [root]).catch(() => null);
      if (current?.text === text) return path;
    }
    return null;
  }

  function joinText(path: string, id: string): void {
    const found = joined.get(id);
    if (found !== undefined) {
      if (found.path() !== path) found.rename(path);
      return;
    }
    const each = joinDocument({
      id,
      path,
      root,
      common: known.get(id)?.text ?? null,
      documents: engine.documents,
      connection,
      locate,
      onEqual: (text) => keepKnown(id, { path: each.path(), text }),
      onProblem(problem) {
        const before = problems.get(each.path());
        if (problem === null) problems.delete(each.path());
        else problems.set(each.path(), problem);
        if (problem !== null && problem !== before) notice(`${each.path()} is not shared at the moment: ${problem}`);
        if (problem !== (before ?? null)) changed();
      },
      onMissing: () => soon(),
    });
    joined.set(id, each);
  }

  function leave(each: SharedDocument): void {
    each.close();
    joined.delete(each.id);
    problems.delete(each.path());
  }

  function keepKnown(id: string, entry: { path: string; text: string }): void {
    const before = known.get(id);
    if (folder === null || (before?.path === entry.path && before.text === entry.text)) return;
    known.set(id, entry);
    texts.store(folder, id, entry);
  }

  function forget(id: string): void {
    known.delete(id);
    if (folder !== null) texts.forget(folder, id);
  }

  function watch(): void {
    const paths = [...joined.values()].map((each) => each.path());
    const folders = new Set([root]);
    for (const path of paths)
      for (let at = path.lastIndexOf("/"); at > 0; at = path.lastIndexOf("/", at - 1))
        folders.add(locate(path.slice(0, at)));
    watcher.setFolders([...folders]);
    watcher.setFiles(paths.map(locate));
  }

  const isSettled = () =>
    role !== null &&
    timer === null &&
    unconfirmedInList === 0 &&
    [...joined.values()].every((each) => each.isConfirmed());

  return {
    state,
    async settled() {
      for (;;) {
        await enqueue.idle();
        await Promise.all([...joined.values()].map((each) => each.check()));
        if (isSettled()) return;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    async close() {
      stopping.abort();
      if (timer !== null) clearTimeout(timer);
      watcher.close();
      await enqueue.idle();
      for (const each of [...joined.values()]) leave(each);
      connection.close();
      listDocument.destroy();
      texts.close();
    },
  };
}

/** 24 characters of `0-9a-z`, some 120 bits. */
function newId(): string {
  let id = "";
  while (id.length < 24)
    for (const byte of randomBytes(32)) if (byte < 252 && id.length < 24) id += (byte % 36).toString(36);
  return id;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
