// Another program that knows nothing of Galley, and syncs what it writes. Reads one write per line of standard input, as JSON, and prints "done" once
// it is on the disk.
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { createInterface } from "node:readline";
import { wordsIn } from "./expected-words";

function write(path: string, flags: "a" | "w", text: string): void {
  const file = openSync(path, flags);
  writeSync(file, text);
  fsyncSync(file);
  closeSync(file);
}

function replace(path: string, word: string, temporary: string): void {
  const before = readFileSync(path, "utf8");
  const [old = "# "] = wordsIn(before);
  const text = Math.random() < 0.5 ? before.replace(old, () => `${old} ${word}`) : `${before}\nReplaced ${word}.\n`;
  write(temporary, "w", text);
  renameSync(temporary, path);
  const folder = openSync(dirname(path), "r");
  fsyncSync(folder);
  closeSync(folder);
}

createInterface({ input: process.stdin }).on("line", (line) => {
  const { path, word, temporary } = JSON.parse(line) as { path: string; word: string; temporary?: string };
  if (temporary === undefined) write(path, "a", `\nAppended ${word}.\n`);
  else replace(path, word, temporary);
  console.log("done");
});
