import { join } from "node:path";
import { expect, it, vi } from "vitest";
import type { Reader } from "../../../../shared/conversation";
import { cardsOf, useTestAssistants } from "../testing/test-assistants";

const createAssistant = useTestAssistants();
const text = "# Harbour\n\nThe harbour was closed in 1824.\n\nNobody came.\n";

/** An assistant with `notes.md` open, and the comments on it. */
async function withDocument() {
  const made = await createAssistant({ files: { "notes.md": text } });
  const path = join(made.folder, "notes.md");
  made.open.set("doc", { name: "notes.md", path, text });
  const { id: provider = "", model = "" } = made.assistant.setup.current() ?? {};
  const reader = (task: Reader["task"], words = ""): Reader => ({
    recipient: { kind: "model", provider, model: model ?? "" },
    task,
    words,
  });
  const threads = async () => made.engine.comments.list(await made.engine.documents.read(path, [made.folder]));
  return { ...made, reader, threads };
}

const comment = (words: string, quote = "closed in 1824") => ({
  name: "comments",
  input: { action: "add", path: "notes.md", quote, text: words },
});
const read = { name: "read_file", input: { path: "notes.md" } };

it("several readers comment on a document and change nothing; it is said what they read, and what they all found is one thread", async () => {
  const { assistant, endpoint, folder, reader, threads, ended, read: onDisk } = await withDocument();
  const asked = new Set<string>();
  endpoint.otherwise = ({ body }) => {
    const sent = JSON.stringify(body);
    const task = sent.includes("Continuity.") ? "continuity" : sent.includes("Is it sad?") ? "own" : "facts";
    if (asked.has(task)) return { reply: { text: "Two findings." } };
    asked.add(task);
    if (task === "own") return { reply: { calls: [comment("Consider: A sad sentence.", "Nobody came")] } };
    const finding =
      task === "facts" ? "Must fix: It was 1842, says the archive." : "Should fix: The archive says 1842.";
    const edit = {
      name: "text_editor",
      input: { action: "patch", path: "notes.md", old_text: "1824", new_text: "1842" },
    };
    return { reply: { calls: task === "facts" ? [read, comment(finding), edit] : [read, comment(finding)] } };
  };
  const readers = [reader("facts"), reader("continuity"), reader("own", "Is it sad?")];
  const first = await assistant.askReaders(folder, "doc", readers);
  const { comparison, isReadOnly, task, title } = assistant.open(first);
  expect({ isReadOnly, task, title }).toEqual({ isReadOnly: true, task: "facts", title: "Facts: notes.md" });
  const members = comparison?.members ?? [];
  expect(members).toHaveLength(3);
  const turns = await Promise.all(members.map((id) => ended(id)));
  expect(turns.map(({ state }) => state.status)).toEqual(["done", "done", "done"]);
  expect(cardsOf(turns[0] ?? (turns[0] as never)).at(-1)).toMatchObject({ tool: "text_editor", state: "denied" });
  expect(onDisk("notes.md")).toBe(text);

  const notes = (id: string) =>
    assistant
      .open(id)
      .turns.at(-1)
      ?.parts.flatMap((part) => (part.kind === "note" ? [part.text] : []));
  await expect
    .poll(() => members.map(notes))
    .toEqual([
      ["Galley saw it read the whole document."],
      ["Galley saw it read the whole document."],
      [expect.stringContaining("Galley saw it read 0 of 3 paragraphs. Not read with Galley's tools: lines 1")],
    ]);
  await expect
    // The readers work at the same time, so either finding of the shared thread may be the first.
    .poll(async () => (await threads()).map(({ messages }) => messages.map((each) => each.text.slice(0, 10)).sort()))
    .toEqual([["Must fix: ", "Should fix"], ["Consider: "]]);
  const [shared, own] = await threads();
  const [model = ""] = (own?.messages[0]?.author.name ?? "").split(" (Review)");
  expect(shared?.messages.map(({ author }) => author.name).sort()).toEqual([
    `${model} (Continuity)`,
    `${model} (Facts)`,
  ]);
});

it("findings are joined whether or not a reader can be asked, and whether or not it can be said what one has read", async () => {
  const { assistant, endpoint, engine, folder, logged, reader, threads } = await withDocument();
  const asked = new Set<string>();
  endpoint.otherwise = ({ body }) => {
    const task = JSON.stringify(body).includes("Continuity.") ? "continuity" : "facts";
    if (asked.has(task)) return { reply: { text: "One finding." } };
    asked.add(task);
    return { reply: { calls: [comment("Must fix: The archive says 1842.")] } };
  };
  const run = engine.run.bind(engine);
  let failures = 0;
  vi.spyOn(engine, "run").mockImplementation((call) => {
    if (call.name !== "coverage" || failures > 0) return run(call);
    failures += 1;
    return Promise.reject(new Error("no coverage"));
  });
  const missing: Reader = { ...reader("style"), recipient: { kind: "model", provider: "gone", model: "m" } };
  const first = await assistant.askReaders(folder, "doc", [reader("facts"), reader("continuity"), missing]);
  const [, , last = ""] = assistant.open(first).comparison?.members ?? [];
  expect(assistant.open(last).turns).toMatchObject([{ state: { status: "failed" }, parts: [] }]);
  // They say the same: one message names both.
  await expect
    .poll(async () => (await threads()).map(({ messages }) => messages.map((each) => each.text)))
    .toEqual([
      [expect.stringMatching(/^Must fix: The archive says 1842\.\n\nAlso found by .* \((Facts|Continuity)\)\.$/)],
    ]);
  expect(logged.filter((each) => each.includes("no coverage"))).toHaveLength(1);
  expect(assistant.open(last).turns.at(-1)?.parts).toEqual([]);
});

it("rejects what it cannot read, and asks nobody", async () => {
  const { assistant, endpoint, folder, open, reader } = await withDocument();
  open.set("new", { name: "New", path: null, text: "" });
  open.set("outside", { name: "x.md", path: "/tmp/x.md", text: "" });
  await expect(assistant.askReaders(folder, "new", [reader("facts")])).rejects.toThrow("Save it first");
  await expect(assistant.askReaders(folder, "outside", [reader("facts")])).rejects.toThrow(
    "Only documents of the open folder",
  );
  await expect(assistant.askReaders(null, "doc", [reader("facts")])).rejects.toThrow(
    "Only documents of the open folder",
  );
  await expect(assistant.askReaders(folder, "doc", [])).rejects.toThrow("One to four");
  expect(endpoint.questions()).toEqual([]);
});
