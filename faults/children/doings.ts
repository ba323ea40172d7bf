import { randomUUID } from "node:crypto";
import { existsSync, linkSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { latestFile } from "../../src/main/app/core/latest-file";
import { createJournal } from "../../src/main/app/documents/journal";
import type { Engine } from "../../src/main/engine/host/engine";
import { readPackage } from "../../src/main/engine/office/formats/read-package";
import type { DiskStore } from "../../src/main/engine/storage/disk";
import type { SoughtWords } from "../is-lost";

/** An operation of Galley on files, to run with faults: its setup, its work, and how to inspect the result. */
export type Doing = {
  /** Prepares the files, in a fresh folder or over the result of an earlier run. */
  lay(place: string): void;
  /** Rejects if the operation fails. */
  act(place: string, tools: Tools): Promise<Answer>;
  /** The state on the disk, for all files together. */
  look(place: string): "old" | "new" | "torn";
  /** The names that may exist after success. */
  names: readonly string[];
} & SoughtWords;

/** The message for the user, and bytes that the caller gets with it. */
export type Answer = { said: string; bytes?: Uint8Array | null };

/** What an operation works with. The engine is created on first use. */
export type Tools = {
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

function saveOf(names: readonly [string, ...string[]], before: string | null): Doing {
  const [first, ...others] = names;
  return {
    words: { before: before === null ? null : contains(before), after: contains(newText) },
    names: names.map((name) => name.split("/")[0] ?? name),
    lay(place) {
      for (const name of names) rmSync(join(place, name), { force: true });
      if (before === null) return;
      writeFileSync(join(place, first), before);
      for (const other of others) linkSync(join(place, first), join(place, other));
    },
    async act(place, { disk }) {
      const { notes, status, before: replaced } = await disk.update(join(place, first), () => bytesOf(newText));
      return { said: [status, ...notes].join("; "), bytes: replaced?.bytes ?? null };
    },
    look: (place) =>
      stateOf(
        names.map((name) => join(place, name)),
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
  const doing: Doing = {
    words: { before: (bytes) => Buffer.from(bytes).equals(old), after: (bytes) => isNew(Buffer.from(bytes)) },
    names: [name],
    lay(place) {
      old = before();
      writeFileSync(join(place, name), old);
    },
    async act(place, { engine }) {
      const { path: _, tool, ...given } = args as { tool: string; path?: string };
      const answer = await (await engine()).run({
        name: tool,
        arguments: { ...given, path: name },
        // A new caller that has read nothing yet, so that nothing it has read is out of date.
        caller: { id: randomUUID(), name: "fault", roots: [place] },
      });
      if (!answer.ok) throw new Error(answer.message);
      return { said: "written" };
    },
    look: (place) => stateOf([join(place, name)], (bytes) => bytes.equals(old), isNew),
  };
  return doing;
}

/** The operations by name. */
export const doings = {
  replace: saveOf(["a.md"], oldText),
  new: saveOf(["deep/er/a.md"], null),
  "in place": saveOf(["a.md", "b.md"], oldText),
  /** As many programs save. It shows that the harness finds what is wrong with that. */
  naive: {
    ...saveOf(["a.md"], oldText),
    async act(place) {
      const file = await open(join(place, "a.md"), "w");
      await file.write(bytesOf(newText)).finally(() => file.close());
      return { said: "saved" };
    },
  },
  move: {
    names: ["b.md"],
    words: { before: contains(oldText), after: contains(oldText) },
    lay(place) {
      rmSync(join(place, "b.md"), { force: true });
      writeFileSync(join(place, "a.md"), oldText);
    },
    async act(place, { disk }) {
      await disk.move(join(place, "a.md"), join(place, "b.md"));
      return { said: "moved" };
    },
    look(place) {
      const here = ["a.md", "b.md"].map((name) => readIfThere(join(place, name)).equals(bytesOf(oldText)));
      return here[0] === here[1] ? "torn" : here[0] ? "old" : "new";
    },
  },
  read: {
    names: ["a.md"],
    words: { before: contains(oldText), after: null },
    lay: (place) => writeFileSync(join(place, "a.md"), oldText),
    async act(place, { disk }) {
      const found = await disk.read(join(place, "a.md"));
      // A read returns what is there or fails; it never changes the file.
      if (!found || !bytesOf(oldText).equals(found.bytes)) throw new Error("FALSE: it read something else");
      return { said: "read" };
    },
    look: (place) => stateOf([join(place, "a.md")], isNone, holdsText(oldText)),
  },
  settings: {
    names: ["settings.json"],
    words: { before: contains('"light"'), after: contains('"dark"') },
    mayReplace: true,
    lay: (place) => writeFileSync(join(place, "settings.json"), '{"theme": "light"}\n'),
    async act(place) {
      await latestFile(join(place, "settings.json")).set('{"theme": "dark"}\n');
      return { said: "kept" };
    },
    look: (place) =>
      stateOf([join(place, "settings.json")], holdsText('{"theme": "light"}\n'), holdsText('{"theme": "dark"}\n')),
  },
  journal: {
    names: ["journal"],
    words: { before: null, after: isRecordOfNewText },
    lay(place) {
      mkdirSync(join(place, "journal"), { recursive: true });
      rmSync(join(place, "journal", "document-1.json"), { force: true });
    },
    async act(place) {
      const journal = createJournal(join(place, "journal"));
      await journal.keep({
        ...{ doc: "document-1", path: "/notes/a.md", name: "a.md", base: "0".repeat(64), baseText: null, seq: 1 },
        ...{ changes: [{ from: 0, to: 0, insert: newText }], encoding: "UTF-8", lineEnding: "LF" },
      });
      return { said: "kept" };
    },
    look: (place) => stateOf([join(place, "journal", "document-1.json")], isNone, isRecordOfNewText),
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
} satisfies Record<string, Doing>;
