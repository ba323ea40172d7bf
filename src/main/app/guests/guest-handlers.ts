import { join, relative, sep } from "node:path";
import type {
  DocumentSnapshot,
  FileMatches,
  FolderSearchPage,
  Handlers,
  Settings,
  StartState,
  VersionEntry,
} from "../../../shared/contract";
import type { GuestRequest } from "../../../shared/guest";
import type { LinkDestination } from "../../../shared/links";
import { ToolError } from "../../engine/ports/tool-error";
import { isWithin } from "../../engine/storage";
import { type CommentDrafts, createUndoChanges, type ReadThreads } from "../comments";
import { commentsHandlers } from "../comments/handlers";
import { NO_RULES } from "../core/folder-rules";
import type { HandlerWindow } from "../core/handler-window";
import { MAX_GUEST_IMAGE_BYTES } from "../core/limits";
import { t } from "../core/messages";
import { type AppCanvas, outcomeIn, readImage, type WindowContext } from "../documents";
import { documentHandlers } from "../documents/handlers";
import { createFolderSearch, type FolderSearch } from "../folder";
import { folderHandlers } from "../folder/handlers";
import { historyHandlers } from "../history/handlers";
import { linkHandlers } from "../links/handlers";
import type { Reviews } from "../review";
import { reviewHandlers } from "../review/handlers";
import { type GuestFolder, guestPath } from "./guest-folder";

type GuestHandlersDeps = {
  ctx: WindowContext;
  window: HandlerWindow;
  folder: GuestFolder;
  canvas: AppCanvas;
  reviews: Reviews;
  start(): Promise<StartState>;
  saveSettings(changed: Partial<Settings>): Settings;
  watchFolders(folders: readonly string[]): Promise<void>;
  /** A document as the guest is to see it. */
  opened(document: DocumentSnapshot): DocumentSnapshot;
};

/** What a guest may ask, answered by the handlers of the app, but about nothing except the shared texts. */
export type GuestHandlers = {
  handlers: Pick<Handlers, GuestRequest>;
  /** A file was written. */
  touched(realPath: string): void;
  close(): void;
};

/** The handlers of one guest. Which of them the guest's role has is checked before. */
export function createGuestHandlers(deps: GuestHandlersDeps): GuestHandlers {
  const { ctx, window, folder } = deps;
  const search = createFolderSearch(ctx, { folder: () => window.workspace, watch: () => undefined });
  const handlers: Pick<Handlers, GuestRequest> = {
    "app:start": deps.start,
    "app:save-settings": async (changed) => deps.saveSettings(changed),
    "workspace:watch": (folders) => deps.watchFolders(folders),
    ...folderRequests(deps, search),
    ...documentRequests(deps),
    ...linkRequests(deps),
    ...reviewRequests(deps),
    ...commentRequests(deps),
  };
  return {
    handlers,
    touched: (realPath) => {
      if (isWithin(realPath, folder.root)) search.touched(realPath);
    },
    close: () => search.stop(),
  };
}

const refuse = (): never => {
  throw new ToolError("unsupported", t.guests.notOnThisPage);
};

const notShared = (): ToolError => new ToolError("outside_workspace", t.guests.notShared);

/** The path of a file relative to the folder, with `/`. */
const relativeTo = ({ root }: GuestFolder, path: string): string => relative(root, path).split(sep).join("/");

/** The folder as its shared texts, and what is found in them. */
function folderRequests({ ctx, window, folder, canvas }: GuestHandlersDeps, search: FolderSearch) {
  const outcome = outcomeIn(ctx);
  const shownSearch = createShownSearch(folder);
  const files = folderHandlers(ctx, {
    window,
    canvas,
    search,
    checkInside: async (path) => {
      if (!(await folder.holds(path))) throw notShared();
    },
    checkChangeable: async () => refuse(),
    rejectOpenFolder: refuse,
    rename: async () => refuse(),
  });
  return {
    "workspace:list": (path) =>
      outcome(async () => {
        const listed = await files["workspace:list"](path);
        if (!listed.ok) throw notShared();
        const shown = await Promise.all(
          listed.entries.map((entry) =>
            entry.kind === "folder" ? folder.holds(entry.path) : folder.has(relativeTo(folder, entry.path)),
          ),
        );
        return { entries: listed.entries.filter((_, index) => shown[index]), leftOut: listed.leftOut };
      }),
    "workspace:files": () => outcome(async () => ({ files: [...(await folder.files())], isAll: true })),
    "search:begin": async (query) => {
      shownSearch.begin();
      const found = await files["search:begin"](query);
      return found.ok ? { ...found, page: await shownSearch.page(found.page) } : found;
    },
    "search:more": async (search) => {
      const found = await files["search:more"](search);
      return found.ok ? { ...found, page: await shownSearch.page(found.page) } : found;
    },
    "search:stop": files["search:stop"],
    "search:files": ({ query, paths }) =>
      outcome(async () => {
        const allowed = await Promise.all(paths.map((path) => folder.allows(path)));
        const found = await files["search:files"]({ query, paths: paths.filter((_, index) => allowed[index]) });
        if (!found.ok) throw new ToolError("failed", found.error.message);
        return { files: await shownSearch.files(found.files) };
      }),
  } satisfies Partial<Handlers>;
}

/** Documents: a shared text can be opened, and what is open is the guest's own. */
function documentRequests({ ctx, window, folder, canvas, reviews, opened }: GuestHandlersDeps) {
  const outcome = outcomeIn(ctx);
  const documents = documentHandlers(ctx, {
    window,
    canvas,
    viewRequests: { answered: () => undefined },
    readRanges: { clear: () => undefined },
    newImages: async () => refuse(),
    wasOpened: () => undefined,
  });
  return {
    "document:open": (path) =>
      outcome(async () => {
        await folder.check(path);
        const found = await ctx.loader.open(ctx, path);
        if (found.status !== "here") return refuse();
        await reviews.opened(found.document.doc);
        return { document: opened(found.document), workspace: null };
      }),
    "document:piece": async (asked) => {
      const answer = await documents["document:piece"](asked);
      if (!answer.ok) return answer;
      return { ok: true, piece: { ...answer.piece, document: opened(answer.piece.document) } };
    },
    "document:text": documents["document:text"],
    "document:check": documents["document:check"],
    // What a guest leaves unsaved goes to the history, whatever the page says.
    "document:close": documents["document:close"],
    "document:handed-over": documents["document:handed-over"],
    "document:typed": documents["document:typed"],
    "document:save": ({ why, ...save }) =>
      // A guest may not create files, so a save never restores a deleted one.
      documents["document:save"]({ ...save, why: why === "recreate" ? "auto" : why }),
    "document:conflict": documents["document:conflict"],
    "document:image": (image) =>
      outcome(async () => {
        const found = await documents["document:image"](image);
        if (!found.ok) throw new ToolError("not_found", found.error.message);
        if (isHidden(image.path)) throw notShared();
        const { type, bytes } = await readImage(ctx, folder.root, image);
        if (bytes.length > MAX_GUEST_IMAGE_BYTES) throw new ToolError("too_large", t.guests.tooLargeImage);
        const { width, height } = found;
        return { url: `data:${type};base64,${bytes.toString("base64")}`, width, height };
      }),
  } satisfies Partial<Handlers>;
}

/** Links between shared texts. Nobody's notes are indexed for guests. */
function linkRequests({ ctx, window, folder, canvas }: GuestHandlersDeps) {
  const outcome = outcomeIn(ctx);
  const links = linkHandlers(ctx, {
    window,
    canvas,
    rename: async () => refuse(),
    checkChangeable: async () => refuse(),
    index: {
      read: async () => refuse(),
      aliases: async () => new Map(),
      touched: () => undefined,
      folderChanged: () => undefined,
    },
    rules: async () => NO_RULES,
    // The library is not shared, nor whether it has an entry.
    entryAt: async () => null,
    entryText: async () => refuse(),
  });
  return {
    "links:place": (link) =>
      outcome(async () => {
        const found = await links["links:place"](link);
        if (!found.ok) throw new ToolError("not_found", found.error.message);
        return { place: await shownDestination(folder, found.place) };
      }),
    "links:embed": async (embed) => {
      const found = await links["links:embed"](embed);
      if (!found.ok || (await folder.allows(guestPath(folder.root, found.part.path)))) return found;
      return outcome(async () => Promise.reject(notShared()));
    },
    "links:names": () => outcome(async () => ({ files: [...(await folder.files())], isAll: true })),
    "links:headings": (path) =>
      outcome(async () => {
        if (!(await folder.has(path))) throw notShared();
        await folder.check(guestPath(folder.root, path));
        const found = await links["links:headings"](path);
        if (!found.ok) throw new ToolError("not_found", found.error.message);
        return { headings: found.headings };
      }),
    "links:back": async (doc) => {
      const found = await links["links:back"](doc);
      if (!found.ok) return found;
      const shared = await folder.files();
      return { ...found, links: found.links.filter(({ path }) => shared.has(path)) };
    },
  } satisfies Partial<Handlers>;
}

/** Pending edits and versions of shared texts. */
function reviewRequests({ ctx, window, folder, canvas, reviews }: GuestHandlersDeps) {
  const check = async (path: string) => void (await folder.check(path));
  const review = reviewHandlers(ctx, { window, reviews, checkReviewable: check });
  const history = historyHandlers(ctx, { window, canvas, checkChangeable: check });
  return {
    "review:list": async (detail) => {
      const found = await review["review:list"](detail);
      if (!found.ok) return found;
      const shared = await folder.files();
      return { ...found, documents: found.documents.filter(({ path }) => shared.has(relativeTo(folder, path))) };
    },
    "review:keep": review["review:keep"],
    "review:undo": review["review:undo"],
    "history:list": async (doc) => {
      const found = await history["history:list"](doc);
      return found.ok ? { ...found, versions: found.versions.map(shownVersion) } : found;
    },
    "history:text": history["history:text"],
    "history:search": history["history:search"],
    "history:authors": history["history:authors"],
    "history:restore": history["history:restore"],
    "history:restore-section": history["history:restore-section"],
    "history:mark": history["history:mark"],
  } satisfies Partial<Handlers>;
}

function commentRequests({ ctx, window, folder, canvas }: GuestHandlersDeps) {
  const comments = commentsHandlers(ctx, {
    window,
    canvas,
    drafts: draftsInMemory(),
    read: readInMemory(),
    changes: createUndoChanges(),
  });
  return {
    "comments:list": comments["comments:list"],
    "comments:folder": async () => {
      const found = await comments["comments:folder"](undefined);
      if (!found.ok) return found;
      const shared = await folder.files();
      return {
        ...found,
        unread: 0,
        documents: found.documents.filter(({ path }) => shared.has(relativeTo(folder, path))),
      };
    },
    "comments:read": comments["comments:read"],
    "comments:drafts": comments["comments:drafts"],
    "comments:keep-drafts": comments["comments:keep-drafts"],
    "comments:add": comments["comments:add"],
    "comments:reply": comments["comments:reply"],
    "comments:set": comments["comments:set"],
    "comments:edit": comments["comments:edit"],
    "comments:delete": comments["comments:delete"],
    "comments:undo": comments["comments:undo"],
  } satisfies Partial<Handlers>;
}

/** Whether a path names a hidden file, or one in a hidden folder. */
const isHidden = (path: string): boolean => path.split(/[\\/]/).some((step) => /^\.[^.]|^\.\.+[^.]/.test(step));

/** Where a link leads for a guest: files that are not shared do not exist. */
async function shownDestination(folder: GuestFolder, place: LinkDestination): Promise<LinkDestination> {
  const isShown =
    place.status === "file"
      ? await folder.allows(place.path)
      : place.status === "folder"
        ? await folder.holds(place.path)
        : true;
  if (place.status === "missing") return { ...place, canMake: false };
  if (isShown || place.status === "entry") return place;
  const name = relative(folder.root, place.path).split(sep).join("/");
  return { status: "missing", path: join(folder.root, name), name, canMake: false };
}

/** The server's own user is not the guest. */
const shownVersion = (version: VersionEntry): VersionEntry =>
  version.by.kind === "you" ? { ...version, by: { kind: "agent", name: "server" } } : version;

/** The results of a search in shared texts, with the counts of those alone. */
function createShownSearch(folder: GuestFolder) {
  let left = { paragraphs: 0, files: 0 };
  const isShown = async ({ path }: FileMatches) => folder.allows(path);
  async function files(found: readonly FileMatches[]): Promise<FileMatches[]> {
    const shown = await Promise.all(found.map(isShown));
    return found.filter((_, index) => shown[index]);
  }
  return {
    files,
    begin() {
      left = { paragraphs: 0, files: 0 };
    },
    async page(page: FolderSearchPage | null): Promise<FolderSearchPage | null> {
      if (page === null) return null;
      const shown = await files(page.files);
      for (const each of page.files)
        if (!shown.includes(each)) left = { paragraphs: left.paragraphs + each.count, files: left.files + 1 };
      return {
        ...page,
        files: shown,
        paragraphCount: page.paragraphCount - left.paragraphs,
        fileCount: page.fileCount - left.files,
        unread: 0,
      };
    },
  };
}

/** Drafts of comments, for as long as the page is open. */
function draftsInMemory(): CommentDrafts {
  const kept = new Map<string, Parameters<CommentDrafts["keep"]>[1]>();
  return {
    of: async (realPath) => [...(kept.get(realPath) ?? [])],
    async keep(realPath, drafts) {
      kept.set(realPath, drafts);
    },
    moved: () => undefined,
  } as CommentDrafts;
}

/** Which messages the guest has seen, for as long as the page is open. */
function readInMemory(): ReadThreads {
  const seen = new Map<string, Record<string, string>>();
  return {
    of: async (realPath: string) => seen.get(realPath) ?? {},
    async read(realPath: string, threads: Parameters<ReadThreads["read"]>[1], ids: ReadonlySet<string>) {
      const read = threads.flatMap(({ thread, messages }) =>
        ids.has(thread) ? [[thread, messages.at(-1)?.at ?? ""]] : [],
      );
      seen.set(realPath, { ...seen.get(realPath), ...Object.fromEntries(read) });
    },
    moved: () => undefined,
  } as ReadThreads;
}
