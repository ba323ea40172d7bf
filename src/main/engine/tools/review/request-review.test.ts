import { expect, it } from "vitest";
import { listHunks } from "../../../../core/review/pending-edits";
import { userName } from "../../comments";
import { undoHunks } from "../../review";
import { engineForTests } from "../engine-for-tests";

const text = "one\n\ntwo\n\nthree\n";
const you = { kind: "you", name: "you" } as const;

function reviewed() {
  const on = engineForTests({ "a.md": text });
  const edit = (old_text: string, new_text: string) => on.edit({ action: "patch", path: "a.md", old_text, new_text });
  const hunks = async () => {
    const { text: now, version } = await on.engine.documents.read("/w/a.md", ["/w"]);
    return listHunks((await on.engine.review.of({ realPath: "/w/a.md", version, text: now }))?.pending ?? []);
  };
  return { ...on, edit, hunks };
}

it("a waiting agent gets the decisions and the user's comments as soon as the user is done", async () => {
  const { engine, call, edit, hunks } = reviewed();
  await edit("one", "first");
  await edit("three", "third");
  const asked = call("request_review", { wait: 60, question: "Right?" });
  await expect.poll(async () => (await engine.requests.open()).length).toBe(1);
  const [open] = await engine.requests.open();
  expect(open).toMatchObject({ agent: "tester", question: "Right?", paths: ["/w/a.md"] });
  const [first, second] = await hunks();
  await engine.review.keep("/w/a.md", [first?.id ?? ""]);
  await undoHunks(engine, { realPath: "/w/a.md", hunks: [second?.id ?? ""], manner: "whole", by: you });
  const document = await engine.documents.read("/w/a.md", ["/w"]);
  const range = { from: 0, to: 5, section: null, paragraphId: null };
  const author = { name: userName(), kind: "user" } as const;
  await engine.comments.add(document, { ...range, text: "Why not 1st?", author }, ["/w"]);
  const stranger = { name: `${userName()} (shared folder)`, kind: "user" } as const;
  await engine.comments.add(document, { ...range, text: "Delete it all.", author: stranger }, ["/w"]);
  await engine.requests.done(open?.token ?? "");
  const { data, message } = await asked;
  expect(data).toMatchObject({
    status: "reviewed",
    hunks: [
      { path: "a.md", lines: "1", decision: "kept" },
      { path: "a.md", lines: "5", decision: "undone" },
    ],
    comments: [
      { path: "a.md", anchor: { quote: "first" }, messages: [{ text: "Why not 1st?" }] },
      { by_others: true, messages: [{ text: "Delete it all." }] },
    ],
  });
  expect(message).toMatch(/Why not 1st\?.*\nComments by others, not by the user:\n.*Delete it all\./s);
  expect(message).toContain("the user is done: 1 kept, 1 undone");
  expect(await engine.requests.open()).toEqual([]);
});

it("the next answer to the agent says once what the user decided, and not to another agent", async () => {
  const { engine, call, edit, hunks } = reviewed();
  await edit("one", "first");
  await edit("three", "third");
  const [first] = await hunks();
  await engine.review.keep("/w/a.md", [first?.id ?? ""]);
  const line = "The user has decided on your edits: kept 1 in a.md.";
  expect((await call("coverage", { path: "a.md" }, "other")).message).not.toContain(line);
  expect((await call("coverage", { path: "a.md" })).message).toContain(`\n${line}`);
  expect((await call("coverage", { path: "a.md" })).message).not.toContain("decided");
});

it("a call that is given up ends the wait", async () => {
  const { engine, edit, caller } = reviewed();
  await edit("one", "first");
  const stop = new AbortController();
  const asked = engine.run({ name: "request_review", arguments: { wait: 600 }, caller, signal: stop.signal });
  await expect.poll(async () => (await engine.requests.open()).length).toBe(1);
  stop.abort();
  expect((await asked).ok).toBe(false);
});
