import { existsSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";

/**
 * Parses `[FILE_OR_FOLDER…] [--data DIR]`, with absolute paths: npm runs the script in the project's folder, but the user means paths relative to
 * `from`. `folder`: the folder for an agent.
 */
export function readArguments(args, from) {
  let data;
  let folder;
  const appArgs = [];
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index];
    if (arg === "--data" && index + 1 < args.length) {
      index += 1;
      data = resolve(from, args[index]);
      appArgs.push("--data", data);
    } else if (arg.startsWith("--data=")) {
      data = resolve(from, arg.slice("--data=".length));
      appArgs.push("--data", data);
    } else if (arg.startsWith("-")) {
      appArgs.push(arg);
    } else {
      const path = resolve(from, arg);
      folder ??= existsSync(path) && statSync(path).isDirectory() ? path : dirname(path);
      appArgs.push(path);
    }
  }
  return { appArgs, folder: folder ?? from, data };
}
