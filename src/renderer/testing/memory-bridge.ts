import type {
  Bridge,
  Command,
  Events,
  Handlers,
  MenuItem,
  Notice,
  Requester,
  RequestName,
  StartState,
  Writer,
} from "../../shared/contract";
import type { ReviewedDocument } from "../../shared/review";
import { createMemoryAgents } from "./memory-agents";
import { createMemoryAssistant } from "./memory-assistant";
import { createMemoryBooks } from "./memory-books";
import { memoryDiagnostics } from "./memory-diagnostics";
import { createMemoryDisk, type Emit } from "./memory-disk";
import { createMemoryDocuments } from "./memory-documents";
import { createMemoryHistory, historyHandlers } from "./memory-history";
import { createMemoryLibrary } from "./memory-library";
import { memoryLinks } from "./memory-links";
import { memoryNoteIndex } from "./memory-note-index";
import { memoryNotes } from "./memory-notes";
import { createMemoryOffice } from "./memory-office";
import { memorySearch, searchAnswers } from "./memory-search";
import { memorySharing, memoryViewer } from "./memory-viewer";
import { memoryWindow } from "./memory-window";
import { createMemoryWorkspace } from "./memory-workspace";

/**
 * Main in memory, for tests of stores: folders and files as a map of paths, documents that can be opened, saved, moved
 * and closed, histories, a trash. Dialogs and menus answer with what the test put into `answers`.
 */
export function memoryBridge(files: Record<string, string>, start: Partial<StartState> = {}) {
  const listeners = new Map<keyof Events, Set<(event: never) => void>>();
  const requests: { name: RequestName; argument: unknown }[] = [];
  const rejections = new Map<RequestName, Notice>();
  const answers = {
    folder: null as string | null,
    file: null as string | null,
    saveAs: null as string | null,
    menu: null as string | null,
    menuItems: [] as MenuItem[],
    reviews: [] as ReviewedDocument[],
    ...searchAnswers(),
  };

  const emit: Emit = (name, event) => {
    for (const listener of [...(listeners.get(name) ?? [])]) listener(event as never);
  };

  let numbers = 0;
  const nextNumber = () => ++numbers;
  const disk = createMemoryDisk(files, emit);
  const history = createMemoryHistory();
  const documents = createMemoryDocuments({ emit, disk, history, nextNumber, answers });
  const workspace = createMemoryWorkspace({ emit, disk, documents, initial: start.workspace ?? null, answers });
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
    ...memoryViewer,
    ...memorySharing,
    ...memoryNotes,
    ...memoryNoteIndex,
    ...office.handlers,
    ...documents.handlers,
    ...historyHandlers(history, documents),
    ...workspace.handlers,
    ...memoryLinks(disk, (move) => handlers["workspace:rename"](move)),
    ...memorySearch(answers),
    ...memoryWindow({ start, workspace: workspace.current, forgetDocument: documents.forget, answers }),
    "spelling:start": async () => ({ ok: true, dictionaries: [], words: [] }),
    "spelling:languages": async () => ({ ok: true, languages: [] }),
    "spelling:add": async () => ({ ok: true }),
    "external:answer": async () => ({ ok: true }),
    "review:list": async (_detail) => ({ ok: true, documents: answers.reviews }),
    "comments:list": async () => ({ ok: true, threads: [], locks: [] }),
    "comments:folder": async () => ({ ok: true, documents: [], unread: 0 }),
    "comments:read": async () => ({ ok: true }),
    "comments:place": async ({ offset }) => ({ ok: true, from: offset }),
    "comments:add": async () => ({ ok: true, thread: "c_0000000000" }),
    "comments:reply": async () => ({ ok: true }),
    "comments:set": async () => ({ ok: true, undo: "1" }),
    "comments:edit": async () => ({ ok: true, undo: "1" }),
    "comments:delete": async () => ({ ok: true, undo: "1" }),
    "comments:undo": async () => ({ ok: true }),
    "comments:drafts": async () => ({ ok: true, drafts: [] }),
    "comments:keep-drafts": async () => ({ ok: true }),
    "comments:protect": async () => ({ ok: true }),
    "comments:set-lock": async () => ({ ok: true }),
    "comments:unprotect": async () => ({ ok: true }),
    "review:asked": async () => ({ ok: true, asked: [] }),
    "review:done": async () => ({ ok: true }),
    "review:suggest": async () => ({ ok: true, path: "/ws/notes.md", by: "maria" }),
    "review:keep": async () => ({ ok: true }),
    "review:undo": async ({ hunks }) => ({ ok: true, undone: hunks, gone: [], left: [] }),
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
    trash: workspace.trash,
    disk: disk.files,
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
    open: documents.openFile,
    /** Shows a file as the command line does or, with an agent's name, as `open_in_canvas` does. */
    show(path: string, agent?: string) {
      const document = documents.openFile(path);
      const by: Requester = agent === undefined ? { kind: "user" } : { kind: "agent", name: agent };
      if (document) emit("document:show", { document, by });
    },
    /** Somebody else writes the file; its folder and its open document are notified. */
    write(path: string, text: string, by: Writer = { kind: "agent", name: "Claude" }) {
      const isNew = !disk.files.has(path);
      disk.files.set(path, text);
      disk.addParents(path);
      documents.change({ path }, text, by, "patch");
      if (isNew) disk.notify(path);
    },
    /** An external program deletes the file. */
    remove(path: string) {
      disk.files.delete(path);
      documents.handleRemoval(path);
      disk.notify(path);
    },
    press: (command: Command) => emit("command", command),
  };
}
