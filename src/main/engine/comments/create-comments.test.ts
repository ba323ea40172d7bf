import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { listHunks } from "../../../core/review/pending-edits";
import { createEngine } from "../host/create-engine";
import { undoHunks } from "../review";
import { engineForTests } from "../tools/engine-for-tests";

type Thread = {
  thread: string;
  status: string;
  anchor: { state: string };
  messages: { author: { kind: string }; text: string }[];
};
const you = { kind: "you", name: "you" } as const;

const text = "# One\n\nThe quick brown fox.\n\n# Two\n\nIt sleeps.\n";

function commented() {
  const on = engineForTests({ "a.md": text });
  const run = async (name: string, args: Record<string, unknown>) => {
    const answer = await on.call(name, args);
    expect(answer.ok, answer.message).toBe(true);
    return answer.data as Record<string, unknown>;
  };
  return {
    ...on,
    run,
    add: async (quote: string) => (await run("comments", { action: "add", path: "a.md", quote, text: "?" })) as Thread,
    list: async () => (await run("comments", { action: "list", status: "all" }))["threads"] as Thread[],
    decided: async () => {
      const document = await on.engine.documents.read("/w/a.md", ["/w"]);
      return (await on.engine.comments.list(document))[0]?.edits;
    },
    hunks: async () => {
      const { text: now, version } = await on.engine.documents.read("/w/a.md", ["/w"]);
      const pending = (await on.engine.review.of({ realPath: "/w/a.md", version, text: now }))?.pending ?? [];
      return listHunks(pending).map(({ id }) => id);
    },
  };
}

it("an edit that answers a thread resolves it when the user keeps it", async () => {
  const { run, add, list, hunks, decided, engine, logged } = commented();
  const { thread } = await add("brown");
  await run("text_editor", { action: "patch", path: "a.md", old_text: "brown", new_text: "red", thread });
  expect((await list())[0]?.status).toBe("open");
  await engine.review.keep("/w/a.md", await hunks());
  // Decisions are followed after the call that made them.
  await expect.poll(list).toMatchObject([{ status: "resolved", messages: [{ text: "?" }] }]);
  // What the edit changed stays known, with the user's decision.
  expect(await decided()).toMatchObject([{ outcome: "kept", by: "tester", removed: "brown", inserted: "red" }]);
  expect(logged).toEqual([]);
});

it("a kept edit that the user takes back opens its thread again, and the same words elsewhere do not", async () => {
  const { run, add, list, hunks, decided, engine, logged } = commented();
  const { thread } = await add("brown");
  await run("text_editor", { action: "patch", path: "a.md", old_text: "brown", new_text: "red", thread });
  await engine.review.keep("/w/a.md", await hunks());
  await expect.poll(list).toMatchObject([{ status: "resolved" }]);
  const write = async (before: string, after: string) =>
    engine.documents.change("/w/a.md", ["/w"], {
      by: you,
      reason: "typed",
      edit: (current) => ({ content: (current?.text ?? "").replace(before, after) }),
    });
  await write("It sleeps.", "It is red.");
  await write("It is red.", "It is brown.");
  await write("It is brown.", "It sleeps.");
  expect(await list()).toMatchObject([{ status: "resolved" }]);
  await write("quick red", "quick brown");
  await expect
    .poll(list)
    .toMatchObject([
      { status: "open", anchor: { state: "anchored" }, messages: [{ text: "?" }, { author: { kind: "program" } }] },
    ]);
  expect(await decided()).toMatchObject([{ outcome: "undone", removed: "brown", inserted: "red" }]);
  expect(logged).toEqual([]);
});

it.each([
  ["short", "brown", "red"],
  ["long", "brown", `red${" and red".repeat(400)}`],
])(
  "a kept %s edit that the user takes back and does again resolves its thread again, as often as they do",
  async (_, removed, inserted) => {
    const { run, add, list, hunks, decided, engine, logged } = commented();
    const { thread } = await add(removed);
    await run("text_editor", { action: "patch", path: "a.md", old_text: removed, new_text: inserted, thread });
    await engine.review.keep("/w/a.md", await hunks());
    await expect.poll(list).toMatchObject([{ status: "resolved" }]);
    const write = async (before: string, after: string) =>
      engine.documents.change("/w/a.md", ["/w"], {
        by: you,
        reason: "typed",
        edit: (current) => ({ content: (current?.text ?? "").replace(before, after) }),
      });
    for (const _round of [1, 2]) {
      await write(`quick ${inserted}`, `quick ${removed}`);
      await expect
        .poll(list)
        .toMatchObject([{ status: "open", messages: [{ text: "?" }, { author: { kind: "program" } }] }]);
      expect(await decided()).toMatchObject([{ outcome: "undone" }]);
      await write(`quick ${removed}`, `quick ${inserted}`);
      await expect.poll(list).toMatchObject([{ status: "resolved", messages: [{ text: "?" }] }]);
      expect(await decided()).toMatchObject([{ outcome: "kept" }]);
    }
    // What somebody has written since is not for the user to miss.
    await write(`quick ${inserted}`, `quick ${removed}`);
    await expect.poll(list).toMatchObject([{ status: "open" }]);
    await run("comments", { action: "reply", thread, text: "Why?" });
    await write(`quick ${removed}`, `quick ${inserted}`);
    await expect
      .poll(list)
      .toMatchObject([
        { status: "open", messages: [{}, {}, { text: "Why?" }, { text: "The user did the edit by tester again." }] },
      ]);
    expect(logged).toEqual([]);
  },
);

it("an edit that answers a thread opens it again when the user undoes it, and the thread says so", async () => {
  const { run, add, list, hunks, decided, engine, bytesOf } = commented();
  const { thread } = await add("brown fox");
  await run("doc_replace", { file: "a.md", section: "One", content: "The quick red fox.", thread });
  await run("comments", { action: "resolve", thread });
  await undoHunks(engine, { realPath: "/w/a.md", hunks: await hunks(), manner: "whole", by: you });
  expect(await bytesOf("a.md")).toBe(text);
  await expect.poll(list).toMatchObject([
    {
      status: "open",
      anchor: { state: "anchored" },
      messages: [
        { text: "?" },
        { author: { kind: "program" }, text: "The user undid the edit by tester that answered this." },
      ],
    },
  ]);
  expect(await decided()).toMatchObject([{ outcome: "undone", removed: "brown", inserted: "red" }]);
});

it("edits that answer nothing decide on no thread", async () => {
  const { run, add, list, hunks, engine } = commented();
  await add("brown fox");
  const { thread } = await add("sleeps");
  const patch = { action: "patch", path: "a.md" };
  await run("text_editor", { ...patch, old_text: "quick", new_text: "slow" });
  await engine.review.keep("/w/a.md", await hunks());
  // A later edit answers the other thread: once that is decided, so is the first edit.
  await run("text_editor", { ...patch, old_text: "sleeps", new_text: "wakes", thread });
  await engine.review.keep("/w/a.md", await hunks());
  await expect.poll(async () => (await list()).map(({ status }) => status)).toEqual(["open", "resolved"]);
});

it("the words are stored as they are now, with the document itself untouched, and found by another process", async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "galley-comments-")));
  try {
    const root = join(folder, "w");
    mkdirSync(join(root, "docs"), { recursive: true });
    writeFileSync(join(root, "docs", "a.md"), text);
    const open = (data: string) => createEngine({ dataDir: join(folder, data) });
    const caller = (at: string) => ({ id: "1", name: "tester", roots: [at] });
    const first = await open("one");
    const call = async (args: Record<string, unknown>, name = "comments", at = root, engine = first) =>
      engine.run({ name, arguments: args, caller: caller(at) });
    const added = await call({ action: "add", path: "docs/a.md", quote: "brown fox", text: "Why?" });
    expect(added.ok, added.message).toBe(true);
    expect(readFileSync(join(root, "docs", "a.md"), "utf8")).toBe(text);
    await call({ action: "patch", path: "docs/a.md", old_text: "fox", new_text: "foxes" }, "text_editor");
    await first.close();
    const file = join(root, ".galley", "comments", "docs", "a.md.json");
    const stored = readFileSync(file, "utf8");
    expect(stored).toContain('"words": "brown foxes"');
    expect(stored.endsWith("}\n")).toBe(true);
    // From a folder further down the same comments are found.
    const second = await open("two");
    const listed = await call({ action: "list" }, "comments", join(root, "docs"), second);
    expect(listed.data, listed.message).toMatchObject({
      threads: [{ path: "a.md", anchor: { state: "moved", now: "brown foxes" } }],
    });
    await second.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it("comments are never written through a link that leads elsewhere", async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "galley-comments-")));
  try {
    const root = join(folder, "w");
    mkdirSync(join(folder, "elsewhere"));
    mkdirSync(root);
    writeFileSync(join(root, "a.md"), text);
    symlinkSync(join(folder, "elsewhere"), join(root, ".galley"));
    const engine = await createEngine({ dataDir: join(folder, "data") });
    const args = { action: "add", path: "a.md", quote: "fox", text: "?" };
    const answer = await engine.run({
      name: "comments",
      arguments: args,
      caller: { id: "1", name: "t", roots: [root] },
    });
    expect(answer.ok).toBe(false);
    await engine.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it("comments may be stored in Galley's data, and follow renames there", async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "galley-comments-")));
  try {
    const root = join(folder, "w");
    mkdirSync(root);
    writeFileSync(join(root, "a.md"), text);
    const engine = await createEngine({ dataDir: join(folder, "data"), commentsFolder: () => "data" });
    const caller = { id: "1", name: "t", roots: [root] };
    const run = (name: string, args: unknown) => engine.run({ name, arguments: args, caller });
    await run("comments", { action: "add", path: "a.md", quote: "brown fox", text: "?" });
    expect(() => readFileSync(join(root, ".galley", "comments", "a.md.json"))).toThrow();
    await run("workspace", { action: "move", path: "a.md", to: "b.md" });
    const { data } = await run("comments", { action: "list" });
    expect(data).toMatchObject({ threads: [{ path: "b.md", anchor: { state: "anchored" } }] });
    await engine.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it("thousands of threads in one document are followed through an edit", async () => {
  const count = process.env["GALLEY_LONG"] ? 10_000 : 2_000;
  const { engine, store, run } = commented();
  const long = Array.from({ length: count }, (_, line) => `Line ${line} has some words of its own.`).join("\n\n");
  await store.update("/w/long.md", () => Buffer.from(`${long}\n`));
  const threads = Object.fromEntries(
    Array.from({ length: count }, (_, line) => {
      const at = "2026-01-01T00:00:00.000Z";
      const [before, after] = ["\n\n", " has some words of its own.\n\n"];
      return [
        `c_${line.toString(36).padStart(10, "0")}`,
        {
          status: "open",
          changed: at,
          anchor: { quote: `Line ${line}`, before, after, section: null, paragraph_id: null },
          messages: [{ author: { name: "Ann", kind: "user" }, text: "?", at }],
        },
      ];
    }),
  );
  await store.update("/w/.galley/comments/long.md.json", () =>
    Buffer.from(JSON.stringify({ format: "Galley comments 1", threads })),
  );
  const document = await engine.documents.read("/w/long.md", ["/w"]);
  const placed = await engine.comments.list(document);
  expect(placed.filter(({ place }) => place.state === "anchored")).toHaveLength(count);
  await run("text_editor", { action: "patch", path: "long.md", old_text: "Line 1000 has", new_text: "Line 1000 had" });
  const after = await engine.documents.read("/w/long.md", ["/w"]);
  const now = await engine.comments.list(after);
  expect(now.filter(({ place }) => place.state === "anchored")).toHaveLength(count);
});
