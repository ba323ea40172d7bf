import { expect, it } from "vitest";
import { hunksIn } from "../../../../core/review/pending-edits";
import { reasonParts } from "../../../../core/review/reason-note";
import { engineForTests } from "../engine-for-tests";

it("data has every version, the message the newest ten", async () => {
  const on = engineForTests();
  for (let index = 1; index <= 25; index++) await on.edit({ action: "write", path: "a.md", content: `${index}\n` });
  const { message, data } = await on.call("doc_history", { path: "a.md" });
  expect(data?.["versions"]).toHaveLength(25);
  expect(message.split("\n")).toHaveLength(13);
  expect(message.split("\n")[1]).toBe("1 edit waits for the user's review");
  expect(message.endsWith("\n... and 15 more")).toBe(true);
  expect(message).toContain("(this is what is there now)");
});

it("a file that is not text has a history too", async () => {
  const on = engineForTests();
  await on.edit({ action: "write", path: "a.md", content: "text\n" });
  await on.outside("a.md", Buffer.of(0, 1, 2));
  const { message, data } = await on.call("doc_history", { path: "a.md" });
  expect(data).toMatchObject({ version: null, versions: [{ reason: "write" }] });
  expect(message).not.toContain("gone");
});

it("the message counts the pending edits, for texts and Office documents", async () => {
  const on = engineForTests({ "a.md": "one\n\ntwo\n\nthree\n\nfour\n" });
  const pending = async (path: string) => {
    const { message, data } = await on.call("doc_history", { path });
    const line = message.split("\n").find((each) => each.includes("review")) ?? null;
    return { pending: data?.["pending"], line };
  };
  expect(await pending("a.md")).toEqual({ pending: 0, line: null });
  await on.edit({ action: "patch", path: "a.md", old_text: "one", new_text: "1" });
  expect(await pending("a.md")).toEqual({ pending: 1, line: "1 edit waits for the user's review" });
  await on.edit({ action: "patch", path: "a.md", old_text: "four", new_text: "4" });
  expect(await pending("a.md")).toEqual({ pending: 2, line: "2 edits wait for the user's review" });
  await on.outside("a.md", "one\n\ntwo\n\nthree\n\n4\n");
  expect((await pending("a.md")).pending).toBe(1);
  const { realPath, version, text } = await on.engine.documents.read("/w/a.md", ["/w"], "person");
  const found = await on.engine.review.of({ realPath, version, text });
  await on.engine.review.keep(realPath, hunksIn(found?.pending ?? []));
  expect((await pending("a.md")).pending).toBe(0);

  await on.call("office_artifact", { action: "create", path: "b.docx", content: "# Report\n\nWords." });
  expect((await pending("b.docx")).pending).toBe(1);
  const { message, data } = await on.call("office_artifact", { action: "version_history", path: "b.docx" });
  expect(data?.["pending"]).toBe(1);
  expect(message).toContain("1 edit waits for the user's review");
});

it("a note waits with the edit for the user's review, and a dry run leaves nothing to review", async () => {
  const on = engineForTests({ "a.md": "one\n" });
  const patch = { action: "patch", path: "a.md", old_text: "one", new_text: "1" };
  const reviewOf = async () => {
    const { realPath, version, text } = await on.engine.documents.read("/w/a.md", ["/w"], "person");
    return on.engine.review.of({ realPath, version, text });
  };
  await on.edit({ ...patch, note: "figures", dry_run: true });
  expect(await reviewOf()).toBeNull();
  await on.edit({ ...patch, note: "figures" });
  const [write] = (await reviewOf())?.writes ?? [];
  expect(reasonParts(write?.reason ?? "")).toEqual({ reason: "patch", note: "figures" });
});
