import { existsSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";

/**
 * Parses `[FILE_OR_FOLDER…] [--data DIR]`, with absolute paths: npm runs the script in the project's folder, but the user means paths relative to
 * `from`. `folder`: the folder for an agent.
 */
export function readArguments(args, from) {
  let data;
  let folder;
  const words = [];
  for (let index = 0; index < args.length; index += 1) {
    const word = args[index];
    if (word === "--data" && index + 1 < args.length) {
      index += 1;
      data = resolve(from, args[index]);
      words.push("--data", data);
    } else if (word.startsWith("--data=")) {
      data = resolve(from, word.slice("--data=".length));
      words.push("--data", data);
    } else if (word.startsWith("-")) {
      words.push(word);
    } else {
      const path = resolve(from, word);
      folder ??= existsSync(path) && statSync(path).isDirectory() ? path : dirname(path);
      words.push(path);
    }
  }
  return { words, folder: folder ?? from, data };
}
