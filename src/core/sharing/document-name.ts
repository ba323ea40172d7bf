/** The names of shared documents (`text/` and an id, the list of files, or the comments), and the paths that files of a shared folder may have. */

import { MAX_SHARED_PATH_BYTES } from "../limits";

/** The document that lists the files of the folder: their paths and ids. */
export const FILE_LIST = "files";

/** The document with the comments and protected passages of all texts. */
export const COMMENTS = "comments";

const prefix = "text/";
/** Not allowed in a name on some system that Galley runs on, or not visible. */
const forbidden = /[\p{Cc}\p{Cf}\p{Cs}<>:"|?*\\]/u;
const devices = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/**
 * Whether a path may be shared: relative, with `/`, and an ordinary file name on every system. No step is empty or begins with a dot, so that a path
 * can neither leave the folder nor reach data of Git, of Galley or of other programs.
 */
export function isSharedPath(path: string): boolean {
  if (path === "" || forbidden.test(path) || new TextEncoder().encode(path).length > MAX_SHARED_PATH_BYTES)
    return false;
  return path.split("/").every((step) => step !== "" && !/^\.|[. ]$|^ /.test(step) && !devices.test(step));
}

/** The name of the document with the text of this id, which the list of files gives to a path. A file that is renamed keeps its id. */
export const documentNameOf = (id: string): string => prefix + id;

/** Whether this is the id of a text: 24 characters of `0-9a-z`. */
export const isTextId = (id: string): boolean => /^[0-9a-z]{24}$/.test(id);

/** Whether this is the name of a document that may exist: of the list, of the comments, or of a text. */
export const isDocumentName = (name: string): boolean =>
  name === FILE_LIST || name === COMMENTS || (name.startsWith(prefix) && isTextId(name.slice(prefix.length)));
