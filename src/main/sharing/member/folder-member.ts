import { randomBytes } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import * as Y from "yjs";
import { serialQueue } from "../../../core/async/serial-queue";
import { MAX_SHARED_FILES, MAX_WHOLE_FILES } from "../../../core/limits";
import { isGuest, isMember } from "../../../core/review/guest";
import type { Writer } from "../../../core/review/writer";
import type { CommentEntries } from "../../../core/sharing/comment-list";
import { FILE_LIST, isSharedPath } from "../../../core/sharing/document-name";
import { fileList } from "../../../core/sharing/file-list";
import type { AgentPresence, OwnPresence, Presence } from "../../../core/sharing/presence";
import { type SectionReader, sectionReader } from "../../../core/sharing/section-here";
import { isWholeName, wholeList } from "../../../core/sharing/whole-list";
import type { WholeCommon } from "../../../core/sharing/whole-plan";
import type { Engine } from "../../engine";
import { type SharedNames, userName } from "../../engine/comments";
import type { Caller } from "../../engine/ports/caller";
import { isWithin, type Watcher, watchFiles } from "../../engine/storage";
import { MAX_DELETED_AT_ONCE } from "../../limits";
import { createAgentsHere } from "./agents-here";
import { connectToFolder, type DocumentListener, type FolderConnection, type PresenceLink } from "./folder-connection";
import { type JoinedText, type JoinedTexts, openJoinedTexts } from "./joined-texts";
import { commentNames } from "./member-name";
import { reasons } from "./reasons";
import { joinComments, type SharedComments } from "./shared-comments";
import { joinDocument, type SharedDocument } from "./shared-document";
import {
  chooseFiles,
  exists,
  findRenamed,
  folderIdentity,
  isBehindLink,
  isSameFolder,
  others,
  removeUnchanged,
  whyNotShared,
} from "./shared-files";
import { joinWholeFiles, type WholeFiles } from "./whole-files";

/** A folder of this machine that is kept in sync with a shared folder. */
export type FolderMember = {
  state(): MemberState;
  /** Resolves when the list and every file have been brought together, and the server has what was written here. */
  idle(): Promise<void>;
  /** The same, but gives up while the server cannot be reached, and after `limit` milliseconds: what is not sent yet is sent at the next start. */
  finish(limit: number): Promise<void>;
  /** Tells the others which file is in front, null for none, and what is selected in it. */
  lookAt(path: string | null, selection?: Presence["selection"]): void;
  /** Stores what is known and leaves. What is not sent yet is sent at the next start. */
  close(): Promise<void>;
};

export type MemberState = {
  status: "connecting" | "connected" | "refused";
  /** Null until the server has said so. */
  role: "reader" | "commenter" | "editor" | null;
  /** How many texts are kept in sync, and how many files as whole versions; of those, how many are under way or could not be had yet. */
  files: number;
  wholeFiles: number;
  waiting: number;
  /** Who else is here. */
  others: readonly Presence[];
  /** Why the server rejected; null if it did not. */
  rejection: string | null;
  /** Sentences by path: why a file is not kept in sync. */
  problems: ReadonlyMap<string, string>;
};

/** A notice of a member to its user. `why` is a sentence. */
export type MemberNews =
  | { kind: "connected" | "lost" | "folder gone" | "folder back" }
  | { kind: "refused" | "unreadable" | "stored badly"; why: string }
  | { kind: "not shared"; path: string; why: string }
  | { kind: "came back"; path: string }
  | { kind: "kept both"; path: string; copy: string }
  | { kind: "merged"; path: string }
  | { kind: "brought back"; count: number }
  | { kind: "too many"; most: number };

export type FolderMemberOptions = {
  /** The folder's real path. */
  root: string;
  /** The server's address for WebSocket, and the secret of the link. */
  link: { url: string; secret: string };
  dataDir: string;
  engine: Engine;
  /** The name that the others see. */
  name: string;
  /** The name under which the user of this machine comments. Default: the system's user name. */
  user?: string;
  /** Receives what the user should know. */
  notice(news: MemberNews): void;
  onState?(state: MemberState): void;
};

/** Milliseconds without an event after which the folder is listed again. */
const LIST_REST_MS = 150;
/** The same while files are being transferred, which take long in a large folder. */
const BUSY_REST_MS = 2000;
/** Milliseconds between two looks at whether everything is confirmed. */
const IDLE_POLL_MS = 20;

/** Joins a folder with a shared folder, and keeps both in sync until it is closed. */
export function joinFolder(options: FolderMemberOptions): FolderMember {
  const member = new Member(options);
  return {
    state: () => member.state(),
    idle: () => member.idle(),
    finish: (limit) => member.finish(limit),
    lookAt: (path, selection) => member.lookAt(path, selection),
    close: () => member.close(),
  };
}

class Member {
  readonly #options: FolderMemberOptions;
  readonly #caller: Caller;
  readonly #texts: JoinedTexts;
  readonly #listDocument = new Y.Doc();
  readonly #list = fileList(this.#listDocument);
  readonly #whole: WholeFiles;
  readonly #connection: FolderConnection;
  readonly #watcher: Watcher;
  readonly #stopFollowing: () => void;
  readonly #enqueue = serialQueue();
  readonly #stopping = new AbortController();
  /** The files that are kept in sync, by text id. */
  readonly #joined = new Map<string, SharedDocument>();
  readonly #problems = new Map<string, string>();
  readonly #names: SharedNames;
  readonly #comments: SharedComments;
  /** Why comments of a file are not in sync, by its path. */
  readonly #commentProblems = new Map<string, string>();
  #status: MemberState["status"] = "connecting";
  /** What the server lets this member do with texts. */
  #role: "reader" | "editor" | null = null;
  #rejection: string | null = null;
  #others: readonly Presence[] = [];
  #presence: PresenceLink | null = null;
  /** What this machine's user looks at; null if nobody looks, as with `galley join`. */
  #looking: Pick<OwnPresence, "path" | "selection"> | null = null;
  readonly #agents = createAgentsHere(() => this.#showPresence());
  readonly #sectionOf = sectionReader();
  #unconfirmedInList = 0;
  /** What to store once the server has the list that it belongs to, by text id. */
  readonly #unstored = new Map<string, JoinedText>();
  readonly #unstoredWhole = new Map<string, WholeCommon | null>();
  /** The shared folder's id, and what this machine last had in common with it, by text id. */
  #folder: string | null = null;
  #known = new Map<string, JoinedText>();
  #knownComments = new Map<string, CommentEntries>();
  #timer: NodeJS.Timeout | null = null;
  /** Which folder was last at the root; null before the first look. */
  #identity: string | null = null;
  #isGone = false;

  constructor(options: FolderMemberOptions) {
    this.#options = options;
    this.#caller = { id: "sharing", name: others.name, roots: [options.root] };
    this.#texts = openJoinedTexts(options.dataDir, (why) => options.notice({ kind: "stored badly", why }));
    this.#names = commentNames(options.user ?? userName(), options.name);
    this.#connection = this.#connect();
    this.#attachList();
    this.#comments = this.#joinComments();
    this.#whole = this.#joinWhole();
    const joinedAt = (realPath: string) => this.#joinedAt(this.#sharedPath(realPath));
    // What is written through the engine goes out at once, without waiting for the system's report.
    const stopTexts = options.engine.documents.onChange((change) => {
      if (isMember(change.by) || change.by.name === others.name || this.#isGone || !this.#isFolderThere()) return;
      const joined = joinedAt(change.realPath);
      const { before, text, by } = change;
      if (by.kind === "agent")
        this.#agentDid(by.name, "writes", change.realPath, { position: change.changes[0]?.from ?? 0 });
      for (const each of joined) each.handleWrite({ before, text, writer: this.#sharedName(by) });
      if (joined.length === 0 && isWithin(change.realPath, options.root)) this.#soon();
    });
    const stopReads = options.engine.onRead(({ caller, kind, realPath, lines }) => {
      if (kind === "shown" && !caller.isUser)
        this.#agentDid(caller.name, "reads", realPath, { line: lines[0]?.from ?? 1 });
    });
    const stopBytes = options.engine.documents.onBytesChange(({ by, realPath }) => {
      if (isMember(by) || by.name === others.name || !isWithin(realPath, options.root)) return;
      this.#whole.wrote(this.#sharedPath(realPath), this.#sharedName(by));
      this.#soon();
    });
    this.#stopFollowing = () => {
      stopTexts();
      stopBytes();
      stopReads();
    };
    this.#watcher = watchFiles({
      onOtherChange: (realPath) => isWholeName(realPath) && this.#handleFolderChange(),
      onPossibleChange: (realPath) => {
        if (isWholeName(realPath)) return this.#handleFolderChange();
        if (this.#isGone) return;
        for (const each of joinedAt(realPath)) void each.check();
      },
      onFolderChange: () => this.#handleFolderChange(),
    });
  }

  state(): MemberState {
    return {
      status: this.#status,
      role: this.#role === "reader" && this.#comments.mayComment() ? "commenter" : this.#role,
      files: this.#joined.size,
      wholeFiles: this.#whole.counts().files,
      waiting: this.#whole.counts().waiting,
      others: this.#status === "connected" ? this.#others : [],
      rejection: this.#rejection,
      problems: new Map([...this.#commentProblems, ...this.#problems]),
    };
  }

  lookAt(path: string | null, selection: Presence["selection"] = null): void {
    this.#looking = { path, selection };
    this.#showPresence();
  }

  #showPresence(): void {
    const agents = this.#agents.list();
    if (this.#looking === null && agents.length === 0) this.#presence?.show(null);
    else {
      const { path, selection } = this.#looking ?? { path: null, selection: null };
      const text = path === null || selection === null ? null : this.#joinedAt(path)[0]?.common();
      const section = text ? this.#sectionOf(path ?? "", text, { position: selection?.head ?? 0 }) : null;
      this.#presence?.show({ name: this.#options.name, path, section, selection, agents });
    }
  }

  #sharedPath(realPath: string): string {
    return relative(this.#options.root, realPath).split(sep).join("/");
  }

  #joinedAt(path: string): SharedDocument[] {
    return [...this.#joined.values()].filter((each) => each.path() === path);
  }

  /** An agent on this machine has read or written something. The others are notified only about files that they have, too. */
  #agentDid(name: string, does: AgentPresence["does"], realPath: string, at: Parameters<SectionReader>[2]): void {
    const path = this.#sharedPath(realPath);
    const joined = this.#joinedAt(path)[0];
    if (joined === undefined) return;
    this.#agents.did({ name, path, section: this.#sectionOf(path, joined.common() ?? "", at), does });
  }

  async idle(): Promise<void> {
    // What was made just now may not be reported yet.
    if (this.#role !== null) this.#soon(0);
    while (!this.#stopping.signal.aborted) {
      await this.#enqueue.idle();
      await Promise.all([...this.#joined.values()].map((each) => each.check()));
      await this.#comments.idle();
      // All at one moment: while one of them is waited for, another may have begun.
      const isConfirmed =
        [...this.#joined.values()].every((each) => each.isConfirmed()) && this.#comments.isConfirmed();
      const isListed = this.#timer === null && this.#enqueue.size() === 0 && this.#unconfirmedInList === 0;
      if (this.#role !== null && isListed && isConfirmed && this.#whole.isIdle()) return;
      await new Promise((resolve) => setTimeout(resolve, IDLE_POLL_MS));
    }
  }

  async finish(limit: number): Promise<void> {
    const late = new AbortController();
    const givenUp = (async () => {
      const end = performance.now() + limit;
      while (this.#status === "connected" && performance.now() < end && !late.signal.aborted)
        await new Promise((resolve) => setTimeout(resolve, IDLE_POLL_MS));
    })();
    await Promise.race([this.idle(), givenUp]);
    late.abort();
  }

  async close(): Promise<void> {
    this.#stopping.abort();
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#watcher.close();
    this.#stopFollowing();
    await this.#enqueue.idle();
    await this.#whole.close();
    await this.#comments.close();
    for (const each of [...this.#joined.values()]) this.#leave(each);
    this.#agents.close();
    this.#presence?.show(null);
    this.#presence?.detach();
    this.#connection.close();
    this.#listDocument.destroy();
    this.#texts.close();
  }

  #connect(): FolderConnection {
    const { link, notice } = this.#options;
    return connectToFolder({
      ...link,
      onStatus: (now) => {
        if (this.#status === "refused") return;
        this.#status = now === "connected" ? "connected" : "connecting";
        notice({ kind: now === "connected" ? "connected" : "lost" });
        this.#changed();
      },
      onRefused: (reason) => {
        if (this.#status === "refused") return;
        this.#status = "refused";
        this.#rejection = reason;
        notice({ kind: "refused", why: reason });
        this.#changed();
      },
    });
  }

  #attachList(): void {
    this.#listDocument.on("update", (_update: Uint8Array, origin: unknown) => {
      if (origin === null) this.#unconfirmedInList += 1;
      else if (this.#role !== null) this.#soon();
    });
    const listener: DocumentListener = {
      receive: (update, origin) => Y.applyUpdate(this.#listDocument, update, origin),
      confirmed: (count) => {
        this.#unconfirmedInList = Math.max(0, this.#unconfirmedInList - count);
        this.#storeKnown();
      },
      unconfirmed: () => this.#unconfirmedInList,
      synced: (role) => {
        this.#role = role;
        this.#whole.connected();
        this.#soon(0);
      },
    };
    this.#presence = this.#connection.attachWithPresence(FILE_LIST, this.#listDocument, listener, (others) => {
      if (JSON.stringify(others) === JSON.stringify(this.#others)) return;
      this.#others = others;
      this.#changed();
    });
    this.lookAt(null);
  }

  /** The name by which the others see a writer of this machine. */
  #sharedName({ kind, name }: Writer): string {
    const member = this.#options.name;
    if (kind !== "agent" && !isGuest({ kind, name })) return member;
    return this.#names.shared({ kind: kind === "agent" ? "agent" : "program", name })[0]?.name ?? member;
  }

  #joinComments(): SharedComments {
    const { engine, root } = this.#options;
    return joinComments({
      connection: this.#connection,
      comments: engine.comments,
      root,
      names: this.#names,
      texts: () => (this.#isGone ? new Map() : this.#paths()),
      mayWrite: () => (this.#role === null ? null : this.#role === "editor"),
      common: {
        of: (id) => this.#knownComments.get(id) ?? new Map(),
        keep: (id, entries) => {
          if (this.#folder === null) return;
          this.#knownComments.set(id, entries);
          this.#texts.storeComments(this.#folder, id, entries);
        },
      },
      onRole: () => this.#changed(),
      onProblem: (path, why) => this.#setCommentProblem(path, why),
    });
  }

  #joinWhole(): WholeFiles {
    const { engine, root, link, dataDir, name, notice } = this.#options;
    return joinWholeFiles({
      root,
      link,
      dataDir,
      engine,
      list: wholeList(this.#listDocument),
      member: name,
      agentName: (agent) => this.#sharedName({ kind: "agent", name: agent }),
      hashes: this.#texts.hashes,
      mayWrite: () => (this.#role === null ? null : this.#role === "editor"),
      isFolderThere: () => !this.#isGone && this.#isFolderThere(),
      keepCommon: (path, common) => {
        this.#unstoredWhole.set(path, common);
        this.#storeKnown();
      },
      onProblem: (path, why) => this.#setProblem(path, why),
      again: (pause) => this.#soon(pause),
      onGone: () => this.#setGone(true),
      onKeptBoth: (path, copy) => notice({ kind: "kept both", path, copy }),
      onMerged: (path) => notice({ kind: "merged", path }),
      onCameBack: (path) => notice({ kind: "came back", path }),
      onRestored: (count) => notice({ kind: "brought back", count }),
      onChange: () => this.#changed(),
    });
  }

  /** The shared texts, by id. */
  #paths(): Map<string, string> {
    return new Map([...this.#joined].map(([id, each]) => [id, each.path()]));
  }

  #changed(): void {
    this.#options.onState?.(this.state());
  }

  #locate(path: string): string {
    return join(this.#options.root, path);
  }

  #handleFolderChange(): void {
    if (this.#whole.isIdle()) this.#soon();
    // Files that arrive change folders all the time.
    else if (this.#timer === null) this.#soon(Math.max(BUSY_REST_MS, this.#whole.pause()));
  }

  /** Lists the folder again, after a pause. */
  #soon(pause = LIST_REST_MS): void {
    if (this.#stopping.signal.aborted) return;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = null;
      const failed = (error: unknown) => {
        if (!this.#stopping.signal.aborted) this.#options.notice({ kind: "unreadable", why: messageOf(error) });
      };
      void this.#enqueue(() => this.#compare()).catch(failed);
    }, pause);
  }

  /** Brings the list of shared files and the folder together. */
  async #compare(): Promise<void> {
    if (this.#stopping.signal.aborted || this.#role === null) return;
    this.#recogniseFolder();
    if (this.#folder === null) return;
    const pathsBefore = this.#isGone ? new Map() : this.#paths();
    // A file that is made while the folder is being listed is not gone because the list lacks it.
    const before = new Map(this.#known);
    const identity = await folderIdentity(this.#options.root);
    if (identity === null) return this.#setGone(true);
    const { texts: here, whole } = await this.#pathsHere();
    const isFirst = this.#identity === null;
    const isAnother = !isFirst && identity !== this.#identity;
    const known = [...[...before.values()].map(({ path }) => path), ...this.#whole.known()];
    const stillHere = known.filter((path) => here.has(path) || whole.has(path));
    if (isAnother && stillHere.length < known.length / 2) return this.#setGone(true);
    // At the start, a folder in which nothing is left may be the place where a disk belongs. What programs keep there for themselves, as Galley does, is nothing.
    const isEmpty = isFirst && (await readdir(this.#options.root)).every((name) => name.startsWith("."));
    await this.#takeOver(here);
    if (this.#role === "editor" && !(await this.#share(here, before, { identity, isEmpty })))
      return this.#setGone(true);
    this.#identity = identity;
    this.#setGone(false);
    const entries = this.#list.entries();
    for (const [path, id] of entries) this.#joinText(path, id);
    const ids = new Set(entries.values());
    for (const [id, each] of this.#joined) if (!ids.has(id)) this.#leave(each);
    this.#whole.compare({ here: whole, identity, isEmpty });
    this.#watch();
    // They are looked for in all folders, which takes a moment.
    const paths = this.#paths();
    if (paths.size !== pathsBefore.size || [...paths].some(([id, path]) => pathsBefore.get(id) !== path))
      this.#comments.refresh();
    this.#changed();
    await Promise.all([...this.#joined.values()].map((each) => each.check()));
  }

  /** A server without an id is new. One with another id holds other texts: nothing that is known about them holds. */
  #recogniseFolder(): void {
    if (this.#list.folder() === null && this.#role === "editor") this.#list.name(newId());
    const now = this.#list.folder();
    if (now === this.#folder) return;
    for (const each of [...this.#joined.values()]) this.#leave(each);
    this.#unstored.clear();
    this.#unstoredWhole.clear();
    this.#comments.forget();
    this.#folder = now;
    this.#known = now === null ? new Map() : this.#texts.all(now);
    this.#knownComments = now === null ? new Map() : this.#texts.allComments(now);
    this.#whole.setCommon(now === null ? new Map() : this.#texts.allWhole(now));
  }

  /** The files that may be shared: as texts, and as whole versions. */
  async #pathsHere(): Promise<{ texts: Set<string>; whole: Set<string> }> {
    const choice = chooseFiles();
    const { files, isAll } = await this.#options.engine.listFiles({
      caller: this.#caller,
      signal: this.#stopping.signal,
      most: MAX_SHARED_FILES + MAX_WHOLE_FILES,
      keeps: choice.keeps,
    });
    const texts = files.filter((path) => !isWholeName(path));
    if (!isAll || texts.length > MAX_SHARED_FILES) throw new Error(`it has more than ${MAX_SHARED_FILES} texts`);
    this.#setProblem(".", choice.isCut() ? reasons.moreFiles : null);
    return {
      texts: new Set(texts.filter(isSharedPath)),
      whole: new Set(files.filter(isWholeName).filter(isSharedPath)),
    };
  }

  /** What others renamed and deleted. */
  async #takeOver(here: Set<string>): Promise<void> {
    const pathOf = new Map([...this.#list.entries()].map(([path, id]) => [id, path]));
    for (const [id, { path, text }] of [...this.#known]) {
      const now = pathOf.get(id);
      if (now === path || !here.has(path) || (await isBehindLink(this.#options.root, path))) continue;
      if (now === undefined) await this.#takeDeletion(id, { path, text }, here);
      else if (!here.has(now)) await this.#takeRename(id, { path, text }, now, here);
    }
  }

  async #takeRename(id: string, { path, text }: JoinedText, to: string, here: Set<string>): Promise<void> {
    const { engine, root } = this.#options;
    try {
      await engine.documents.move(this.#locate(path), this.#locate(to), [root], { by: others, follow: [] });
    } catch (error) {
      this.#problems.set(path, messageOf(error));
      return;
    }
    here.delete(path);
    here.add(to);
    this.#joined.get(id)?.rename(to);
    this.#keepKnown(id, { path: to, text });
  }

  /** Deletes what others deleted, to the history; what was written here since keeps the file, and shares it again. */
  async #takeDeletion(id: string, { path, text }: JoinedText, here: Set<string>): Promise<void> {
    if (this.#list.entries().has(path)) return this.#forget(id);
    const { engine, root, notice } = this.#options;
    try {
      const isRemoved = await removeUnchanged(engine.documents, { path: this.#locate(path), root, text });
      if (!isRemoved) {
        if (this.#role === "editor") this.#list.add(path, id);
        notice({ kind: "came back", path });
        return;
      }
      here.delete(path);
      this.#forget(id);
    } catch (error) {
      this.#problems.set(path, messageOf(error));
    }
  }

  #isFolderThere(): boolean {
    return this.#identity === null || isSameFolder(this.#options.root, this.#identity);
  }

  /** The folder is away, or one without most of the files is in its place: an unmounted disk. Until it is back, nothing is deleted, made or written. */
  #setGone(isGone: boolean): void {
    if (isGone === this.#isGone) return;
    this.#isGone = isGone;
    this.#options.notice({ kind: isGone ? "folder gone" : "folder back" });
  }

  /** What was made, renamed and deleted here. False, and nothing is done, if the folder went away while it was looked at. */
  async #share(
    here: Set<string>,
    before: ReadonlyMap<string, JoinedText>,
    { identity, isEmpty }: { identity: string; isEmpty: boolean },
  ): Promise<boolean> {
    const { engine, root, notice } = this.#options;
    const entries = this.#list.entries();
    const added: string[] = [];
    for (const path of [...here].filter((each) => !entries.has(each)).sort()) {
      const why = await whyNotShared(engine.documents, path, root);
      if (why === null) added.push(path);
      else this.#setProblem(path, why);
    }
    const missing = [...entries].filter(([path, id]) => before.get(id)?.path === path && !here.has(path));
    const gone: [path: string, id: string][] = [];
    for (const [path, id] of missing) if (!(await exists(this.#locate(path)))) gone.push([path, id]);
    if (gone.length > 0) {
      if ((await folderIdentity(root)) !== identity) return false;
      if (isEmpty || (gone.length > MAX_DELETED_AT_ONCE && gone.length > entries.size / 2)) {
        this.#bringBack(gone);
        return true;
      }
    }
    for (const [path, id] of gone) {
      const known = this.#known.get(id);
      if (known === undefined) continue;
      const candidates = added.map((each) => ({ name: each, path: this.#locate(each) }));
      const renamed = await findRenamed(engine.documents, { root, text: known.text, candidates });
      if (renamed === null) {
        this.#list.remove(path);
        this.#forget(id);
        continue;
      }
      added.splice(added.indexOf(renamed), 1);
      // Comments that cannot be read stay where they are, and keep no text from being shared.
      await engine.comments
        .moved(this.#locate(path), this.#locate(renamed))
        .catch((error: unknown) => this.#setCommentProblem(renamed, `its comments stay behind: ${messageOf(error)}`));
      this.#list.rename(path, renamed);
      this.#joined.get(id)?.rename(renamed);
      this.#keepKnown(id, { path: renamed, text: known.text });
    }
    const room = Math.max(0, MAX_SHARED_FILES - this.#list.entries().size);
    for (const path of added.slice(0, room)) this.#list.add(path, newId());
    if (added.length > room) notice({ kind: "too many", most: MAX_SHARED_FILES });
    return true;
  }

  /** Files that are gone in great number are not deleted for everybody: they are made here again. */
  #bringBack(gone: readonly (readonly [path: string, id: string])[]): void {
    this.#options.notice({ kind: "brought back", count: gone.length });
    for (const [, id] of gone) {
      const each = this.#joined.get(id);
      if (each !== undefined) this.#leave(each);
      this.#forget(id);
    }
  }

  #joinText(path: string, id: string): void {
    const found = this.#joined.get(id);
    if (found !== undefined) {
      if (found.path() !== path) found.rename(path);
      return;
    }
    const { root, engine } = this.#options;
    const each = joinDocument({
      id,
      path,
      root,
      common: this.#known.get(id)?.text ?? null,
      documents: engine.documents,
      member: this.#options.name,
      connection: this.#connection,
      locate: (at) => this.#locate(at),
      isFolderThere: () => this.#isFolderThere(),
      onEqual: (text) => {
        this.#keepKnown(id, { path: each.path(), text });
        this.#comments.handleText(id);
      },
      onProblem: (problem) => this.#setProblem(each.path(), problem),
      onMissing: () => this.#soon(),
    });
    this.#joined.set(id, each);
  }

  #setProblem(path: string, problem: string | null): void {
    const before = this.#problems.get(path) ?? null;
    if (problem === before) return;
    if (problem === null) this.#problems.delete(path);
    else {
      this.#problems.set(path, problem);
      this.#options.notice({ kind: "not shared", path, why: problem });
    }
    this.#changed();
  }

  #setCommentProblem(path: string, problem: string | null): void {
    const before = this.#commentProblems.get(path) ?? null;
    if (problem === before) return;
    if (problem === null) this.#commentProblems.delete(path);
    else {
      this.#commentProblems.set(path, problem);
      this.#options.notice({ kind: "not shared", path, why: problem });
    }
    this.#changed();
  }

  #leave(each: SharedDocument): void {
    each.close();
    this.#joined.delete(each.id);
    this.#problems.delete(each.path());
  }

  #keepKnown(id: string, entry: JoinedText): void {
    const before = this.#known.get(id);
    if (this.#folder === null || (before?.path === entry.path && before.text === entry.text)) return;
    this.#known.set(id, entry);
    this.#unstored.set(id, entry);
    this.#storeKnown();
  }

  /**
   * Stores what is in common. Not before the server has the list: a file that is known here and in no list would look, after the end of this process, like
   * one that others deleted.
   */
  #storeKnown(): void {
    if (this.#unconfirmedInList > 0 || this.#folder === null) return;
    for (const [id, entry] of this.#unstored) this.#texts.store(this.#folder, id, entry);
    this.#unstored.clear();
    for (const [path, common] of this.#unstoredWhole) this.#texts.storeWhole(this.#folder, path, common);
    this.#unstoredWhole.clear();
  }

  #forget(id: string): void {
    this.#known.delete(id);
    this.#knownComments.delete(id);
    this.#unstored.delete(id);
    if (this.#folder !== null) this.#texts.forget(this.#folder, id);
  }

  #watch(): void {
    const paths = [...[...this.#joined.values()].map((each) => each.path()), ...this.#whole.paths()];
    const folders = new Set([this.#options.root]);
    for (const path of paths)
      for (let at = path.lastIndexOf("/"); at > 0; at = path.lastIndexOf("/", at - 1))
        folders.add(this.#locate(path.slice(0, at)));
    this.#watcher.setFolders([...folders]);
    this.#watcher.setFiles(paths.map((path) => this.#locate(path)));
  }
}

/** 24 characters of `0-9a-z`, some 120 bits. */
function newId(): string {
  let id = "";
  while (id.length < 24)
    for (const byte of randomBytes(32)) if (byte < 252 && id.length < 24) id += (byte % 36).toString(36);
  return id;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
