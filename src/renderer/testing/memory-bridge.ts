import type {
  Bridge,
  Command,
  DocumentChanged,
  DocumentSnapshot,
  Events,
  FolderQuery,
  FolderSearchPage,
  Handlers,
  MenuItem,
  Notice,
  ReplacePlan,
  ReplaceQuery,
  ReplaceReport,
  Requester,
  RequestName,
  ReviewedDocument,
  Settings,
  StartState,
  TreeEntry,
  VersionEntry,
  Writer,
} from "../../shared/contract";
import { defaultSettings } from "../../shared/settings";
import { folderOf, isWithin, nameOf } from "../ui/file-paths";
import { createMemoryAgents } from "./memory-agents";
import { createMemoryAssistant } from "./memory-assistant";
import { createMemoryBooks } from "./memory-books";
import { memoryDiagnostics } from "./memory-diagnostics";
import { createMemoryLibrary } from "./memory-library";
import { createMemoryOffice } from "./memory-office";

type OpenFile = { doc: string; path: string | null; name: string; text: string; version: number; gone: boolean };

const notice = (code: string, message: string): { ok: false; error: Notice } => ({
  ok: false,
  error: { code, message },
});

/**
 * Main in memory, for tests of stores: folders and files as a map of paths, documents that can be opened, saved, moved
 * and closed, histories, a trash. Dialogs and menus answer with what the test put into `answers`.
 */
export function memoryBridge(files: Record<string, string>, start: Partial<StartState> = {}) {
  const disk = new Map(Object.entries(files));
  const folders = new Set<string>();
  const documents = new Map<string, OpenFile>();
  const histories = new Map<string, { entry: VersionEntry; text: string }[]>();
  const listeners = new Map<keyof Events, Set<(event: never) => void>>();
  const requests: { name: RequestName; argument: unknown }[] = [];
  const rejections = new Map<RequestName, Notice>();
  const trash: string[] = [];
  const answers = {
    folder: null as string | null,
    file: null as string | null,
    saveAs: null as string | null,
    menu: null as string | null,
    menuItems: [] as MenuItem[],
    reviews: [] as ReviewedDocument[],
    search: (_query: FolderQuery): FolderSearchPage | Notice => notice("not_found", "No folder is open.").error,
    searchMore: [] as FolderSearchPage[],
    replace: (_asked: ReplaceQuery): ReplacePlan | Notice | null => null,
    replaced: (_id: number): ReplaceReport | Notice => notice("not_found", "There is no such plan.").error,
  };
  let settings: Settings = { ...defaultSettings, ...start.settings };
  let workspace = start.workspace ?? null;
  let watched: string[] = [];
  let numbers = 0;
  let untitled = 0;

  const emit = <K extends keyof Events>(name: K, event: Events[K]) => {
    for (const listener of [...(listeners.get(name) ?? [])]) listener(event as never);
  };

  const addParents = (path: string) => {
    for (let folder = folderOf(path); !folders.has(folder); folder = folderOf(folder)) folders.add(folder);
  };
  for (const path of disk.keys()) addParents(path);

  const listing = (folder: string): TreeEntry[] => {
    const inside = (path: string) => path !== folder && folderOf(path) === folder;
    return [
      ...[...folders]
        .filter(inside)
        .map((path) => ({ path, name: nameOf(path), kind: "folder" as const, isText: false })),
      ...[...disk.keys()].filter(inside).map((path) => ({
        path,
        name: nameOf(path),
        kind: "file" as const,
        isText: /\.(md|txt|markdown)$/.test(path),
      })),
    ];
  };

  const keep = (path: string, text: string, by: Writer, reason: string) => {
    const past = histories.get(path) ?? [];
    numbers += 1;
    const entry = {
      version_id: String(numbers),
      version: `v${numbers}`,
      at: new Date(1_800_000_000_000 + numbers * 60_000).toISOString(),
      by,
      reason,
      size: new TextEncoder().encode(text).length,
    };
    histories.set(path, [{ entry, text }, ...past]);
  };

  const asOpen = (stored: OpenFile): DocumentSnapshot => ({
    doc: stored.doc,
    path: stored.path,
    name: stored.name,
    text: stored.text,
    version: `v${stored.version}`,
    unsaved: null,
    format: /\.txt$/.test(stored.name) ? "text" : "markdown",
    encoding: "UTF-8",
    lineEnding: "LF",
    readOnly: null,
    gone: stored.gone,
    warnings: [],
  });

  const openFile = (path: string): DocumentSnapshot | null => {
    const text = disk.get(path);
    if (text === undefined) return null;
    const known = [...documents.values()].find((stored) => stored.path === path);
    if (known) return asOpen(known);
    numbers += 1;
    const stored = { doc: `d${numbers}`, path, name: nameOf(path), text, version: numbers, gone: false };
    documents.set(stored.doc, stored);
    return asOpen(stored);
  };

  const changedIn = (path: string) => {
    if (watched.includes(folderOf(path))) emit("workspace:changed", { folders: [folderOf(path)] });
  };

  const write = (stored: OpenFile, text: string, by: Writer, reason: string): DocumentChanged => {
    const from = `v${stored.version}`;
    numbers += 1;
    const changes = [{ from: 0, to: stored.text.length, insert: text }];
    Object.assign(stored, { text, version: numbers, gone: false });
    if (stored.path !== null) {
      disk.set(stored.path, text);
      keep(stored.path, text, by, reason);
    }
    const to = `v${numbers}`;
    const rest = { realPath: stored.path, write: null, includes: null, encoding: "UTF-8", lineEnding: "LF" };
    return { doc: stored.doc, from, to, changes, by, ...rest };
  };

  const spliced = (text: string, changes: { from: number; to: number; insert: string }[]) =>
    changes.toReversed().reduce((now, { from, to, insert }) => now.slice(0, from) + insert + now.slice(to), text);

  const moveAll = (from: string, to: string) => {
    for (const [path, text] of [...disk]) {
      if (!isWithin(path, from)) continue;
      disk.delete(path);
      disk.set(to + path.slice(from.length), text);
    }
    for (const folder of [...folders]) {
      if (!isWithin(folder, from)) continue;
      folders.delete(folder);
      folders.add(to + folder.slice(from.length));
    }
  };

  const assistant = createMemoryAssistant(emit);
  const books = createMemoryBooks(emit);
  const library = createMemoryLibrary();
  const office = createMemoryOffice((event) => emit("office:changed", event));
  const handlers: Handlers = {
    ...createMemoryAgents(),
    ...assistant.handlers,
    ...books.handlers,
    ...library.handlers,
    ...memoryDiagnostics(),
    ...office.handlers,
    "app:start": async () => ({
      version: "0.0.0",
      systemLanguage: "en",
      platform: "linux",
      recent: [],
      session: null,
      documents: [],
      active: null,
      agents: [],
      areAgentsPaused: false,
      pendingApprovals: [],
      notices: [],
      heldBack: [],
      ...start,
      settings,
      workspace,
    }),
    "app:painted": async () => {},
    "app:save-session": async () => {},
    "app:save-settings": async (changed) => {
      settings = { ...settings, ...changed };
      return settings;
    },
    "app:open-settings-file": async () => ({ ok: true, path: "/data/settings.json" }),
    "app:connection-guide": async () => ({
      root: workspace?.root ?? "",
      ways: [
        {
          title: "Claude Code",
          explanation: "Run this in a terminal.",
          language: "sh",
          text: `claude mcp add galley -- galley mcp --root ${workspace?.root ?? "."}`,
        },
      ],
    }),
    "app:toggle-full-screen": async () => {},
    "app:copy": async () => {},
    "app:copy-rich": async () => {},
    "app:copied-address": async () => null,
    "export:pick": async () => ({ ok: true, place: null }),
    "export:write": async () => ({ ok: true, path: "" }),
    "export:pdf": async () => ({ ok: true, path: "" }),
    "export:cancel": async () => {},
    "export:reveal": async () => {},
    "export:print": async () => ({ ok: true, isPrinted: false }),
    "export:image": async () => ({ ok: false, error: { code: "not_found", message: "" } }),
    "app:open-link": async () => {},
    "app:menu": async (items) => {
      answers.menuItems = items;
      return answers.menu;
    },
    "app:ready-to-close": async () => {},
    "window:new": async () => {},
    "window:open-folder": async () => ({ ok: true }),
    "window:move-tab": async ({ doc }) => {
      documents.delete(doc);
      return { ok: true };
    },
    "window:show-spot": async () => {},
    "window:close": async () => {},
    "workspace:open": async (path) => {
      const root = path ?? answers.folder;
      if (root === null) return { ok: true, workspace: null };
      if (!folders.has(root)) return notice("not_found", `There is no folder ${root}.`);
      workspace = { root, name: nameOf(root) };
      emit("workspace:opened", workspace);
      return { ok: true, workspace };
    },
    "workspace:close": async () => {
      workspace = null;
      emit("workspace:opened", null);
    },
    "workspace:list": async (folder) =>
      folders.has(folder)
        ? { ok: true, entries: listing(folder), leftOut: 0 }
        : notice("not_found", `The folder ${folder} is no longer there.`),
    "workspace:files": async () => {
      if (!workspace) return notice("not_found", "No folder is open.");
      const { root } = workspace;
      const files = [...disk.keys()].filter((path) => isWithin(path, root) && /\.(md|txt|markdown)$/.test(path));
      return { ok: true, files: files.map((path) => path.slice(root.length + 1)).sort(), isAll: true };
    },
    "workspace:watch": async (list) => {
      watched = list;
    },
    "workspace:create": async ({ path, kind }) => {
      if (disk.has(path) || folders.has(path)) return notice("bad_arguments", `${nameOf(path)} exists already.`);
      if (kind === "file") disk.set(path, "");
      else folders.add(path);
      changedIn(path);
      return { ok: true, path };
    },
    "workspace:rename": async ({ from, to }) => {
      if (disk.has(to) || folders.has(to)) return notice("bad_arguments", `${nameOf(to)} exists already.`);
      moveAll(from, to);
      for (const stored of documents.values()) {
        if (stored.path === null || !isWithin(stored.path, from)) continue;
        stored.path = to + stored.path.slice(from.length);
        stored.name = nameOf(stored.path);
        emit("document:moved", { doc: stored.doc, path: stored.path, name: stored.name });
      }
      changedIn(from);
      return { ok: true, path: to };
    },
    "workspace:copy": async ({ from, folder, taken }) => {
      const [, stem = "", ending = ""] = /^(.*?)(\.[^.]*)?$/.exec(nameOf(from)) ?? [];
      const path = `${folder}/${nameOf(from)}`;
      if (disk.has(path) && taken === "refuse") return notice("wrong_state", `${nameOf(path)} exists already.`);
      const to = disk.has(path) ? `${folder}/${stem} 2${ending}` : path;
      disk.set(to, disk.get(from) ?? "");
      changedIn(to);
      return { ok: true, path: to };
    },
    "workspace:trash": async (path) => {
      trash.push(path);
      for (const file of [...disk.keys()]) if (isWithin(file, path)) disk.delete(file);
      for (const folder of [...folders]) if (isWithin(folder, path)) folders.delete(folder);
      for (const stored of documents.values()) {
        if (stored.path === null || !isWithin(stored.path, path)) continue;
        stored.gone = true;
        emit("document:gone", { doc: stored.doc });
      }
      changedIn(path);
      return { ok: true, path };
    },
    "workspace:reveal": async () => {},
    "document:pick": async () => ({ ok: true, document: answers.file === null ? null : openFile(answers.file) }),
    "document:piece": async ({ doc }) => {
      const stored = documents.get(doc);
      return stored
        ? { ok: true, piece: { document: asOpen(stored), from: 0 } }
        : notice("not_found", "It is not open.");
    },
    "document:open": async (path) => {
      if (folders.has(path)) {
        workspace = { root: path, name: nameOf(path) };
        emit("workspace:opened", workspace);
        return { ok: true, document: null, workspace };
      }
      const document = openFile(path);
      return document ? { ok: true, document, workspace: null } : notice("not_found", `There is no file ${path}.`);
    },
    "document:create": async () => {
      numbers += 1;
      untitled += 1;
      const name = untitled === 1 ? "Untitled" : `Untitled ${untitled}`;
      const stored = { doc: `d${numbers}`, path: null, name, text: "", version: numbers, gone: false };
      documents.set(stored.doc, stored);
      return asOpen(stored);
    },
    "document:typed": async () => {},
    "document:save": async ({ doc, base, seq, changes, why }) => {
      const stored = documents.get(doc);
      if (!stored) return { status: "refused", error: { code: "not_found", message: "It is not open." } };
      if (stored.gone && why !== "recreate") return { status: "gone" };
      if (base !== `v${stored.version}`) {
        const whole = {
          from: base,
          to: `v${stored.version}`,
          changes: null,
          includes: null,
          realPath: null,
          write: null,
        };
        const by: Writer = { kind: "program", name: "another program" };
        return { status: "stale", change: { doc, ...whole, by, encoding: "UTF-8", lineEnding: "LF" } };
      }
      const { to } = write(stored, spliced(stored.text, changes), { kind: "you", name: "you" }, "autosave");
      return { status: "saved", version: to, seq, notes: [] };
    },
    "document:save-as": async ({ doc, changes }) => {
      const stored = documents.get(doc);
      if (!stored || answers.saveAs === null) return { ok: true, document: null };
      stored.path = answers.saveAs;
      stored.name = nameOf(stored.path);
      addParents(stored.path);
      write(stored, spliced(stored.text, changes), { kind: "you", name: "you" }, "saved by hand");
      changedIn(stored.path);
      return { ok: true, document: asOpen(stored) };
    },
    "document:add-image": async () => ({ ok: true, path: "assets/image.png" }),
    "document:text": async (doc) => {
      const stored = documents.get(doc);
      if (!stored) return notice("not_found", "It is not open.");
      return { ok: true, text: stored.text, version: `v${stored.version}`, encoding: "UTF-8", lineEnding: "LF" };
    },
    "document:close": async ({ doc }) => {
      documents.delete(doc);
      return { ok: true };
    },
    "document:conflict": async () => {},
    "document:handed-over": async () => {},
    "document:clear-readings": async () => {},
    "document:check": async () => {},
    "links:place": async ({ target }) => notice("not_found", `“${target}” leads nowhere.`),
    "links:names": async () => ({ ok: true, files: [...disk.keys()], isAll: true }),
    "links:headings": async () => ({ ok: true, headings: [] }),
    "links:back": async () => ({ ok: true, links: [], isAll: true }),
    "links:plan-move": async () => ({ ok: true, plan: { files: [], links: 0, fileCount: 0, stuck: 0, isAll: true } }),
    "links:move": async (move) => {
      const moved = await handlers["workspace:rename"](move);
      return moved.ok ? { ...moved, report: { links: 0, fileCount: 0, failed: [], undo: null } } : moved;
    },
    "links:plan-heading": async () => ({
      ok: true,
      plan: { files: [], links: 0, fileCount: 0, stuck: 0, isAll: true },
    }),
    "links:rename-heading": async () => ({ ok: true, report: { links: 0, fileCount: 0, failed: [], undo: null } }),
    "links:unfinished": async () => ({ ok: true, unfinished: [] }),
    "links:finish": async () => notice("not_found", "Nothing of this rename is left to be mended."),
    "links:leave": async () => ({ ok: true }),
    "links:undo": async () => notice("not_found", "This can no longer be undone."),
    "search:begin": async (query) => {
      const page = answers.search(query);
      return "message" in page ? { ok: false, error: page } : { ok: true, page };
    },
    "search:more": async () => ({ ok: true, page: answers.searchMore.shift() ?? null }),
    "search:stop": async () => {},
    "search:files": async ({ query, paths }) => {
      const page = answers.search(query);
      return { ok: true, files: "message" in page ? [] : page.files.filter(({ path }) => paths.includes(path)) };
    },
    "replace:plan": async (requests) => {
      const plan = answers.replace(requests);
      return plan !== null && "message" in plan ? { ok: false, error: plan } : { ok: true, plan };
    },
    "replace:run": async (ticket) => {
      const report = answers.replaced(ticket);
      return "message" in report ? { ok: false, error: report } : { ok: true, report };
    },
    "replace:stop": async () => {},
    "replace:undo": async (ticket) => {
      const report = answers.replaced(ticket);
      return "message" in report ? { ok: false, error: report } : { ok: true, report };
    },
    "document:image": async ({ path }) => notice("not_found", `There is no image ${path}.`),
    "spelling:start": async () => ({ ok: true, dictionaries: [], words: [] }),
    "spelling:languages": async () => ({ ok: true, languages: [] }),
    "spelling:add": async () => ({ ok: true }),
    "review:list": async (_detail) => ({ ok: true, documents: answers.reviews }),
    "review:keep": async () => ({ ok: true }),
    "review:undo": async ({ hunks }) => ({ ok: true, undone: hunks, gone: [], left: [] }),
    "history:list": async (doc) => {
      const path = documents.get(doc)?.path ?? "";
      return { ok: true, versions: (histories.get(path) ?? []).map(({ entry }) => entry) };
    },
    "history:text": async ({ doc, version_id }) => {
      const past = histories.get(documents.get(doc)?.path ?? "") ?? [];
      const found = past.find(({ entry }) => entry.version_id === version_id);
      return found ? { ok: true, text: found.text } : notice("not_found", "That version is no longer kept.");
    },
    "history:restore": async ({ doc, version_id }) => {
      const stored = documents.get(doc);
      const past = histories.get(stored?.path ?? "") ?? [];
      const found = past.find(({ entry }) => entry.version_id === version_id);
      if (!stored || !found) return notice("not_found", "That version is no longer kept.");
      emit("document:changed", write(stored, found.text, { kind: "you", name: "you" }, "restored"));
      return { ok: true };
    },
    "history:restore-section": async () => notice("not_found", "That section is not in this version."),
    "history:search": async ({ doc, sought }) => {
      const past = histories.get(documents.get(doc)?.path ?? "") ?? [];
      const found = past.filter(({ text }) => text.toLowerCase().includes(sought.toLowerCase()));
      return { ok: true, found: found.map(({ entry }) => ({ ...entry, line: sought })), next: null };
    },
    "history:mark": async ({ doc, version_id, name }) => {
      const past = histories.get(documents.get(doc)?.path ?? "") ?? [];
      const found = past.find(({ entry }) => entry.version_id === version_id);
      if (found && name !== null) found.entry.mark = name;
      else if (found) delete found.entry.mark;
      return { ok: true };
    },
    "history:gone": async () => ({ ok: true, files: [], isAll: true }),
    "history:gone-versions": async () => ({ ok: true, versions: [] }),
    "history:gone-text": async () => notice("not_found", "That version is no longer kept."),
    "history:bring-back": async () => notice("not_found", "That version is no longer kept."),
  };

  const bridge: Bridge = {
    async request(name, argument) {
      requests.push({ name, argument });
      // No process boundary is crossed.
      await Promise.resolve();
      const rejection = rejections.get(name);
      if (rejection) return { ok: false, error: rejection } as never;
      return handlers[name](argument as never) as never;
    },
    listen(name, listener) {
      const known = listeners.get(name) ?? new Set();
      listeners.set(name, known.add(listener as (event: never) => void));
      return () => known.delete(listener as (event: never) => void);
    },
    pathOf: (file) => `/dropped/${file.name}`,
  };

  return {
    bridge,
    answers,
    requests,
    trash,
    disk,
    emit,
    /** What main's assistant has stored, and how a test emits its events. */
    assistant,
    books,
    library,
    office,
    /** The arguments of all requests of this name so far. */
    requested: (name: RequestName) => requests.filter((one) => one.name === name).map(({ argument }) => argument),
    /** Rejects this request from now on. */
    reject: (name: RequestName, message: string, code: Notice["code"] = "failed") =>
      rejections.set(name, { code, message }),
    open: (path: string) => openFile(path),
    /** Shows a file as the command line does or, with an agent's name, as `open_in_canvas` does. */
    show(path: string, agent?: string) {
      const document = openFile(path);
      const by: Requester = agent === undefined ? { kind: "user" } : { kind: "agent", name: agent };
      if (document) emit("document:show", { document, by });
    },
    /** Somebody else writes the file; its folder and its open document are notified. */
    write(path: string, text: string, by: Writer = { kind: "agent", name: "Claude" }) {
      const isNew = !disk.has(path);
      disk.set(path, text);
      addParents(path);
      const stored = [...documents.values()].find((one) => one.path === path);
      if (stored) emit("document:changed", write(stored, text, by, "patch"));
      if (isNew) changedIn(path);
    },
    /** An external program deletes the file. */
    remove(path: string) {
      disk.delete(path);
      for (const stored of documents.values()) {
        if (stored.path !== path) continue;
        stored.gone = true;
        emit("document:gone", { doc: stored.doc });
      }
      changedIn(path);
    },
    press: (command: Command) => emit("command", command),
  };
}
