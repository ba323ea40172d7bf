import { realpath } from "node:fs/promises";
import { resolve } from "node:path";
import { usedDataFolder } from "../engine/storage";
import { type OptionValues, UsageError } from "./command";

/** The options of every command that works on documents. */
export const folderOptions = { root: { type: "string", multiple: true }, data: { type: "string" } } as const;

export const folderOptionHelp = {
  "root DIR":
    "A folder whose documents may be read and edited; may be repeated, relative paths belong to the first. Default: this folder.",
  "data DIR": "Where history and journals are stored. Default: GALLEY_DATA, else the system's folder for such things.",
};

/** The granted folders and files as real paths. One that does not exist is a usage error. */
export const rootsOf = async (values: OptionValues): Promise<string[]> => {
  const given = Array.isArray(values.root) ? values.root.map(String) : ["."];
  const roots = await Promise.all(given.map(realRoot));
  return [...new Set(roots)];
};

/** The data folder: the app and all other processes that use it share history and locks. */
export const dataDirOf = (values: OptionValues): string => {
  if (values.data === "") throw new UsageError("--data needs the path of a folder.");
  return typeof values.data === "string" ? resolve(values.data) : usedDataFolder();
};

const realRoot = async (given: string): Promise<string> => {
  if (given === "") throw new UsageError("--root needs the path of a folder.");
  try {
    // Throws if the current folder was deleted.
    return await realpath(resolve(given));
  } catch (error) {
    const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
    throw new UsageError(`--root ${given}: ${isMissing ? "there is no such folder" : "it cannot be opened"}.`);
  }
};
