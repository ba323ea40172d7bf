import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** What a start of the app requests. Paths are absolute; `newWindow`: show them in a new window; `list`: the id of a stored list of paths. */
export type CommandLine = { dataDir: string | null; newWindow: boolean; paths: string[]; list?: string };

/**
 * Reads `[--data DIR] [--new-window] [FILE|FOLDER…]`. Switches of Chromium and Electron may appear anywhere and are ignored; everything after `--` is
 * a path, whatever it looks like.
 */
export function readCommandLine(argv: readonly string[], workingFolder: string): CommandLine {
  const line: CommandLine = { dataDir: null, newWindow: false, paths: [] };
  let onlyPaths = false;
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at] ?? "";
    if (onlyPaths) line.paths.push(resolve(workingFolder, word));
    else if (word === "--") onlyPaths = true;
    else if (word === "--new-window") line.newWindow = true;
    else if (word === "--data") line.dataDir = resolve(workingFolder, argv[++at] ?? "");
    else if (word.startsWith("--open-list=")) line.list = word.slice("--open-list=".length);
    else if (word.startsWith("--data=")) line.dataDir = resolve(workingFolder, word.slice("--data=".length));
    else if (!word.startsWith("-") && word !== "") line.paths.push(resolve(workingFolder, pathOf(word)));
  }
  return { ...line, paths: [...new Set(line.paths)] };
}

/** Desktop environments pass file URLs if the menu entry contains `%U`, as the entry of an AppImage does. */
function pathOf(word: string): string {
  if (!/^file:\/\//i.test(word)) return word;
  try {
    return fileURLToPath(word);
  } catch {
    // A URL of another machine, or not a URL after all: the app then reports that no file of this name exists.
    return word;
  }
}
