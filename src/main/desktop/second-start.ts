import { randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** What a start was asked to show. Paths are absolute. `list`: the id under which `shortWords` kept them. */
export type Asked = { paths: string[]; newWindow: boolean; list?: string };

/**
 * On Linux and macOS a second start sends its command line and its data in one message. One that is longer than 32 KiB, or whose
 * data is not plain ASCII, is taken for the silence of an app that hangs: Electron 42 kills the first app for it.
 */
const MOST_BYTES = 24 * 1024;

const listFile = (dataDir: string, id: string) => join(dataDir, "handed", `${id}.json`);

/** What the lock of the single instance takes along to the app that runs: one string of ASCII, whatever the names are. */
export const toHand = (asked: Asked): { asked: string } => ({ asked: encodeURIComponent(JSON.stringify(asked)) });

/** What another start has handed over; whatever does not look like that asks for nothing. */
export function handed(data: unknown): Asked {
  const said = typeof data === "object" && data !== null && "asked" in data ? data.asked : null;
  try {
    return readAsked(decodeURIComponent(String(said)));
  } catch {
    return { paths: [], newWindow: false };
  }
}

function readAsked(text: string): Asked {
  const said: unknown = JSON.parse(text);
  const { paths, newWindow, list }: Record<string, unknown> =
    typeof said === "object" && said !== null ? { ...said } : {};
  return {
    paths: Array.isArray(paths) ? paths.filter((path): path is string => typeof path === "string") : [],
    newWindow: newWindow === true,
    ...(typeof list === "string" ? { list } : {}),
  };
}

/** Whether a command line and its data go into one message. */
export function fitsOneMessage(words: readonly string[], folder: string, asked: Asked): boolean {
  const sent = [folder, ...words, toHand(asked).asked];
  return sent.reduce((sum, word) => sum + Buffer.byteLength(word) + 1, 0) < MOST_BYTES;
}

/** Keeps in `dataDir` what a start was asked to show; answers with the words that ask for the same in few bytes, but for `--data`. */
export function shortWords(words: readonly string[], dataDir: string, asked: Asked): string[] {
  const id = randomUUID();
  mkdirSync(join(dataDir, "handed"), { recursive: true, mode: 0o700 });
  writeFileSync(listFile(dataDir, id), JSON.stringify(asked), { mode: 0o600, flag: "wx" });
  const ours = words.includes("--") ? words.slice(0, words.indexOf("--")) : words;
  // Chromium's own stay, such as the one for its sandbox; not so many that the next start would be too long again, and so on for ever.
  let left = MOST_BYTES / 4;
  const switches = ours.filter((word) => {
    if (!/^--(?!data(=|$)|new-window$|open-list=)/.test(word) || Buffer.byteLength(word) >= left) return false;
    left -= Buffer.byteLength(word) + 1;
    return true;
  });
  return [...switches, `--open-list=${id}`];
}

/** The same with its paths, where those are in a list; that is read once. */
export function withItsList(dataDir: string, asked: Asked): Asked {
  // Never a path: whoever starts us names what is opened, and not what is removed.
  if (asked.list === undefined || !/^[0-9a-f-]{36}$/.test(asked.list)) return asked;
  const file = listFile(dataDir, asked.list);
  try {
    const { paths, newWindow } = readAsked(readFileSync(file, "utf8"));
    return { paths, newWindow };
  } catch {
    return asked;
  } finally {
    rmSync(file, { force: true });
  }
}
