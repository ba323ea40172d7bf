import { lstat, readlink, realpath } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { ToolError } from "../../ports/tool-error";
import { codeOf, explain } from "./disk-errors";

/** As many links as Linux follows. */
const LINK_LIMIT = 40;

/** Device names on Windows, with any file extension. */
const windowsDevice = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\..*)?$/i;

/**
 * The real path of `path`, with every link followed; for a path that does not exist yet, the one it would get (dangling links are followed
 * too). Rejects loops, files used as folders, and names that the system cannot hold.
 */
export async function resolvePath(path: string): Promise<string> {
  if (!isAbsolute(path)) throw new RangeError(`not an absolute path: ${path}`);
  checkName(path);
  return resolveFrom(resolve(path), { path, linksLeft: LINK_LIMIT });
}

async function resolveFrom(absolute: string, request: { path: string; linksLeft: number }): Promise<string> {
  try {
    return await realpath(absolute);
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw explain(error, { path: request.path, operation: "open" });
  }
  const parent = dirname(absolute);
  if (parent === absolute) return absolute;
  const candidate = join(await resolveFrom(parent, request), basename(absolute));
  const found = await lstat(candidate).catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") return null;
    throw explain(error, { path: request.path, operation: "open" });
  });
  if (!found) return candidate;
  // It appeared since, or is a dangling link.
  if (!found.isSymbolicLink()) return candidate;
  if (request.linksLeft-- <= 0) throw explain({ code: "ELOOP" }, { path: request.path, operation: "open" });
  const target = await readlink(candidate).catch((error: unknown) => {
    throw explain(error, { path: request.path, operation: "open" });
  });
  return resolveFrom(resolve(dirname(candidate), target), request);
}

function checkName(path: string): void {
  if (path.includes("\0")) throw new ToolError("bad_arguments", "a path cannot contain a NUL character");
  if (!path.isWellFormed())
    throw new ToolError("bad_arguments", `the path ${JSON.stringify(path)} is not valid Unicode`);
  if (process.platform !== "win32") return;
  for (const part of path.slice(2).split(/[\\/]/)) {
    if (windowsDevice.test(part) || /[. ]$/.test(part.replace(/^\.{1,2}$/, "")) || part.includes(":"))
      throw new ToolError("bad_arguments", `${path} is not a valid file name on Windows`);
  }
}
