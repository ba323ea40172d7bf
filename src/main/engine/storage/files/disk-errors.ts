import { constants } from "node:os";
import { dirname } from "node:path";
import { ToolError } from "../../ports/tool-error";

/** The system's error code, such as `ENOSPC`; empty if there is none. */
export function codeOf(error: unknown): string {
  if (typeof error !== "object" || error === null) return "";
  const { code = "", errno = 0 } = error as { code?: unknown; errno?: unknown };
  if (typeof code !== "string") return "";
  // Node has no name for some errors: EDQUOT comes as "Unknown system error -122".
  if (!code.startsWith("Unknown system error")) return code;
  return Object.entries(constants.errno).find(([, number]) => number === -Number(errno))?.[0] ?? code;
}

/** An operation that failed, and its path as the caller wrote it. */
export type FailedOperation = {
  path: string;
  operation: "open" | "read" | "save" | "list" | "make" | "move" | "delete";
};

const nothingChanged = (operation: FailedOperation["operation"]): string =>
  operation === "save"
    ? "; the file is as it was"
    : operation === "move" || operation === "make" || operation === "delete"
      ? "; nothing was changed"
      : "";

/**
 * Turns a failed system call into a ToolError that names the file or disk and what can be done. A ToolError is returned unchanged. The
 * caller must have left everything as it was.
 */
export function explain(error: unknown, { path, operation }: FailedOperation): ToolError {
  if (error instanceof ToolError) return error;
  const folder = dirname(path);
  const still = nothingChanged(operation);
  const failed = (message: string, hint?: string) =>
    new ToolError("failed", message + still, hint === undefined ? { cause: error } : { cause: error, hint });
  switch (codeOf(error)) {
    case "ENOENT":
      return new ToolError("not_found", `${path} does not exist${still}`, { cause: error });
    case "ENOTDIR":
      return new ToolError("not_found", `${path} cannot exist: part of its path is a file, not a folder`, {
        cause: error,
      });
    case "EISDIR":
      return new ToolError("unsupported", `${path} is a folder, not a file`, { cause: error });
    case "EEXIST":
      return failed(`${path} exists already`, "Choose another name");
    case "ENOTEMPTY":
      return failed(`${path} exists already and is not empty`, "Choose another name");
    case "ELOOP":
      return failed(`${path} is a link that leads back to itself`, "Repair the link, or name the file itself");
    case "ENAMETOOLONG":
      return failed(`the name of ${path} is too long for this disk`, "Choose a shorter name");
    case "EACCES":
    case "EPERM":
      return operation === "open" || operation === "read" || operation === "list"
        ? failed(`this user has no permission to read ${path}`, "Change the permissions, or open a copy")
        : failed(`this user has no permission to write ${path}`, "Change the permissions, or save under another name");
    case "EROFS":
      return failed(`${path} is on a read-only disk`, "Save it elsewhere");
    case "ENOSPC":
      return failed(`the disk that holds ${folder} is full`, "Free some space there, then save again");
    case "EDQUOT":
      return failed(
        `this user's quota on the disk that holds ${folder} is used up`,
        "Free some space, then save again",
      );
    case "EFBIG":
      return failed(
        `${path} would be larger than the disk or this process may write`,
        "Make it smaller, or raise the limit",
      );
    case "EMFILE":
    case "ENFILE":
      return failed(`too many files are open to ${operation} ${path}`, "Close some programs, then try again");
    case "ETXTBSY":
    case "EBUSY":
      return failed(`${path} is in use by another program`, "Close it there, then try again");
    case "EIO":
      return failed(
        `the disk reported an error while Galley tried to ${operation} ${path}`,
        "Check the disk, and keep a copy elsewhere",
      );
    case "EXDEV":
      return failed(`${path} is on another disk`, "Copy it, then remove the original");
    default: {
      const reason = error instanceof Error ? error.message : String(error);
      return failed(`Galley could not ${operation} ${path}: ${reason}`);
    }
  }
}
