// A process with the disk and the clock of `power.c`. Usage: folder what
import { closeSync, fsyncSync, linkSync, openSync, renameSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";

const [root = "", what = ""] = process.argv.slice(2);
const at = (name: string) => join(root, name);

function sync(path: string): void {
  const file = openSync(path, "r");
  fsyncSync(file);
  closeSync(file);
}

function write(): void {
  writeFileSync(at("name.md"), "its bytes were not synced");
  const both = openSync(at("bytes-and-name.md"), "w");
  writeSync(both, "both synced");
  fsyncSync(both);
  sync(root);
  writeSync(both, ", then more");
  closeSync(both);
  writeFileSync(at("bytes.md"), "its name was not synced");
  sync(at("bytes.md"));
  writeFileSync(at("before.md"), "changed");
}

function replace(): void {
  writeFileSync(at("new.md"), "the replacement");
  sync(at("new.md"));
  renameSync(at("new.md"), at("before.md"));
}

async function openDisk() {
  const { createDisk } = await import("../../src/main/engine/storage/saving/disk");
  return createDisk({ locksFolder: at("locks"), savesFolder: at("saves") });
}

/** A file with two names is saved in place. */
async function saveInPlace(): Promise<void> {
  linkSync(at("before.md"), at("other-name.md"));
  sync(root);
  const disk = await openDisk();
  const { notes } = await disk.update(at("before.md"), () => Buffer.from("from afterwards"));
  console.log(notes[0]);
  // Not closed: the power is cut now.
  process.exit();
}

/** As the next start does. */
async function recover(): Promise<void> {
  const disk = await openDisk();
  await disk.recover(async () => {});
  disk.close();
}

function commit(): void {
  const database = new DatabaseSync(at("a.db"));
  database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE words (word TEXT)");
  database.exec("INSERT INTO words VALUES ('one')");
  sync(root);
  // Not closed: closing would move the text from the log into the database.
  process.exit();
}

function count(): void {
  const database = new DatabaseSync(at("a.db"));
  console.log(database.prepare("SELECT count(*) AS count FROM words").get()?.["count"]);
  database.close();
}

async function clock(): Promise<void> {
  const database = new DatabaseSync(":memory:");
  console.log(Date.now());
  console.log(database.prepare("SELECT unixepoch('now') * 1000 AS now").get()?.["now"]);
  const before = performance.now();
  await sleep(10);
  console.log(performance.now() - before);
}

async function wait(): Promise<void> {
  console.log("waiting");
  await sleep(600_000);
}

const actions: Record<string, () => void | Promise<void>> = {
  write,
  replace,
  saveInPlace,
  recover,
  commit,
  count,
  clock,
  wait,
};
await actions[what]?.();
