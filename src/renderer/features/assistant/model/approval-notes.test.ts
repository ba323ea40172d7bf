import { atom } from "nanostores";
import { expect, test } from "vitest";
import type { Conversation, Turn } from "../../../../shared/conversation";
import { createApprovalNotes } from "./approval-notes";
import { type Draft, emptyDraft } from "./draft";

const conversation = (id: string, status: "approving" | "running" | "stopped", call = "c1") =>
  ({ id, turns: [{ state: { status, approval: { call } } } as unknown as Turn] }) satisfies Pick<
    Conversation,
    "id" | "turns"
  >;

function notesOf() {
  const $conversation = atom<Pick<Conversation, "id" | "turns"> | null>(conversation("a", "approving"));
  let draft: Draft = { ...emptyDraft, text: "And then?" };
  const notes = createApprovalNotes($conversation, (edit) => {
    draft = edit(draft);
  });
  return {
    $conversation,
    notes,
    textOf: (call: string) => notes.$notes.get().get(call)?.text,
    draft: () => draft.text,
  };
}

test("a half-typed reason stays when the card asks again or another conversation is shown", () => {
  const { $conversation, notes, textOf, draft } = notesOf();
  notes.type("c1", "Not the ti");
  $conversation.set(conversation("a", "approving"));
  $conversation.set(conversation("b", "running"));
  $conversation.set(null);
  $conversation.set(conversation("a", "approving"));
  expect(textOf("c1")).toBe("Not the ti");
  expect(draft()).toBe("And then?");
});

test("the reason of a card that goes without an answer is put below the draft", () => {
  const { $conversation, notes, textOf, draft } = notesOf();
  notes.type("c1", "Not the ti");
  $conversation.set(conversation("a", "stopped"));
  expect(textOf("c1")).toBeUndefined();
  expect(draft()).toBe("And then?\n\nNot the ti");
});

test("the reason of a card that was answered here is not kept, unless the answer failed", () => {
  const { $conversation, notes, textOf, draft } = notesOf();
  notes.type("c1", "Not the title");
  notes.setSent("c1", true);
  notes.setSent("c1", false);
  notes.setSent("c1", true);
  $conversation.set(conversation("a", "running"));
  expect(textOf("c1")).toBeUndefined();
  expect(draft()).toBe("And then?");
});
