import { randomUUID } from "node:crypto";
import { existsSync, linkSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { latestFile } from "../../src/main/app/core/latest-file";
import { createJournal } from "../../src/main/app/documents/journal";
import type { Engine } from "../../src/main/engine/host/engine";
import { readPackage } from "../../src/main/engine/office/formats/read-package";
import type { DiskStore } from "../../src/main/engine/storage/saving/disk";
import type { ContentMatchers } from "../is-lost";

/** An operation of Galley on files, to run with faults: its setup, its work, and how to inspect the result. */
export type FaultOperation = {
  /** Prepares the files, in a fresh folder or over the result of an earlier run. */
  setUp(folder: string): void;
  /** Rejects if the operation fails. */
  run(folder: string, deps: OperationDeps): Promise<OperationAnswer>;
  /** The state on the disk, for all files together. */
  inspect(folder: string): "old" | "new" | "torn";
  /** The names that may exist after success. */
  names: readonly string[];
} & ContentMatchers;

/** The message for the user, and bytes that the caller gets with it. */
export type OperationAnswer = { message: string; bytes?: Uint8Array | null };

/** What an operation works with. The engine is created on first use. */
export type OperationDeps = {
  disk: DiskStore;
  engine(): Promise<Engine>;
  /** Every version of a file in the history, read from the disk by a separate connection. */
  versions(path: string): Promise<Uint8Array[]>;
};

/** The bytes of every file below the folders; a missing folder has none. */
export function bytesBelow(...folders: readonly string[]): Uint8Array[] {
  return folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)))
    .filter((path) => lstatSync(path).isFile())
    .map((path) => readFileSync(path));
}

/** About 100 KB, so that a write takes several calls if each moves little. */
const oldText = "An old line of a text that somebody cares about.\n".repeat(2000);
const newText: string = oldText.replaceAll("old", "newer").slice(0, -40_000);
const bytesOf = (text: string): Buffer => Buffer.from(text);

const stateOf = (paths: readonly string[], isOld: (bytes: Buffer) => boolean, isNew: (bytes: Buffer) => boolean) => {
  const found = new Set(
    paths.map((path) => {
      const bytes = readIfThere(path);
      return isNew(bytes) ? ("new" as const) : isOld(bytes) ? ("old" as const) : ("torn" as const);
    }),
  );
  const [only = "torn"] = found;
  return found.size === 1 ? only : "torn";
};

function readIfThere(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as { code?: string }).code === "ENOENT") return Buffer.alloc(0);
    throw error;
  }
}

const holdsText = (text: string) => (bytes: Buffer) => bytes.equals(bytesOf(text));
const isNone = (bytes: Buffer) => bytes.length === 0;
const contains = (text: string) => (bytes: Uint8Array) => Buffer.from(bytes).includes(text);

function isRecordOfNewText(bytes: Uint8Array): boolean {
  try {
    return JSON.parse(Buffer.from(bytes).toString()).changes[0].insert === newText;
  } catch {
    return false;
  }
}

function saveOf(names: readonly [string, ...string[]], before: string | null): FaultOperation {
  const [first, ...others] = names;
  return {
    matchers: { before: before === null ? null : contains(before), after: contains(newText) },
    names: names.map((name) => name.split("/")[0] ?? name),
    setUp(folder) {
      for (const name of names) rmSync(join(folder, name), { force: true });
      if (before === null) return;
      writeFileSync(join(folder, first), before);
      for (const other of others) linkSync(join(folder, first), join(folder, other));
    },
    async run(folder, { disk }) {
      const { notes, status, before: replaced } = await disk.update(join(folder, first), () => bytesOf(newText));
      return { message: [status, ...notes].join("; "), bytes: replaced?.bytes ?? null };
    },
    inspect: (folder) =>
      stateOf(
        names.map((name) => join(folder, name)),
        before === null ? isNone : holdsText(before),
        holdsText(newText),
      ),
  };
}

/** An operation through a tool, with history, paragraph ids and review. */
function toolOf(
  name: string,
  before: () => Uint8Array,
  args: Record<string, unknown>,
  isNew: (text: Buffer) => boolean,
) {
  let old: Uint8Array = Buffer.alloc(0);
  const operation: FaultOperation = {
    matchers: { before: (bytes) => Buffer.from(bytes).equals(old), after: (bytes) => isNew(Buffer.from(bytes)) },
    names: [name],
    setUp(folder) {
      old = before();
      writeFileSync(join(folder, name), old);
    },
    async run(folder, { engine }) {
      const { path: _, tool, ...given } = args as { tool: string; path?: string };
      const answer = await (await engine()).run({
        name: tool,
        arguments: { ...given, path: name },
        // A new caller that has read nothing yet, so that nothing it has read is out of date.
        caller: { id: randomUUID(), name: "fault", roots: [folder] },
      });
      if (!answer.ok) throw new Error(answer.message);
      return { message: "written" };
    },
    inspect: (folder) => stateOf([join(folder, name)], (bytes) => bytes.equals(old), isNew),
  };
  return operation;
}

/** The operations by name. */
export const operations = {
  replace: saveOf(["a.md"], oldText),
  new: saveOf(["deep/er/a.md"], null),
  "in place": saveOf(["a.md", "b.md"], oldText),
  /** As many programs save. It shows that the harness finds what is wrong with that. */
  naive: {
    ...saveOf(["a.md"], oldText),
    async run(folder) {
      const file = await open(join(folder, "a.md"), "w");
      await file.write(bytesOf(newText)).finally(() => file.close());
      return { message: "saved" };
    },
  },
  move: {
    names: ["b.md"],
    matchers: { before: contains(oldText), after: contains(oldText) },
    setUp(folder) {
      rmSync(join(folder, "b.md"), { force: true });
      writeFileSync(join(folder, "a.md"), oldText);
    },
    async run(folder, { disk }) {
      await disk.move(join(folder, "a.md"), join(folder, "b.md"));
      return { message: "moved" };
    },
    inspect(folder) {
      const here = ["a.md", "b.md"].map((name) => readIfThere(join(folder, name)).equals(bytesOf(oldText)));
      return here[0] === here[1] ? "torn" : here[0] ? "old" : "new";
    },
  },
  read: {
    names: ["a.md"],
    matchers: { before: contains(oldText), after: null },
    setUp: (folder) => writeFileSync(join(folder, "a.md"), oldText),
    async run(folder, { disk }) {
      const found = await disk.read(join(folder, "a.md"));
      // A read returns what is there or fails; it never changes the file.
      if (!found || !bytesOf(oldText).equals(found.bytes)) throw new Error("FALSE: it read something else");
      return { message: "read" };
    },
    inspect: (folder) => stateOf([join(folder, "a.md")], isNone, holdsText(oldText)),
  },
  settings: {
    names: ["settings.json"],
    matchers: { before: contains('"light"'), after: contains('"dark"') },
    mayReplace: true,
    setUp: (folder) => writeFileSync(join(folder, "settings.json"), '{"theme": "light"}\n'),
    async run(folder) {
      await latestFile(join(folder, "settings.json")).set('{"theme": "dark"}\n');
      return { message: "kept" };
    },
    inspect: (folder) =>
      stateOf([join(folder, "settings.json")], holdsText('{"theme": "light"}\n'), holdsText('{"theme": "dark"}\n')),
  },
  journal: {
    names: ["journal"],
    matchers: { before: null, after: isRecordOfNewText },
    setUp(folder) {
      mkdirSync(join(folder, "journal"), { recursive: true });
      rmSync(join(folder, "journal", "document-1.json"), { force: true });
    },
    async run(folder) {
      const journal = createJournal(join(folder, "journal"));
      await journal.keep({
        doc: "document-1",
        path: "/notes/a.md",
        name: "a.md",
        base: "0".repeat(64),
        baseText: null,
        seq: 1,
        changes: [{ from: 0, to: 0, insert: newText }],
        encoding: "UTF-8",
        lineEnding: "LF",
      });
      return { message: "kept" };
    },
    inspect: (folder) => stateOf([join(folder, "journal", "document-1.json")], isNone, isRecordOfNewText),
  },
  tool: toolOf(
    "a.md",
    () => bytesOf(oldText),
    { tool: "text_editor", action: "write", content: newText },
    holdsText(newText),
  ),
  office: toolOf(
    "a.docx",
    () => readFileSync(new URL("../../src/main/engine/office/samples/pandoc.docx", import.meta.url)),
    { tool: "office_artifact", action: "edit", operation: "append_text", content: "A line at the end." },
    (bytes) => {
      try {
        return readPackage(bytes, "docx", "a.docx").text.includes("A line at the end.");
      } catch {
        return false;
      }
    },
  ),
} satisfies Record<string, FaultOperation>;
