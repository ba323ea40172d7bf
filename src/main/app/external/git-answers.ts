import { readFileSync } from "node:fs";
import { z } from "zod";
import { latestFile } from "../core/latest-file";
import type { GitAnswer } from "./decide-author";

const MAX_FOLDERS = 200;

const stored = z.strictObject({
  folders: z
    .array(z.strictObject({ folder: z.string().max(4096), git: z.enum(["review", "accept"]) }))
    .max(MAX_FOLDERS),
});

/** What the user answered about Git's changes, by folder. */
export type GitAnswers = {
  of(folder: string): GitAnswer;
  set(folder: string, answer: "review" | "accept"): void;
  /** Asks again in every folder. */
  clear(): void;
  idle(): Promise<void>;
};

/** A file that cannot be read means that the user is asked again. */
export function createGitAnswers(path: string, failed: (error: unknown) => void): GitAnswers {
  const file = latestFile(path);
  let folders = load(path);
  const save = () => void file.set(`${JSON.stringify({ folders }, null, 2)}\n`).catch(failed);
  return {
    of: (folder) => folders.find((each) => each.folder === folder)?.git ?? "ask",
    set(folder, git) {
      folders = [...folders.filter((each) => each.folder !== folder), { folder, git }].slice(-MAX_FOLDERS);
      save();
    },
    clear() {
      if (folders.length === 0) return;
      folders = [];
      save();
    },
    idle: () => file.idle(),
  };
}

function load(path: string): z.infer<typeof stored>["folders"] {
  try {
    return stored.parse(JSON.parse(readFileSync(path, "utf8"))).folders;
  } catch {
    return [];
  }
}
