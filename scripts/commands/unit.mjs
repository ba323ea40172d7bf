import { folderInMemory } from "../set-up/test-folder.mjs";
import { runTests } from "./vitest.mjs";

/** Tests that need no build and no window. What must be on a real disk is tested by the tests of processes. */
export async function run(args) {
  const folder = folderInMemory();
  try {
    return await runTests("unit", args, folder ? { temporary: folder.path } : {});
  } finally {
    folder?.remove();
  }
}
