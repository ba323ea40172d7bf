import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** What a start of the app asks for. Paths are absolute; `newWindow` is to show them. `list`: the id of a kept list of paths. */
export type CommandLine = { dataDir: string | null; newWindow: boolean; paths: string[]; list?: string };

/**
 * Reads `[--data DIR] [--new-window] [FILE|FOLDER…]`. Chromium's and Electron's own switches may stand anywhere and are passed over;
 * everything after `--` is a path, whatever it looks like.
 */
export function readCommandLine(words: readonly string[], workingFolder: string): CommandLine {
  const line: CommandLine = { dataDir: null, newWindow: false, paths: [] };
  let onlyPaths = false;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    if (onlyPaths) line.paths.push(resolve(workingFolder, word));
    else if (word === "--") onlyPaths = true;
    else if (word === "--new-window") line.newWindow = true;
    else if (word === "--data") line.dataDir = resolve(workingFolder, words[++at] ?? "");
    else if (word.startsWith("--open-list=")) line.list = word.slice("--open-list=".length);
    else if (word.startsWith("--data=")) line.dataDir = resolve(workingFolder, word.slice("--data=".length));
    else if (!word.startsWith("-") && word !== "") line.paths.push(resolve(workingFolder, pathOf(word)));
  }
  return { ...line, paths: [...new Set(line.paths)] };
}

/** Desktops hand over addresses of files where an entry of their menu asks for any (`%U`), as an AppImage's does. */
function pathOf(word: string): string {
  if (!/^file:\/\//i.test(word)) return word;
  try {
    return fileURLToPath(word);
  } catch {
    // Of another machine, or no address after all: that there is no such file is told by its name.
    return word;
  }
}
