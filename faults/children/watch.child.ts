import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { watchFiles } from "../../src/main/engine/storage/watching/watcher";

// Usage: folder rounds [free]. Watches a file in each of several folders. Prints the milliseconds until each change was reported, and what
// the watcher says about its limits. `free` raises the limit at the end, in the user namespace that set it.
const [folder = "", rounds = "1", free = ""] = process.argv.slice(2);
const listeners = new Map<string, () => void>();
const watcher = watchFiles({ onPossibleChange: (path) => listeners.get(path)?.() });
const files = ["a", "b", "c"].map((name) => join(folder, name, "a.md"));
watcher.setFiles(files);
// The initial report of each file, which is not for a change.
await new Promise((resolve) => setTimeout(resolve, 900));
console.log(`limited ${watcher.limited() ?? "no"}`);
for (let round = 0; round < Number(rounds); round++) {
  const file = files[round % files.length] ?? "";
  // A regular poll must not be taken for the report of this change.
  const at = performance.now();
  const seen = new Promise<string>((resolve) => {
    listeners.set(file, () => resolve(`seen ${Math.round(performance.now() - at)}`));
    setTimeout(() => resolve("missed"), 18_000);
  });
  if (round % 2 === 0) writeFileSync(file, `round ${round}\n`);
  else {
    writeFileSync(`${file}.other`, `round ${round}\n`);
    renameSync(`${file}.other`, file);
  }
  console.log(await seen);
  listeners.clear();
}
if (free !== "") {
  writeFileSync("/proc/sys/user/max_inotify_watches", "1000");
  const at = performance.now();
  while (watcher.limited() !== null && performance.now() - at < 18_000)
    await new Promise((resolve) => setTimeout(resolve, 20));
  console.log(`freed ${watcher.limited() === null ? Math.round(performance.now() - at) : "never"}`);
}
watcher.close();
process.exit();
