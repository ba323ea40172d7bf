/** The names of shared documents: `text/` and a path inside the shared folder, or the list of its files. */

/** The document that lists the files of the folder. */
const FILE_LIST = "files";

const prefix = "text/";
const MAX_BYTES = 1000;
/** Not allowed in a name on some system that Galley runs on, or not visible. */
const forbidden = /[\p{Cc}\p{Cf}\p{Cs}<>:"|?*\\]/u;
const devices = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/**
 * Whether a path may be shared: relative, with `/`, and an ordinary file name on every system. No step is empty or begins with a dot, so that a path
 * can neither leave the folder nor reach data of Git, of Galley or of other programs.
 */
export function isSharedPath(path: string): boolean {
  if (path === "" || forbidden.test(path) || new TextEncoder().encode(path).length > MAX_BYTES) return false;
  return path.split("/").every((step) => step !== "" && !/^\.|[. ]$|^ /.test(step) && !devices.test(step));
}

/** The name of the document with the text of a file. */
export const documentNameOf = (path: string): string => prefix + path;

/** Whether this is the name of a document that may exist: of the list, or of a file in the folder. */
export const isDocumentName = (name: string): boolean =>
  name === FILE_LIST || (name.startsWith(prefix) && isSharedPath(name.slice(prefix.length)));
