import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { watchFiles } from "../../src/main/engine/storage/watcher";

// Usage: folder rounds [free]. Watches a file in each of several folders and prints after how many milliseconds each change was heard of, and
// what the watcher says of its limits. `free` lifts the limit in the end, in the user namespace that set it.
const [folder = "", rounds = "1", free = ""] = process.argv.slice(2);
const heard = new Map<string, () => void>();
const watcher = watchFiles({ suspect: (path) => heard.get(path)?.() });
const files = ["a", "b", "c"].map((name) => join(folder, name, "a.md"));
watcher.setFiles(files);
// The first look, which is not for a change.
await new Promise((resolve) => setTimeout(resolve, 900));
console.log(`limited ${watcher.limited() ?? "no"}`);
for (let round = 0; round < Number(rounds); round++) {
  const file = files[round % files.length] ?? "";
  // A look that is due anyway must not be taken for one that was asked for.
  const at = performance.now();
  const seen = new Promise<string>((resolve) => {
    heard.set(file, () => resolve(`seen ${Math.round(performance.now() - at)}`));
    setTimeout(() => resolve("missed"), 18_000);
  });
  if (round % 2 === 0) writeFileSync(file, `round ${round}\n`);
  else {
    writeFileSync(`${file}.other`, `round ${round}\n`);
    renameSync(`${file}.other`, file);
  }
  console.log(await seen);
  heard.clear();
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
