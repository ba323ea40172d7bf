import type { Handlers, Workspace } from "../../shared/contract";
import { nameOf } from "../ui/file-paths";
import { failure } from "./failure";
import type { Emit, MemoryDisk } from "./memory-disk";
import type { MemoryDocuments } from "./memory-documents";

type Deps = {
  emit: Emit;
  disk: MemoryDisk;
  documents: MemoryDocuments;
  initial: Workspace | null;
  /** What the dialogs answer. */
  answers: { folder: string | null; file: string | null };
};

const taken = (code: string, path: string) => failure(code, `${nameOf(path)} exists already.`);

/** Main's workspace in memory: the open folder, its entries, and the trash. */
export function createMemoryWorkspace({ emit, disk, documents, initial, answers }: Deps) {
  let workspace = initial;
  const trash: string[] = [];
  const setWorkspace = (root: string | null) => {
    workspace = root === null ? null : { root, name: nameOf(root) };
    emit("workspace:opened", workspace);
    return workspace;
  };

  const handlers = {
    "workspace:open": async (path) => {
      const root = path ?? answers.folder;
      if (root === null) return { ok: true, workspace: null };
      if (!disk.folders.has(root)) return failure("not_found", `There is no folder ${root}.`);
      return { ok: true, workspace: setWorkspace(root) };
    },
    "workspace:close": async () => void setWorkspace(null),
    "workspace:list": async (folder) =>
      disk.folders.has(folder)
        ? { ok: true, entries: disk.list(folder), leftOut: 0 }
        : failure("not_found", `The folder ${folder} is no longer there.`),
    "workspace:files": async () =>
      workspace
        ? { ok: true, files: disk.documentsIn(workspace.root), isAll: true }
        : failure("not_found", "No folder is open."),
    "workspace:watch": async (list) => disk.watch(list),
    "workspace:create": async ({ path, kind }) => {
      if (disk.has(path)) return taken("bad_arguments", path);
      if (kind === "file") disk.files.set(path, "");
      else disk.folders.add(path);
      disk.notify(path);
      return { ok: true, path };
    },
    "workspace:rename": async ({ from, to }) => {
      if (disk.has(to)) return taken("bad_arguments", to);
      disk.move(from, to);
      documents.handleMove(from, to);
      disk.notify(from);
      return { ok: true, path: to };
    },
    "workspace:copy": async ({ from, folder, taken: ifTaken }) => {
      const [, stem = "", ending = ""] = /^(.*?)(\.[^.]*)?$/.exec(nameOf(from)) ?? [];
      const path = `${folder}/${nameOf(from)}`;
      if (disk.files.has(path) && ifTaken === "refuse") return taken("wrong_state", path);
      const to = disk.files.has(path) ? `${folder}/${stem} 2${ending}` : path;
      disk.files.set(to, disk.files.get(from) ?? "");
      disk.notify(to);
      return { ok: true, path: to };
    },
    "workspace:trash": async (path) => {
      trash.push(path);
      disk.remove(path);
      documents.handleRemoval(path);
      disk.notify(path);
      return { ok: true, path };
    },
    "workspace:reveal": async () => {},
    "document:pick": async () => ({
      ok: true,
      document: answers.file === null ? null : documents.openFile(answers.file),
    }),
    "document:open": async (path) => {
      if (disk.folders.has(path)) return { ok: true, document: null, workspace: setWorkspace(path) };
      const document = documents.openFile(path);
      return document ? { ok: true, document, workspace: null } : failure("not_found", `There is no file ${path}.`);
    },
  } satisfies Partial<Handlers>;

  return { handlers, trash, current: () => workspace };
}
