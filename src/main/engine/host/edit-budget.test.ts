import { expect, it } from "vitest";
import { listHunks } from "../../../core/review/pending-edits";
import { engineForTests } from "../tools/engine-for-tests";

const words = Array.from({ length: 40 }, (_, index) => `word${index}`);

async function limited(share: number, options: { reviewEdits?: () => boolean } = {}) {
  const on = engineForTests({ "a.md": `${words.join(" ")}\n` }, options);
  const document = () => on.engine.documents.read("/w/a.md", ["/w"]);
  const passage = { kind: "document", mode: "suggest", from: 0, to: 0, share } as const;
  await on.engine.comments.protect(await document(), passage, ["/w"]);
  const edit = (old_text: string, new_text: string, as?: string) =>
    on.call("text_editor", { action: "patch", path: "a.md", old_text, new_text }, as);
  const keepAll = async () => {
    const { text, version } = await document();
    const pending = (await on.engine.review.of({ realPath: "/w/a.md", version, text }))?.pending ?? [];
    await on.engine.review.keep(
      "/w/a.md",
      listHunks(pending).map(({ id }) => id),
    );
  };
  return { ...on, document, edit, keepAll };
}

it("agents together change at most a part of a document's words before the user reviews it", async () => {
  const { edit, keepAll, call } = await limited(10);
  expect((await edit("word1 word2 word3", "one two three")).ok).toBe(true);
  const refused = await edit("word10 word11", "ten eleven", "Claude");
  expect(refused.error).toMatchObject({ code: "protected", hint: expect.stringContaining("request_review") });
  expect(refused.message).toContain("at most 10 % of a.md before reviewing it, 4 of its 40 words: 3 wait for review");
  expect(refused.message).toContain("with this edit it would be 5");
  // The same words again cost nothing more, and taking edits back is always allowed.
  expect((await edit("one two", "uno due")).ok).toBe(true);
  expect((await edit("word10", "ten")).ok).toBe(true);
  expect((await edit("uno due three", "word1 word2 word3")).ok).toBe(true);
  expect((await edit("word20 word21 word22", "a b c")).ok).toBe(true);
  expect((await edit("word30", "thirty")).error?.code).toBe("protected");
  expect((await call("workspace", { action: "delete", path: "a.md" })).error?.code).toBe("protected");
  await keepAll();
  expect((await edit("word30", "thirty")).ok).toBe(true);
});

it("the user's own edits do not count, and an end of the limit ends it", async () => {
  const { edit, engine, document } = await limited(5);
  await engine.documents.change("/w/a.md", ["/w"], {
    by: { kind: "you", name: "you" },
    reason: "typed",
    edit: (current) => ({ content: (current?.text ?? "").replace("word1 word2 word3", "mine mine mine") }),
  });
  expect((await edit("word10 word11", "ten eleven")).ok).toBe(true);
  expect((await edit("word12", "twelve")).error?.code).toBe("protected");
  const passage = { kind: "document", mode: "suggest", from: 0, to: 0, share: 1 } as const;
  await engine.comments.protect(await document(), passage, ["/w"]);
  const [lock, ...others] = await engine.comments.locks(await document());
  expect([lock?.share, others]).toEqual([1, []]);
  await engine.comments.unprotect("/w/a.md", lock?.lock ?? "");
  expect((await edit("word12", "twelve")).ok).toBe(true);
});

it("joining and splitting words counts, and breaking lines elsewhere does not", async () => {
  const { call, edit } = await limited(10);
  const write = (content: string) => call("text_editor", { action: "write", path: "a.md", content });
  expect((await write(words.join(""))).error?.code).toBe("protected");
  expect((await write(words.map((word) => `${word.slice(0, 2)} ${word.slice(2)}`).join(" "))).error?.code).toBe(
    "protected",
  );
  expect((await write(`<!-- ${words.join(" ** ")} -->`)).error?.code).toBe("protected");
  expect((await write(`${words.join("\n")}\n`)).ok).toBe(true);
  expect((await edit("word1\nword2\nword3", "one two three")).ok).toBe(true);
});

it("while edits are not reviewed, none is made under a limit", async () => {
  let isReviewed = true;
  const { edit } = await limited(10, { reviewEdits: () => isReviewed });
  expect((await edit("word1 word2", "one two")).ok).toBe(true);
  isReviewed = false;
  const refused = await edit("word10", "ten");
  expect(refused.error?.code).toBe("protected");
  expect(`${refused.message} ${refused.error?.hint}`).toContain("reviews are switched off");
});

it("two agents at once share one limit, whatever they call the document", async () => {
  const { call, engine, document } = await limited(10);
  const all = await Promise.all(
    words.map((word, index) =>
      call(
        "text_editor",
        {
          action: "patch",
          path: ["a.md", "/w/a.md", "./a.md"][index % 3],
          old_text: `${word}${index < 39 ? " " : ""}`,
          new_text: `x${index}${index < 39 ? " " : ""}`,
        },
        index % 2 === 0 ? "Claude" : "Codex",
      ),
    ),
  );
  const { text } = await document();
  expect(words.filter((word) => !text.split(/\s/).includes(word)).length).toBe(4);
  expect(all.filter(({ ok }) => ok)).toHaveLength(4);
  await engine.close?.();
});

it.each(["a.docx", "a.odt"])(
  "in %s agents change at most a part of the words, whatever the tool calls it",
  async (path) => {
    let isReviewed = true;
    const on = engineForTests({}, { reviewEdits: () => isReviewed });
    const lines = [words.slice(0, 20).join(" "), "", "| a | b |", "| --- | --- |", "", words.slice(20).join(" ")];
    const run = (args: object) => on.call("office_artifact", { path, ...args });
    expect((await run({ action: "create", content: lines.join("\n") })).ok).toBe(true);
    const real = `/w/${path}`;
    const keepAll = async () => {
      const now = await on.engine.documents.textProjection(real, ["/w"]);
      const pending = (now && (await on.engine.review.of({ realPath: real, ...now })))?.pending ?? [];
      const hunks = listHunks(pending).map(({ id }) => id);
      await on.engine.review.keep(real, hunks);
    };
    await keepAll();
    const passage = { kind: "document", mode: "suggest", from: 0, to: 0, share: 10 } as const;
    await on.engine.comments.protect({ realPath: real, text: "", version: "" }, passage, ["/w"]);
    const edit = (find: string, replace: string, more: object = {}) =>
      run({ action: "edit", operation: "replace_text", find, replace, ...more });
    expect((await edit("word1 word2 word3", "one two three")).ok).toBe(true);
    const refused = await edit("word10 word11", "ten eleven", { track_changes: true });
    expect(refused.error).toMatchObject({ code: "protected", hint: expect.stringContaining("request_review") });
    expect(refused.message).toContain(
      `at most 10 % of ${path} before reviewing it, 4 of its 42 words: 3 wait for review`,
    );
    expect((await edit("word30", "thirty")).ok).toBe(true);
    expect((await run({ action: "edit", operation: "append_text", content: "More." })).error?.code).toBe("protected");
    expect((await on.call("comments", { action: "add", path, quote: "word12", text: "May I?" })).ok).toBe(true);
    await keepAll();
    isReviewed = false;
    expect((await edit("word31", "x")).error?.code).toBe("protected");
    isReviewed = true;
    expect((await edit("word31", "x")).ok).toBe(true);
  },
);
