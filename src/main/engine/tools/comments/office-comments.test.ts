import { afterEach, describe, expect, it, vi } from "vitest";
import { docxOf, odtOf } from "../../office/package/packages.fixture";
import { engineForTests } from "../engine-for-tests";

type Thread = {
  thread: string;
  status: string;
  anchor: { quote: string };
  messages: { text: string; author: object }[];
};

const packages = {
  "a.docx": docxOf("<w:p><w:r><w:t>The quick brown fox.</w:t></w:r></w:p><w:p><w:r><w:t>It sleeps.</w:t></w:r></w:p>"),
  "a.odt": odtOf("<text:p>The quick brown fox.</text:p><text:p>It sleeps.</text:p>"),
};

describe.each(["a.docx", "a.odt"] as const)("comments in %s", (path) => {
  const open = () => {
    const on = engineForTests({ [path]: packages[path], "b.md": "The quick brown fox.\n" });
    const run = async (args: Record<string, unknown>, as?: string) => {
      const answer = await on.call("comments", args, as);
      expect(answer.ok, answer.message).toBe(true);
      return answer.data as Record<string, unknown>;
    };
    return { ...on, run };
  };

  it("are added, answered by id alone, resolved and listed, and wait for no review", async () => {
    const { run, engine } = open();
    const added = (await run({ action: "add", path, quote: "brown fox", text: "Is it?" })) as unknown as Thread;
    expect(added).toMatchObject({
      status: "open",
      path,
      line_from: 1,
      anchor: { state: "anchored", quote: "brown fox" },
    });
    await run({ action: "reply", thread: added.thread, text: "It is." }, "Claude");
    await run({ action: "resolve", thread: added.thread });
    expect(await run({ action: "list", path })).toMatchObject({ total: 0 });
    const { threads } = await run({ action: "list", path: `*${path.slice(1)}`, status: "all" });
    expect(threads).toMatchObject([
      {
        thread: added.thread,
        status: "resolved",
        messages: [
          { text: "Is it?", author: { name: "tester", kind: "agent" } },
          { text: "It is.", author: { name: "Claude", kind: "agent" } },
        ],
      },
    ]);
    expect(await engine.review.list()).toEqual([]);
    const reasons = (await engine.history.list(`/w/${path}`)).map(({ by, reason }) => `${by.name}: ${reason}`);
    expect(reasons.filter((each) => each.endsWith("comment"))).toHaveLength(3);
  });

  it("change nothing if they are rejected", async () => {
    const { call, bytesOf, run } = open();
    const before = await bytesOf(path);
    const missing = await call("comments", { action: "add", path, quote: "blue fox", text: "?" });
    expect(missing.error).toMatchObject({ code: "not_found" });
    const both = await call("comments", { action: "add", path, quote: "fox.\nIt", lines: "1", text: "?" });
    expect(both.error).toMatchObject({ code: "bad_arguments" });
    const unknown = await call("comments", { action: "reply", thread: "c_0000000000", path, text: "?" });
    expect(unknown.error).toMatchObject({ code: "not_found" });
    expect(await bytesOf(path)).toBe(before);
    const across = await run({ action: "add", path, quote: "fox.\nIt", text: "Across." });
    expect(across).toMatchObject({ anchor: { quote: "fox.\nIt" }, line_from: 1, line_to: 2 });
  });

  it("follow the words when an agent edits them, and stay when a paragraph is rewritten around them", async () => {
    const { run, call } = open();
    const { thread } = await run({ action: "add", path, quote: "brown fox", text: "Is it?" });
    const edited = await call("office_artifact", {
      thread,
      action: "edit",
      path,
      operation: "replace_text",
      find: "The quick",
      replace: "A slow",
    });
    expect(edited.ok, edited.message).toBe(true);
    expect(await run({ action: "list", path })).toMatchObject({ threads: [{ anchor: { quote: "brown fox" } }] });
  });
});

const created: Record<string, { content: string; add: object; place: string; quote: string; elsewhere: string }> = {
  "a.xlsx": { content: "Crop,Kilos\nBeans,3", add: { section: "b2" }, place: "Sheet1!B2", quote: "3", elsewhere: "A2" },
  "a.ods": {
    content: "Crop,Kilos\nBeans,3",
    add: { section: "Sheet1!B2" },
    place: "Sheet1!B2",
    quote: "3",
    elsewhere: "A2",
  },
  "a.pptx": {
    content: "# One\n\n- first\n\n# Two",
    add: { section: "2" },
    place: "slide 2",
    quote: "Two",
    elsewhere: "1",
  },
  "a.odp": {
    content: "# One\n\n- first\n\n# Two",
    add: { quote: "Two" },
    place: "slide 2",
    quote: "Two",
    elsewhere: "1",
  },
};

describe.each(Object.entries(created))("comments in %s", (path, { content, add, place, quote, elsewhere }) => {
  async function open() {
    const on = engineForTests({ "b.md": "Text.\n" });
    const made = await on.call("office_artifact", { action: "create", path, content });
    expect(made.ok, made.message).toBe(true);
    const run = async (args: Record<string, unknown>, as?: string) => {
      const answer = await on.call("comments", args, as);
      expect(answer.ok, answer.message).toBe(true);
      return { message: answer.message, ...answer.data } as Record<string, unknown>;
    };
    return { ...on, run };
  }

  it("are added by address, answered by id alone, resolved, reopened and listed by address", async () => {
    const { run, engine } = await open();
    const added = await run({ action: "add", path, ...add, text: "Is it?" });
    expect(added).toMatchObject({ status: "open", path, anchor: { state: "anchored", quote, section: place } });
    expect(added["message"]).toBe(
      `commented on ${path}\n${path} ${place}  ${added["thread"]}\n  > ${quote}\n  tester: Is it?`,
    );
    await run({ action: "reply", thread: added["thread"], text: "It is.", resolve: true }, "Claude");
    expect(await run({ action: "list", path })).toMatchObject({ total: 0 });
    await run({ action: "reopen", thread: added["thread"] });
    const [whole, part, other] = await Promise.all(
      [undefined, place, elsewhere].map((section) => run({ action: "list", path, section })),
    );
    for (const listed of [whole, part])
      expect(listed).toMatchObject({
        threads: [
          {
            thread: added["thread"],
            status: "open",
            messages: [
              { text: "Is it?", author: { name: "tester", kind: "agent" } },
              { text: "It is.", author: { name: "Claude", kind: "agent" } },
            ],
          },
        ],
      });
    expect(other).toMatchObject({ total: 0 });
    const reasons = (await engine.history.list(`/w/${path}`)).map(({ reason }) => reason);
    expect(reasons.filter((reason) => reason === "comment")).toHaveLength(3);
  });

  it("change nothing if they are rejected", async () => {
    const { call, bytesOf } = await open();
    const before = await bytesOf(path);
    for (const section of ["Nowhere!A1", "slide 99", "?"]) {
      const answer = await call("comments", { action: "add", path, section, text: "?" });
      expect(["bad_arguments", "not_found"]).toContain(answer.error?.code);
    }
    expect(await bytesOf(path)).toBe(before);
  });
});

describe.each(["a.pptx", "a.odp"])("comments on the slides of %s", (path) => {
  afterEach(() => void vi.useRealTimers());

  it("that are written within one second stay different threads, whatever the order of their slides", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-24T10:00:00Z") });
    const { call } = engineForTests();
    const content = ["One", "Two", "Three"].map((title) => `# ${title}\n\n- point`).join("\n\n");
    expect((await call("office_artifact", { action: "create", path, content })).ok).toBe(true);
    const add = async (section: string, text: string) => {
      const answer = await call("comments", { action: "add", path, section, text });
      expect(answer.ok, answer.message).toBe(true);
      return answer.data as { thread: string; messages: object[] };
    };
    const third = await add("slide 3", "On three");
    const first = await add("slide 1", "On one");
    expect(first.messages).toMatchObject([{ text: "On one" }]);
    expect(first.thread).not.toBe(third.thread);
    const { data } = await call("comments", { action: "list", path });
    expect(data?.["threads"]).toMatchObject([
      { thread: first.thread, messages: [{ text: "On one" }] },
      { thread: third.thread, messages: [{ text: "On three" }] },
    ]);
  });
});
