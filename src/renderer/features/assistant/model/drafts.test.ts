import { atom } from "nanostores";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { DraftOwner } from "../../../../shared/assistant-requests";
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
