import { randomUUID } from "node:crypto";
import { basename } from "node:path";
import { guestWriter } from "../../../core/review/guest";
import type { DocumentSnapshot, Events, RequestName, StartState, Workspace, Writer } from "../../../shared/contract";
import { type GuestFacts, mayRequest } from "../../../shared/guest";
import { defaultSettings, type Settings } from "../../../shared/settings";
import type { Engine } from "../../engine";
import { ToolError } from "../../engine/ports/tool-error";
import type { Send } from "../core/desktop";
import { createGrants, realPathOf } from "../core/grants";
import type { HandlerWindow } from "../core/handler-window";
import { t } from "../core/messages";
import type { ReadArgument } from "../core/plain-data";
import {
  close,
  createAppCanvas,
  createDocumentLoader,
  createOpenDocuments,
  handleChange,
  isOwn,
  noticeOf,
  openDocumentsOf,
  refresh,
  saveForUser,
  type WindowContext,
} from "../documents";
import { createReviews, type Reviews } from "../review";
import { guestDesktop, guestDesktopWindow } from "./guest-desktop";
import type { GuestFolder } from "./guest-folder";
import { createGuestHandlers, type GuestHandlers } from "./guest-handlers";
import { createGuestPaths, type GuestPaths } from "./guest-paths";

export type GuestWindowOptions = {
  guest: GuestFacts;
  folder: GuestFolder;
  engine: Engine;
  /** Galley's data folder, of which guests see nothing. */
  dataDir: string;
  version: string;
  /** Validates the argument of a request. */
  readArgument<K extends RequestName>(name: K, argument: unknown): ReadArgument<K>;
  /** Sends an event to the page. */
  send: Send;
  /** Documents were opened or closed, or the page shows other folders. */
  watchedChanged(): void;
  /** Receives errors in full. */
  log(detail: string): void;
};

/** A request that the server rejects; the page may show the sentence. */
export class RefusedRequest extends Error {}

/**
 * A page of a guest. It has the app's own handlers of documents, history, review and comments, and no others: each guest has open documents of their own, so that
 * several have one document open, as if each of them had an app on a machine of their own.
 */
export class GuestWindow implements HandlerWindow {
  readonly id = randomUUID();
  readonly workspace: Workspace;
  readonly desktop = guestDesktopWindow((name, event) => this.send(name, event));
  readonly guest: GuestFacts;
  readonly #options: GuestWindowOptions;
  readonly #paths: GuestPaths;
  readonly #ctx: WindowContext;
  readonly #reviews: Reviews;
  readonly #handlers: GuestHandlers;
  readonly #stops: (() => void)[];
  /** The dictionaries and the user's words are the server's own. */
  #settings: Settings = { ...defaultSettings, spelling: false };
  /** Real paths of the folders that the page shows, with the paths that it knows. */
  #folders = new Map<string, string>();
  #isClosed = false;

  constructor(options: GuestWindowOptions) {
    const { guest, folder, engine } = options;
    this.#options = options;
    this.guest = guest;
    this.#paths = createGuestPaths(folder.root);
    this.workspace = { root: folder.root, name: basename(folder.root) || folder.root };
    this.#ctx = this.#createContext();
    const canvas = createAppCanvas(this.#ctx, {
      show: async () => false,
      shownIn: async () => ({ hasWindow: false, documents: [] }),
      rejectOpenFolder: () => undefined,
    });
    this.#reviews = createReviews(this.#ctx, canvas, () => this.send("review:changed", null));
    this.#handlers = createGuestHandlers({
      ctx: this.#ctx,
      window: this,
      folder,
      canvas,
      reviews: this.#reviews,
      start: () => this.#start(),
      saveSettings: (changed) => {
        this.#settings = { ...this.#settings, ...changed };
        return this.#settings;
      },
      watchFolders: async (folders) => {
        const shown = await Promise.all(
          folders.map(async (path) => ((await folder.holds(path)) ? [[await realPathOf(path), path] as const] : [])),
        );
        this.#folders = new Map(shown.flat());
        options.watchedChanged();
      },
      opened: (document) => this.#shown(document),
    });
    this.#stops = this.#follow(engine);
  }

  #createContext(): WindowContext {
    const { guest, engine, dataDir, folder, log, watchedChanged } = this.#options;
    const openDocuments = createOpenDocuments(() => undefined);
    const grants = createGrants(dataDir);
    void grants.add(folder.root);
    const desktop = guestDesktop(log);
    const unsupported = async () => {
      throw new ToolError("unsupported", t.guests.notOnThisPage);
    };
    const nothing = async () => undefined;
    return {
      by: guestWriter(guest.name),
      engine: async () => engine,
      desktop,
      // The page holds what is not saved, until the server confirms that it is.
      journal: { load: async () => ({ records: [], notices: [] }), keep: nothing, clear: nothing, idle: nothing },
      linkUpdateRecords: { begin: unsupported, done: unsupported, unfinished: async () => [] },
      grants,
      openDocuments: openDocumentsOf(this, openDocuments),
      loader: createDocumentLoader(),
      openings: { unfinished: () => 0, begin: () => () => undefined },
      undoSteps: { keep: nothing, find: async () => null },
      office: unsupported,
      officeLockSeen: () => undefined,
      openDocumentsChanged: watchedChanged,
      reportError: (what, error) => {
        this.send("app:notice", { code: "failed", message: `${what}: ${noticeOf(this.#ctx, error).message}` });
      },
      window: this,
    };
  }

  /** Passes on what the engine reports, until the window is closed. */
  #follow({ documents, review, comments }: Engine): (() => void)[] {
    const { folder } = this.#options;
    return [
      documents.onChange((change) => {
        if (change.from === null) folder.changed();
        handleChange(this.#ctx, change);
        this.#handlers.touched(change.realPath);
      }),
      documents.onEntryMoved(() => folder.changed()),
      review.onChange((realPath) => this.#reviews.changed(realPath)),
      comments.onChange((realPath) => {
        const document = this.#ctx.openDocuments.at(realPath);
        if (document !== null) this.send("comments:changed", { docs: [document.doc] });
      }),
    ];
  }

  /** Sends an event in the guest's eyes: what they wrote themselves is theirs, and they may change only what their role allows. */
  readonly send: Send = (name, event) => {
    if (this.#isClosed) return false;
    return this.#options.send(name, this.#paths.shown(this.#asSeen(name, event)));
  };

  #asSeen<K extends keyof Events>(name: K, event: Events[K]): Events[K] {
    if (name === "document:changed") {
      const change = event as Events["document:changed"];
      return { ...change, by: this.#writerAsSeen(change.by) } as Events[K];
    }
    if (name === "document:access") {
      const access = event as Events["document:access"];
      return { ...access, readOnly: this.#whyReadOnly() ?? access.readOnly } as Events[K];
    }
    return event;
  }

  #writerAsSeen(by: Writer): Writer {
    return isOwn(this.#ctx, by) ? { kind: "you", name: "you" } : by;
  }

  #whyReadOnly(): string | null {
    const { role } = this.guest;
    return role === "editor" ? null : t.guests.roles[role];
  }

  #shown(document: DocumentSnapshot): DocumentSnapshot {
    const readOnly = this.#whyReadOnly();
    return readOnly === null ? document : { ...document, readOnly, mayOnlyRead: true };
  }

  async #start(): Promise<StartState> {
    const { version } = this.#options;
    return {
      version,
      // The page knows better.
      platform: "linux",
      systemLanguage: "en",
      workspace: this.workspace,
      recent: [],
      session: null,
      documents: [],
      active: null,
      welcome: null,
      settings: this.#settings,
      agents: [],
      areAgentsPaused: false,
      pendingApprovals: [],
      notices: [],
      heldBack: [],
      guest: this.guest,
    };
  }

  /** Answers a request of the page. Rejects with a `RefusedRequest` unless the guest's role has it and its argument is valid. */
  async request(name: string, argument: unknown): Promise<unknown> {
    if (this.#isClosed || !mayRequest(this.guest.role, name)) throw new RefusedRequest(t.guests.notOnThisPage);
    const checked = this.#options.readArgument(name, argument);
    if (checked.status === "refused") throw new RefusedRequest("The request is not valid.");
    const handler = this.#handlers.handlers[name] as (argument: unknown) => Promise<unknown>;
    return this.#paths.shown(await handler(this.#paths.real(checked.argument)));
  }

  /** Real paths of the files and folders whose changes by other programs matter here. */
  watched(): { files: string[]; folders: string[] } {
    const files = this.#ctx.openDocuments.all().flatMap(({ location }) => location?.realPath ?? []);
    return { files, folders: [...this.#folders.keys()] };
  }

  /** A program may have changed this file. */
  touched(realPath: string): void {
    const document = this.#ctx.openDocuments.at(realPath);
    if (document !== null)
      void refresh(this.#ctx, document).catch((error: unknown) => this.#options.log(String(error)));
    this.#handlers.touched(realPath);
  }

  folderChanged(realPath: string): void {
    const path = this.#folders.get(realPath);
    if (path !== undefined) this.send("workspace:changed", { folders: [path] });
  }

  /** Writes what the page has sent and not saved: it may not come back. */
  async save(): Promise<void> {
    await Promise.all(this.#ctx.openDocuments.all().map((document) => saveForUser(this.#ctx, document)));
  }

  /** Ends the window. Text that cannot be saved goes to the history. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    await this.save().catch((error: unknown) => this.#options.log(String(error)));
    this.#isClosed = true;
    for (const stop of this.#stops) stop();
    this.#handlers.close();
    for (const document of this.#ctx.openDocuments.all())
      await close(this.#ctx, document, "discard").catch((error: unknown) => this.#options.log(String(error)));
    this.#options.watchedChanged();
  }
}
