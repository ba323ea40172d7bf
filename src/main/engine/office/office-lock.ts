import { basename, dirname, join } from "node:path";
import { officeFormatOf } from "../../../core/text/format";
import type { OfficeLock } from "../ports/documents";
import type { FileStore } from "../ports/file-store";
import { MAX_LOCK_BYTES } from "../ports/limits";

/**
 * The lock on a document, from the file that LibreOffice (`.~lock.name.odt#`) or Microsoft Office (`~$name.docx`) creates next to it while
 * it is open; null if there is none. Does not check whether the program is still running.
 */
export async function officeLockOn(
  realPath: string,
  store: Pick<FileStore, "read" | "list">,
): Promise<OfficeLock | null> {
  const name = basename(realPath);
  const folder = dirname(realPath);
  const names = new Set(
    await store.list(folder).then(
      (entries) => entries.filter(({ kind }) => kind === "file").map((entry) => entry.name),
      // A folder that does not exist or cannot be listed has no locks.
      () => [],
    ),
  );
  const libre = `.~lock.${name}#`;
  if (names.has(libre)) {
    const [shownName, user] = (await textIn(join(folder, libre), store)).toString("utf8").split(",");
    return { program: "LibreOffice", who: (shownName || user || "").slice(0, 80).trim(), lockFile: libre };
  }
  const microsoft = microsoftLocks(name).find((each) => names.has(each));
  if (microsoft === undefined) return null;
  const bytes = await textIn(join(folder, microsoft), store);
  // One byte for the length, then the name in the system's encoding.
  const who = bytes.toString("latin1", 1, 1 + Math.min(bytes[0] ?? 0, 54)).trim();
  return { program: programFor(name), who, lockFile: microsoft };
}

/** The lock files that an office program would create next to a document. */
export function officeLockPaths(realPath: string): string[] {
  const name = basename(realPath);
  return [`.~lock.${name}#`, ...microsoftLocks(name)].map((each) => join(dirname(realPath), each));
}

/** Whether office programs give such names to their lock files. */
export const isOfficeLockName = (name: string): boolean => name.startsWith(".~lock.") || name.startsWith("~$");

const textIn = (path: string, store: Pick<FileStore, "read">): Promise<Buffer> =>
  store.read(path, { limit: MAX_LOCK_BYTES }).then(
    (file) => Buffer.from(file?.bytes ?? []),
    () => Buffer.alloc(0),
  );

/** Excel puts `~$` before every name; Word and others replace the first two characters of a name longer than six. */
function microsoftLocks(name: string): string[] {
  const stem = name.slice(0, name.lastIndexOf("."));
  const over = stem.length > 7 ? 2 : stem.length === 7 ? 1 : 0;
  return [...new Set([`~$${name}`, `~$${name.slice(over)}`])];
}

function programFor(name: string): OfficeLock["program"] {
  const format = officeFormatOf(name);
  if (format === "xlsx" || format === "ods") return "Excel";
  return format === "pptx" || format === "odp" ? "PowerPoint" : "Word";
}
