import { expect, it } from "vitest";
import type { QuestionDraft } from "../../../../shared/conversation";
import { createWindowDrafts } from "./window-drafts";

const draft = (text: string): QuestionDraft => ({ text, chips: [] });

function start(stored: Record<string, QuestionDraft> = {}) {
  const kept = new Map(Object.entries(stored));
  const drafts = createWindowDrafts({
    draft: (key) => kept.get(key) ?? null,
    saveDraft: (key, value) => void (value === null ? kept.delete(key) : kept.set(key, value)),
  });
  const type = (window: string, text: string | null) => drafts.save("c", window, text === null ? null : draft(text));
  return { drafts, type, text: () => kept.get("c")?.text ?? null };
}

it("what one window has typed stays stored while another one types, sends or deletes its own text", () => {
  const { type, text } = start();
  type("a", "Why is the sky blue?");
  type("b", "H");
  type("b", "How deep is the sea?");
  expect(text()).toBe("Why is the sky blue?\n\nHow deep is the sea?");
  type("b", null);
  expect(text()).toBe("Why is the sky blue?");
  type("a", "Why?");
  expect(text()).toBe("Why?");
  type("a", null);
  expect(text()).toBeNull();
});

it("a window that shows the text of another one and goes on with it stores it once", () => {
  const { drafts, type, text } = start();
  type("a", "Why");
  expect(drafts.read("c", "b")?.text).toBe("Why");
  type("b", "Why is the sky blue?");
  expect(text()).toBe("Why is the sky blue?");
});

it("the text of a closed window goes on in the next one that shows it, and goes when that one deletes it", () => {
  const { drafts, type, text } = start();
  type("a", "Why?");
  drafts.closed("a");
  type("b", "How?");
  expect(text()).toBe("Why?\n\nHow?");
  drafts.closed("b");
  expect(drafts.read("c", "d")?.text).toBe("Why?\n\nHow?");
  type("d", "Something else");
  expect(text()).toBe("Something else");
  type("d", null);
  expect(text()).toBeNull();
});

it("the text of an earlier run belongs to the first window that changes it", () => {
  const { drafts, type, text } = start({ c: draft("Earlier") });
  expect(drafts.read("c", "a")?.text).toBe("Earlier");
  type("a", "Now");
  expect(text()).toBe("Now");
});

it("a draft that somebody else has stored is not joined with what windows had before", () => {
  const { drafts, type, text } = start();
  type("a", "Before");
  drafts.forget("c");
  type("b", "After");
  expect(text()).toBe("After");
});
