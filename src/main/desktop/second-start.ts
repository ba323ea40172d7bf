import { randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { MAX_SECOND_START_BYTES } from "../limits";

/** What a start was asked to show. Paths are absolute. `list`: the id under which `shortArgs` stored them. */
export type OpenRequest = { paths: string[]; newWindow: boolean; list?: string };

const listFile = (dataDir: string, id: string) => join(dataDir, "handed", `${id}.json`);

/** The data that the single-instance lock passes to the running app: one ASCII string, whatever the names are. */
export const toLockData = (asked: OpenRequest): { asked: string } => ({
  asked: encodeURIComponent(JSON.stringify(asked)),
});

/** Reads what another start passed. Invalid data requests nothing. */
export function fromLockData(data: unknown): OpenRequest {
  const encoded = typeof data === "object" && data !== null && "asked" in data ? data.asked : null;
  try {
    return parseOpenRequest(decodeURIComponent(String(encoded)));
  } catch {
    return { paths: [], newWindow: false };
  }
}

function parseOpenRequest(text: string): OpenRequest {
  const parsed: unknown = JSON.parse(text);
  const { paths, newWindow, list }: Record<string, unknown> =
    typeof parsed === "object" && parsed !== null ? { ...parsed } : {};
  return {
    paths: Array.isArray(paths) ? paths.filter((path): path is string => typeof path === "string") : [],
    newWindow: newWindow === true,
    ...(typeof list === "string" ? { list } : {}),
  };
}

/** Whether a command line and its data fit into one message. */
export function fitsOneMessage(args: readonly string[], folder: string, request: OpenRequest): boolean {
  const sent = [folder, ...args, toLockData(request).asked];
  return sent.reduce((sum, word) => sum + Buffer.byteLength(word) + 1, 0) < MAX_SECOND_START_BYTES;
}

/** Stores in `dataDir` what a start was asked to show. Returns short arguments that request the same, without `--data`. */
export function shortArgs(args: readonly string[], dataDir: string, request: OpenRequest): string[] {
  const id = randomUUID();
  mkdirSync(join(dataDir, "handed"), { recursive: true, mode: 0o700 });
  writeFileSync(listFile(dataDir, id), JSON.stringify(request), { mode: 0o600, flag: "wx" });
  const ours = args.includes("--") ? args.slice(0, args.indexOf("--")) : args;
  // Switches of Chromium stay, such as the sandbox switch, but not so many that the next start would be too long again.
  let left = MAX_SECOND_START_BYTES / 4;
  const switches = ours.filter((word) => {
    if (!/^--(?!data(=|$)|new-window$|open-list=)/.test(word) || Buffer.byteLength(word) >= left) return false;
    left -= Buffer.byteLength(word) + 1;
    return true;
  });
  return [...switches, `--open-list=${id}`];
}

/** The same request with its paths, if they are stored in a list. The list is removed after reading. */
export function withListedPaths(dataDir: string, request: OpenRequest): OpenRequest {
  // Only an id, never a path: otherwise the caller could choose which file is removed.
  if (request.list === undefined || !/^[0-9a-f-]{36}$/.test(request.list)) return request;
  const file = listFile(dataDir, request.list);
  try {
    const { paths, newWindow } = parseOpenRequest(readFileSync(file, "utf8"));
    return { paths, newWindow };
  } catch {
    return request;
  } finally {
    rmSync(file, { force: true });
  }
}
