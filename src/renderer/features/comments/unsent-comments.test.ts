import { expect, test } from "vitest";
import type { CommentDraft } from "../../../shared/comments";
import { createUnsentComments, draftKey } from "./unsent-comments";

const reply = (text: string, thread = "c_1"): CommentDraft => ({ kind: "reply", thread, text });
const fresh = (id: string, text = ""): CommentDraft => ({
  kind: "new",
  id,
  from: 0,
  words: "fox",
  needsMe: false,
  text,
});

function unsentOver(stored: Record<string, CommentDraft[]> = {}) {
  const failures: string[] = [];
  let full = false;
  const request = async (name: string, argument: unknown) => {
    if (name === "comments:drafts") return { ok: true, drafts: stored[argument as string] ?? [] };
    const { doc, drafts } = argument as { doc: string; drafts: CommentDraft[] };
    if (full) return { ok: false, error: { code: "failed", message: "the disk is full" } };
    stored[doc] = drafts;
    return { ok: true };
  };
  const unsent = createUnsentComments({ bridge: { request } as never, failed: (why) => failures.push(why) });
  const fill = () => {
    full = true;
  };
  return { unsent, stored, failures, fill };
}

test("every key is stored at once, and another document's drafts come back with it", async () => {
  const { unsent, stored } = unsentOver();
  await unsent.bringToFront("a");
  unsent.type("a", reply("H"));
  unsent.type("a", reply("He"));
  unsent.type("a", fresh("1", "New"));
  expect(stored["a"]).toEqual([reply("He"), fresh("1", "New")]);
  await unsent.bringToFront("b");
  expect(unsent.$drafts.get()).toEqual([]);
  await unsent.bringToFront("a");
  expect(unsent.$drafts.get()).toEqual([reply("He"), fresh("1", "New")]);
});

test("drafts of an earlier run come back once, and what was typed meanwhile wins", async () => {
  const { unsent, stored } = unsentOver({ a: [reply("old"), reply("other", "c_2")] });
  const fetched = unsent.bringToFront("a");
  unsent.type("a", reply("newer"));
  expect(await fetched).toBe(2);
  expect(unsent.$drafts.get()).toEqual([reply("newer"), reply("other", "c_2")]);
  expect(stored["a"]).toEqual(unsent.$drafts.get());
  expect(await unsent.bringToFront("a")).toBe(0);
});

test("a second new comment drops the one before only if that has no words", async () => {
  const { unsent } = unsentOver();
  await unsent.bringToFront("a");
  unsent.type("a", fresh("1"));
  unsent.dropEmpty("a");
  unsent.type("a", fresh("2", "words"));
  unsent.dropEmpty("a");
  unsent.type("a", fresh("3"));
  expect(unsent.$drafts.get().map(draftKey)).toEqual(["new 2", "new 3"]);
});

test("what says nothing new is not stored, and a failure is reported while the words stay", async () => {
  const { unsent, stored, failures, fill } = unsentOver();
  await unsent.bringToFront("a");
  unsent.type("a", { kind: "edit", thread: "c_1", at: "t", before: "same", text: "same" });
  expect(stored["a"]).toEqual([]);
  fill();
  unsent.type("a", reply("kept"));
  await Promise.resolve();
  await Promise.resolve();
  expect(failures).toEqual(["the disk is full"]);
  expect(unsent.of("a", "reply c_1")).toEqual(reply("kept"));
});
