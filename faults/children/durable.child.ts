import { randomBytes } from "node:crypto";
import { writeSync } from "node:fs";
import { join } from "node:path";
import { openConversations } from "../../src/main/app/assistant/conversations/conversation-store";
import { latestFile } from "../../src/main/app/core/latest-file";
import { createJournal } from "../../src/main/app/documents/journal";
import { createEngine } from "../../src/main/engine/host/create-engine";

// Usage: kind dataDir root. Makes one write of the given kind. Prints "begins" before it, and "confirmed" as soon as the caller has the
// answer.
const [kind = "", dataDir = "", root = ""] = process.argv.slice(2);
const caller = { id: "one", name: "tester", roots: [root] };
/** More than the history stores in its database. */
const large = 3_000_000;

async function call(...calls: { name: string; [argument: string]: unknown }[]): Promise<void> {
  const engine = await createEngine({ dataDir });
  // The databases exist after this: later writes to them belong to the write under test.
  await engine.run({ name: "text_editor", arguments: { action: "write", path: "first.md", content: "1\n" }, caller });
  writeSync(1, "begins\n");
  let data: Record<string, unknown> = {};
  for (const [index, { name, ...given }] of calls.entries()) {
    const answer = await engine.run({ name, arguments: { ...given, ...taskOf(data, given) }, caller });
    if (!answer.ok) throw new Error(answer.message);
    data = { ...data, ...answer.data };
    if (index === calls.length - 1) confirm();
  }
  await engine.close();
}

/** Arguments for later calls on a book, from the first call's answer. */
function taskOf({ task_id, assigned }: Record<string, unknown>, given: object): Record<string, unknown> {
  if (task_id === undefined) return {};
  const ids = assigned as string[];
  const paragraphs = ids.map((id) => ({ paragraph_id: id, translated_text: "translated" }));
  return { task_id, ...("paragraphs" in given && { paragraphs }) };
}

const confirm = (): void => void writeSync(1, "confirmed\n");
const edit = { name: "text_editor", path: "a.md" };

const kinds: Record<string, () => Promise<void>> = {
  write: () => call({ ...edit, action: "write", content: "new\n" }),
  new: () => call({ ...edit, action: "write", path: "deep/er/new.md", content: "new\n" }),
  again: () => call({ ...edit, action: "patch", path: "first.md", old_text: "1", new_text: "2" }),
  large: () => call({ ...edit, action: "write", content: randomBytes(large / 2).toString("hex") }),
  office: () =>
    call({ name: "office_artifact", action: "edit", path: "a.docx", operation: "append_text", content: "A line." }),
  book: () =>
    call(
      { name: "open_task", book: "novel", type: "translation", chunk_size: 200 },
      { name: "update_task_status", status: "preparing" },
      { name: "update_task_status", status: "working" },
      { name: "add_translation_batch", book: "novel", paragraphs: [] },
    ),
  async rename() {
    const { createDisk } = await import("../../src/main/engine/storage/saving/disk");
    const disk = createDisk({ locksFolder: join(dataDir, "locks"), savesFolder: join(dataDir, "saves") });
    await disk.move(join(root, "a.md"), join(root, "other", "b.md"));
    confirm();
    disk.close();
  },
  async journal() {
    await createJournal(join(dataDir, "journal")).keep({
      doc: "document-1",
      path: join(root, "a.md"),
      name: "a.md",
      base: "0".repeat(64),
      baseText: null,
      seq: 1,
      changes: [{ from: 0, to: 0, insert: "typed" }],
      encoding: "UTF-8",
      lineEnding: "LF",
    });
    confirm();
  },
  async draft() {
    const store = openConversations(dataDir, () => {});
    store.saveUndone("conversation", []);
    writeSync(1, "begins\n");
    store.saveDraft("conversation", { text: "typed", chips: [] });
    confirm();
    store.close();
  },
  async settings() {
    await latestFile(join(dataDir, "settings.json")).set('{"theme": "dark"}\n');
    confirm();
  },
};

// Prints the error in one line: an injected fault may be its cause.
await kinds[kind]?.().catch((error: unknown) => {
  writeSync(1, `refused ${error instanceof Error ? error.message.replaceAll("\n", " ") : error}\n`);
});
process.exit();
