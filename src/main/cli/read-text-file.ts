import { readFile } from "node:fs/promises";
import { UsageError } from "./command";

/** Reads a file named on the command line as text. `option` is the option that named it. A byte order mark is kept. */
export const readTextFile = async (path: string, option: string): Promise<string> => {
  const bytes = await readFile(path).catch(() => {
    throw new UsageError(`${option}: ${path} cannot be read.`);
  });
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new UsageError(`${option}: ${path} is not UTF-8 text.`);
  }
};
