import { describe, expect, it } from "vitest";
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
