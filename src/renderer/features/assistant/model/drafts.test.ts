import { atom } from "nanostores";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { DraftOwner, MovedDraft } from "../../../../shared/assistant-requests";
import type { Bridge } from "../../../../shared/contract";
import type { Conversation, QuestionDraft } from "../../../../shared/conversation";
import { withChip } from "./draft";
import { createDrafts, type Owner, ownerOf } from "./drafts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A window whose main stores these drafts; `answer` releases main's answers. */
function page(kept = new Map<string, QuestionDraft>()) {
  const asked: string[] = [];
  const waiting: (() => void)[] = [];
  const $owner = atom<Owner | null>(null);
  let notify = (_: MovedDraft) => {};
  const keyOf = ({ conversation, isShared }: DraftOwner) => (isShared ? "shared" : conversation);
  const drafts = createDrafts(
    {
      request: (async (name: string, argument: never) => {
        asked.push(name);
        if (name === "assistant:keep-draft") {
          const { draft, ...owner } = argument as DraftOwner & { draft: QuestionDraft | null };
          if (draft) kept.set(keyOf(owner), draft);
          else kept.delete(keyOf(owner));
          return { ok: true };
        }
        const draft = kept.get(keyOf(argument)) ?? null;
        await new Promise<void>((resolve) => waiting.push(resolve));
        return { ok: true, draft };
      }) as Bridge["request"],
      listen: ((_: string, listener: typeof notify) => {
        notify = listener;
      }) as Bridge["listen"],
    },
    $owner,
  );
  const show = (id: string, isBeside = false) => {
    const comparison = { members: ["a", "b"], isChosen: !isBeside };
    $owner.set(ownerOf({ id, comparison } as Conversation, isBeside));
  };
  return {
    drafts,
    kept,
    asked,
    show,
    /** Main moves the draft of the comparison into this conversation. */
    moveInMain(conversation: string, draft: QuestionDraft) {
      const moved = kept.get("shared") ?? { text: "", chips: [] };
      kept.delete("shared");
      kept.set(conversation, draft);
      notify({ from: "comparison a", conversation, moved, draft });
    },
    async answer() {
      for (const go of waiting.splice(0)) go();
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}

const type = ({ drafts }: ReturnType<typeof page>, text: string) => drafts.change((draft) => ({ ...draft, text }));

test("a draft is stored after a delay and restored in the next window", async () => {
  const first = page();
  first.show("a");
  await first.answer();
  type(first, "half a");
  type(first, "half a question");
  first.drafts.change((draft) => withChip(draft, { kind: "file", path: "plan.md" }));
  first.drafts.change((draft) => withChip(draft, { kind: "document", doc: "doc-1" }));
  expect(first.kept.size).toBe(0);
  await vi.advanceTimersByTimeAsync(300);
  expect(first.kept.get("a")).toEqual({ text: "half a question", chips: [{ kind: "file", path: "plan.md" }] });
  expect(first.asked.filter((name) => name === "assistant:keep-draft")).toHaveLength(1);
  const second = page(first.kept);
  second.show("a");
  await second.answer();
  expect(second.drafts.$draft.get()).toMatchObject({ text: "half a question", chips: [{ path: "plan.md" }] });
  type(second, "");
  second.drafts.change((draft) => ({ ...draft, chips: [] }));
  await vi.advanceTimersByTimeAsync(300);
  expect(second.kept.has("a")).toBe(false);
});

test("a long question typed without a pause is stored within a second of each key", async () => {
  const it = page();
  it.show("a");
  await it.answer();
  for (let count = 1; count <= 50; count++) {
    type(it, "x".repeat(count));
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(it.kept.get("a")?.text.length).toBeGreaterThan(45);
});

test("text typed before main has answered is kept, below the stored one", async () => {
  const it = page(new Map([["a", { text: "old", chips: [] }]]));
  it.show("a");
  type(it, "new");
  await it.answer();
  expect(it.drafts.$draft.get().text).toBe("old\n\nnew");
  await vi.advanceTimersByTimeAsync(300);
  expect(it.kept.get("a")?.text).toBe("old\n\nnew");
});

test("a comparison has one draft whichever answer is in front; it moves to the one that the user goes on with, and back", async () => {
  const it = page(new Map([["b", { text: "of b", chips: [] }]]));
  it.show("a", true);
  await it.answer();
  type(it, "to all");
  it.drafts.change((draft) => ({ ...draft, notAsked: ["a"] }));
  it.show("b", true);
  expect(it.drafts.$draft.get()).toMatchObject({ text: "to all", notAsked: ["a"] });
  await vi.advanceTimersByTimeAsync(300);
  expect(it.kept.get("shared")).toEqual({ text: "to all", chips: [], notAsked: ["a"] });
  it.show("b");
  it.drafts.moveHere("comparison a");
  await it.answer();
  expect(it.drafts.$draft.get()).toMatchObject({ text: "of b\n\nto all", notAsked: [] });
  expect([...it.kept]).toEqual([["b", { text: "of b\n\nto all", chips: [] }]]);
  it.show("b", true);
  it.drafts.moveHere("b");
  await it.answer();
  expect(it.drafts.$draft.get().text).toBe("of b\n\nto all");
  expect([...it.kept.keys()]).toEqual(["shared"]);
});

test("each conversation has its own draft, and a closing window stores it at once", async () => {
  const it = page();
  it.show("a");
  await it.answer();
  type(it, "of a");
  it.show("b");
  await it.answer();
  expect(it.drafts.$draft.get().text).toBe("");
  type(it, "of b");
  it.drafts.storeNow();
  expect([...it.kept].map(([id, { text }]) => [id, text])).toEqual([
    ["a", "of a"],
    ["b", "of b"],
  ]);
  it.show("a");
  expect(it.drafts.$draft.get().text).toBe("of a");
});

test("what was typed last in a conversation that is deleted is stored: the deletion can be undone", async () => {
  const it = page();
  it.show("a");
  await it.answer();
  type(it, "of a");
  it.drafts.forget("a");
  expect(it.drafts.$draft.get().text).toBe("");
  expect(it.kept.get("a")?.text).toBe("of a");
});

const file = { kind: "file", path: "plan.md" } as const;
const toAll = new Map([["shared", { text: "To all", chips: [file] }]]);

test("a draft that main has moved into a conversation is there, also where it was empty, and the next key keeps it", async () => {
  const it = page(new Map(toAll));
  it.show("a");
  await it.answer();
  it.show("d");
  await it.answer();
  it.moveInMain("a", { text: "To all", chips: [file] });
  it.show("a");
  await it.answer();
  expect(it.drafts.$draft.get()).toMatchObject({ text: "To all", chips: [file] });
  it.drafts.change((draft) => ({ ...draft, text: `${draft.text}!` }));
  await vi.advanceTimersByTimeAsync(300);
  expect(it.kept.get("a")).toEqual({ text: "To all!", chips: [file] });
});

test("a draft that main has moved is put below what main does not have yet, and both are stored", async () => {
  const it = page(new Map(toAll));
  it.show("a");
  await it.answer();
  type(it, "Half a");
  it.moveInMain("a", { text: "To all", chips: [file] });
  expect(it.drafts.$draft.get()).toMatchObject({ text: "Half a\n\nTo all", chips: [file] });
  await vi.advanceTimersByTimeAsync(300);
  expect(it.kept.get("a")).toEqual({ text: "Half a\n\nTo all", chips: [file] });
});

test("what a window alone has of the draft that main has moved goes with it", async () => {
  const it = page(new Map(toAll));
  it.show("a", true);
  await it.answer();
  it.drafts.change((draft) => withChip({ ...draft, text: "To all of you" }, { kind: "document", doc: "doc-1" }));
  it.show("d");
  await it.answer();
  it.moveInMain("a", { text: "Of a\n\nTo all", chips: [file] });
  it.show("a");
  expect(it.drafts.$draft.get()).toMatchObject({
    text: "Of a\n\nTo all\n\nTo all of you",
    chips: [file, { kind: "document" }],
  });
  await vi.advanceTimersByTimeAsync(300);
  expect(it.kept.get("a")?.text).toContain("To all of you");
  expect(it.kept.has("shared")).toBe(false);
});

test("the field goes on with its draft in the conversation that main has moved it to, each text once", async () => {
  const it = page(new Map([...toAll, ["a", { text: "Of a", chips: [] }]]));
  it.show("a", true);
  await it.answer();
  it.moveInMain("a", { text: "Of a\n\nTo all", chips: [file] });
  expect(it.drafts.$draft.get().text).toBe("To all");
  it.show("a");
  it.drafts.moveHere("comparison a");
  // What main has stored is not overwritten before it is known.
  expect(it.kept.get("a")?.text).toBe("Of a\n\nTo all");
  await it.answer();
  expect(it.drafts.$draft.get()).toMatchObject({ text: "Of a\n\nTo all", chips: [file] });
  expect([...it.kept]).toEqual([["a", { text: "Of a\n\nTo all", chips: [file] }]]);
});

test("a draft that has moved away is loaded again when it is shown: another window may have moved one there", async () => {
  const it = page(new Map(toAll));
  it.show("a", true);
  await it.answer();
  it.show("a");
  await it.answer();
  it.drafts.moveHere("comparison a");
  await vi.advanceTimersByTimeAsync(300);
  it.kept.set("shared", { text: "From elsewhere", chips: [] });
  it.show("a", true);
  await it.answer();
  expect(it.drafts.$draft.get().text).toBe("From elsewhere");
});

test("what is stored in a conversation stays there if its draft moves away before main has answered", async () => {
  const it = page(new Map([["a", { text: "Of a", chips: [] }]]));
  it.show("a", true);
  await it.answer();
  type(it, "To all");
  it.show("a");
  it.drafts.moveHere("comparison a");
  type(it, "To all!");
  it.show("a", true);
  it.drafts.moveHere("a");
  await it.answer();
  await vi.advanceTimersByTimeAsync(300);
  expect(Object.fromEntries([...it.kept].map(([key, { text }]) => [key, text]))).toEqual({
    a: "Of a",
    shared: "To all!",
  });
});
