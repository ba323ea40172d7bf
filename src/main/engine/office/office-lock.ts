import { basename, dirname, join } from "node:path";
import type { OfficeLock } from "../ports/documents";
import type { FileStore } from "../ports/file-store";

/** Lock files have some hundred bytes; a larger one is none. */
const largestLock = 4096;

/**
 * The lock on a document, by the file that LibreOffice (`.~lock.name.odt#`) or Microsoft Office (`~$name.docx`) puts beside it while it is
 * open; null where there is none. Whether the program still runs cannot be told from here.
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
      // A folder that cannot be listed, or is not there yet, tells of no lock.
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
  // A byte for the length, then the name in the system's encoding.
  const who = bytes.toString("latin1", 1, 1 + Math.min(bytes[0] ?? 0, 54)).trim();
  return { program: programFor(name), who, lockFile: microsoft };
}

/** The lock files that would stand beside a document while an office program has it open. */
export function officeLockPaths(realPath: string): string[] {
  const name = basename(realPath);
  return [`.~lock.${name}#`, ...microsoftLocks(name)].map((each) => join(dirname(realPath), each));
}

const textIn = (path: string, store: Pick<FileStore, "read">): Promise<Buffer> =>
  store.read(path, { limit: largestLock }).then(
    (file) => Buffer.from(file?.bytes ?? []),
    () => Buffer.alloc(0),
  );

/** Excel puts `~$` before every name; Word and others write it over the first two characters of one that is longer than six. */
function microsoftLocks(name: string): string[] {
  const stem = name.slice(0, name.lastIndexOf("."));
  const over = stem.length > 7 ? 2 : stem.length === 7 ? 1 : 0;
  return [...new Set([`~$${name}`, `~$${name.slice(over)}`])];
}

function programFor(name: string): OfficeLock["program"] {
  if (/\.(?:xlsx|ods)$/i.test(name)) return "Excel";
  return /\.(?:pptx|odp)$/i.test(name) ? "PowerPoint" : "Word";
}
