import { existsSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { serialQueue } from "../../../core/async/serial-queue";
import type { Presence } from "../../../core/sharing/presence";
import { readSharedLink } from "../../../core/sharing/shared-link";
import { MAX_NAMED_PROBLEMS } from "../../../shared/limits";
import type { SharingState } from "../../../shared/sharing";
import type { Engine } from "../../engine";
import { ToolError } from "../../engine/ports/tool-error";
import { isWithin } from "../../engine/storage";
import type { FolderMember, MemberNews } from "../../sharing/member/folder-member";
import type { KeySafe } from "../core/key-safe";
import { t } from "../core/messages";
import { createStoredSecrets, type StoredSecrets } from "../core/stored-secrets";
import { reasonText } from "./messages";

export type SharingDeps = {
  dataDir: string;
  keySafe: KeySafe;
  engine(): Promise<Engine>;
  /** The real paths of the open folders. */
  openFolders(): string[];
  /** The state of a folder changed. */
  changed(root: string): void;
  notice(sentence: string): void;
  reportError(error: unknown): void;
};

/** A folder that is kept in sync with a shared one. */
type Joined = {
  server: string;
  member: FolderMember | null;
  letGo: (() => void) | null;
  fails: SharingState["status"] | null;
};

/** Milliseconds that a folder's last words may take when it is closed. */
const LAST_WORDS_MS = 2000;

/** Keeps the open folders in sync with the shared folders that they have joined. */
export class SharingService {
  readonly #deps: SharingDeps;
  /** The links of the joined folders, by their real paths. */
  readonly #links: StoredSecrets;
  readonly #joined = new Map<string, Joined>();
  readonly #enqueue = serialQueue();
  #isClosed = false;

  constructor(deps: SharingDeps) {
    this.#deps = deps;
    this.#links = createStoredSecrets(join(deps.dataDir, "shared-folders.json"), deps.keySafe, () => t.parts.sharing);
  }

  /** Reads the stored links; call it first. Returns notices. */
  load(): Promise<string[]> {
    return this.#links.load();
  }

  /** Folders were opened or closed: joins those that were joined before, and leaves closed ones. */
  update(): Promise<void> {
    return this.#enqueue(async () => {
      if (this.#isClosed) return;
      const open = new Set(this.#deps.openFolders());
      for (const root of [...this.#joined.keys()]) if (!open.has(root)) await this.#stop(root);
      for (const root of open) if (!this.#joined.has(root) && this.#links.has(root)) await this.#start(root);
    });
  }

  /** Null if the folder is not shared. */
  state(root: string): SharingState | null {
    const joined = this.#joined.get(root);
    if (joined === undefined) return null;
    const now = joined.member?.state();
    return {
      status: joined.fails ?? now?.status ?? "connecting",
      rejection: now?.rejection ?? null,
      role: now?.role ?? null,
      server: joined.server,
      files: now?.files ?? 0,
      wholeFiles: now?.wholeFiles ?? 0,
      waiting: now?.waiting ?? 0,
      people: (now?.others ?? []).map((person) => ({
        ...person,
        isFileHere: person.path !== null && existsSync(join(root, person.path)),
      })),
      problems: [...(now?.problems ?? [])]
        .slice(0, MAX_NAMED_PROBLEMS)
        .map(([path, why]) => ({ path, why: reasonText(why) })),
      isStored: this.#links.isStored(root),
    };
  }

  /** Joins a folder with the shared folder of a link, in place of the one before. Throws for a text that is not such a link. */
  join(root: string, typed: string): Promise<void> {
    const link = typed.trim();
    const read = readSharedLink(link);
    if (read === "open") throw new ToolError("bad_arguments", t.sharing.openLink, { hint: t.sharing.openLinkHint });
    if (read === null) throw new ToolError("bad_arguments", t.sharing.noLink, { hint: t.sharing.noLinkHint });
    return this.#enqueue(async () => {
      await this.#stop(root);
      await this.#links.set(root, link);
      await this.#start(root);
    });
  }

  /** The folder stays as it is. */
  leave(root: string): Promise<void> {
    return this.#enqueue(async () => {
      await this.#links.forget(root);
      await this.#stop(root);
    });
  }

  /** The user looks at this file, or at none of the folder. */
  lookAt(root: string, path: string | null, selection: Presence["selection"]): void {
    const isHere = path !== null && isWithin(path, root);
    this.#joined.get(root)?.member?.lookAt(isHere ? relative(root, path).split(sep).join("/") : null, selection);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#enqueue(async () => {
      for (const root of [...this.#joined.keys()]) await this.#stop(root);
    });
  }

  async #start(root: string): Promise<void> {
    const link = await this.#links.of(root);
    const read = link === null ? null : readSharedLink(link);
    const joined: Joined = { server: "", member: null, letGo: null, fails: null };
    this.#joined.set(root, joined);
    if (read === null || read === "open") joined.fails = "locked";
    else {
      joined.server = new URL(read.url).host;
      await this.#connect(root, joined, read).catch((error: unknown) => {
        joined.fails = "elsewhere";
        this.#deps.reportError(error);
      });
    }
    this.#deps.changed(root);
  }

  async #connect(root: string, joined: Joined, link: { url: string; secret: string }): Promise<void> {
    // Loaded only here: few folders are shared.
    const [{ joinFolder }, { holdFolder }, { memberName }, engine] = await Promise.all([
      import("../../sharing/member/folder-member"),
      import("../../sharing/member/hold-folder"),
      import("../../sharing/member/member-name"),
      this.#deps.engine(),
    ]);
    joined.letGo = await holdFolder(this.#deps.dataDir, root);
    if (joined.letGo === null) {
      joined.fails = "elsewhere";
      return;
    }
    joined.member = joinFolder({
      root,
      link,
      dataDir: this.#deps.dataDir,
      engine,
      name: memberName(),
      notice: (news) => this.#notify(news),
      onState: () => this.#deps.changed(root),
    });
  }

  async #stop(root: string): Promise<void> {
    const joined = this.#joined.get(root);
    if (joined === undefined) return;
    this.#joined.delete(root);
    await joined.member?.finish(LAST_WORDS_MS);
    await joined.member?.close();
    joined.letGo?.();
    this.#deps.changed(root);
  }

  /** What the state does not show. */
  #notify(news: MemberNews): void {
    if (news.kind === "came back") this.#deps.notice(t.sharing.cameBack(news.path));
    else if (news.kind === "kept both") this.#deps.notice(t.sharing.keptBoth(news.path, news.copy));
    else if (news.kind === "merged") this.#deps.notice(t.sharing.merged(news.path));
    else if (news.kind === "brought back") this.#deps.notice(t.sharing.restored(news.count));
    else if (news.kind === "folder gone") this.#deps.notice(t.sharing.folderGone);
    else if (news.kind === "too many") this.#deps.notice(t.sharing.tooMany(news.most));
    else if (news.kind === "unreadable") this.#deps.notice(t.sharing.unreadable(news.why));
    else if (news.kind === "stored badly") this.#deps.notice(news.why);
  }
}
