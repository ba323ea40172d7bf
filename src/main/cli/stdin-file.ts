import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { OptionValues } from "./command";
import { readStdin } from "./read-stdin";

/** How standard input is named in answers, as in grep's. */
const STDIN_NAME = "(standard input)";

/**
 * Standard input as a file for the tools that read files, until `task` has ended: alone in a folder for this user, with data of its own, so that nothing
 * of it stays. `values` replace the command's folder options.
 */
export async function withStdinFile<Result>(
  task: (file: { path: string; values: OptionValues }) => Promise<Result>,
): Promise<Result> {
  const text = await readStdin(process.stdin);
  const folder = await mkdtemp(join(tmpdir(), "galley-stdin-"));
  try {
    const root = join(folder, "text");
    await mkdir(root);
    await writeFile(join(root, STDIN_NAME), text, { mode: 0o600 });
    return await task({ path: STDIN_NAME, values: { root: [root], data: join(folder, "data") } });
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
