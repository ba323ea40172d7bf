import { expect, test } from "vitest";
import type { MovedDraft } from "../../../../shared/assistant-requests";
import type { Comparison, Conversation, QuestionDraft } from "../../../../shared/conversation";
import { Recipients, sharedDraftKey } from "./recipients";

const members = ["a", "b", "c"];
const plan = { kind: "file", path: "plan.md" } as const;
const notes = { kind: "file", path: "notes.md" } as const;
const toAll: QuestionDraft = { text: "To all", chips: [plan], notAsked: ["b"] };

/** A comparison of these conversations, with `toAll` typed below it and these drafts of its members. */
function compared(comparison: Comparison, own: Record<string, QuestionDraft> = {}) {
  const all = new Map(
    comparison.members.map((id) => [id, { id, folder: null, comparison } as unknown as Conversation]),
  );
  const shared = sharedDraftKey({ id: "a", comparison });
  const drafts = new Map(Object.entries({ ...own, [shared]: toAll }));
  const moved: MovedDraft[] = [];
  const now = (id: string) => all.get(id) as Conversation;
  const recipients = new Recipients({
    conversations: {
      of: (id: string) => ({
        now: now(id),
        head: (some: Partial<Conversation>) => all.set(id, { ...now(id), ...some }),
      }),
    },
    store: {
      has: (id: string) => all.has(id),
      draft: (key: string) => drafts.get(key) ?? null,
      saveDraft: (key: string, draft: QuestionDraft | null) =>
        draft === null ? drafts.delete(key) : drafts.set(key, draft),
    },
    listed: () => {},
    draftMoved: (each: MovedDraft) => moved.push(each),
  } as unknown as ConstructorParameters<typeof Recipients>[0]);
  return {
    recipients,
    moved,
    drafts: () => Object.fromEntries([...drafts].map(([key, { text }]) => [key, text])),
    draft: (id: string) => drafts.get(id),
    remove(id: string) {
      const gone = now(id);
      all.delete(id);
      recipients.removed(gone);
    },
  };
}

const two = { members: ["a", "b"], isChosen: false };
const ofA = { a: { text: "Of a", chips: [notes] } };

test("what was typed to all is put below what is typed in the conversation that is left", () => {
  const it = compared(two, ofA);
  it.remove("b");
  expect(it.draft("a")).toEqual({ text: "Of a\n\nTo all", chips: [notes, plan] });
  expect(it.drafts()).toEqual({ a: "Of a\n\nTo all" });
});

test("what was typed to all is put below what is typed in the conversation that the user goes on with", () => {
  const it = compared(two, ofA);
  it.recipients.choose("a", true);
  expect(it.draft("a")).toEqual({ text: "Of a\n\nTo all", chips: [notes, plan] });
  expect(it.drafts()).toEqual({ a: "Of a\n\nTo all" });
});

test("what was typed to all goes on in the one open member when another one is deleted or closed", () => {
  const removed = compared({ members, isChosen: false, closed: ["a"] });
  removed.remove("b");
  expect(removed.drafts()).toEqual({ c: "To all" });
  const closed = compared({ members, isChosen: false, closed: ["a"] });
  closed.recipients.close("c", true);
  expect(closed.drafts()).toEqual({ b: "To all" });
});

test("what was typed to all stays while two members are open", () => {
  const it = compared({ members, isChosen: false }, ofA);
  it.recipients.close("b", true);
  it.recipients.choose("a", false);
  it.remove("c");
  expect(it.drafts()).toEqual({ a: "Of a", "comparison a": "To all" });
  expect(it.moved).toEqual([]);
});

test("the renderers get the draft's new position, once", () => {
  const it = compared(two, ofA);
  it.recipients.close("b", true);
  it.recipients.choose("a", true);
  const draft = { text: "Of a\n\nTo all", chips: [notes, plan] };
  expect(it.moved).toEqual([{ from: "comparison a", conversation: "a", moved: toAll, draft }]);
});
