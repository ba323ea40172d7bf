import { expect, test } from "vitest";
import type { ContextChip, Recipient } from "../../../../shared/conversation";
import { chipKey } from "../../../../shared/question-drafts";
import {
  chipsOf,
  emptyDraft,
  joinedDrafts,
  sentDraft,
  withChip,
  withoutChip,
  withoutRecipient,
  withRecipient,
} from "./draft";

const open: ContextChip = { kind: "document", doc: "doc-1" };
const selected: ContextChip = { kind: "selection", doc: "doc-1", text: "one", lineFrom: 1, lineTo: 1 };
const file: ContextChip = { kind: "file", path: "notes.md" };

test("automatic and added chips are combined without duplicates", () => {
  const draft = withChip(withChip(emptyDraft, file), { ...file });
  expect(chipsOf(draft, [open, selected])).toEqual([open, selected, file]);
  expect(chipsOf(withChip(draft, open), [open])).toEqual([open, file]);
});

test("a removed chip stays removed after sending, until the user adds it", () => {
  const without = withoutChip(emptyDraft, open);
  expect(chipsOf(without, [open])).toEqual([]);
  expect(chipsOf(sentDraft(without), [open])).toEqual([]);
  expect(chipsOf(withChip(without, open), [open])).toEqual([open]);
});

test("a new selection is added although the previous one was removed", () => {
  const draft = withoutChip(emptyDraft, selected);
  const next: ContextChip = { ...selected, text: "two" };
  expect(chipsOf(draft, [selected])).toEqual([]);
  expect(chipsOf(draft, [next])).toEqual([next]);
});

test("sending clears the text and the added chips", () => {
  const draft = withChip({ ...emptyDraft, text: "Why?" }, file);
  expect(sentDraft(draft)).toEqual(emptyDraft);
});

test("chips of different kinds with the same path have different keys", () => {
  const keys = [
    file,
    { kind: "section", path: "notes.md", address: "a" },
    { kind: "paragraph", path: "notes.md", id: "a" },
  ] as ContextChip[];
  expect(new Set(keys.map(chipKey)).size).toBe(3);
});

test("a draft has each recipient once, at most four, and none after sending", () => {
  const agent = (id: string): Recipient => ({ kind: "agent", agent: id });
  const draft = ["a", "b", "a", "c", "d", "e"].map(agent).reduce(withRecipient, emptyDraft);
  expect(draft.recipients).toEqual(["a", "b", "c", "d"].map(agent));
  expect(withoutRecipient(draft, agent("b")).recipients).toEqual(["a", "c", "d"].map(agent));
  expect(sentDraft(draft).recipients).toEqual([]);
});

test("joined drafts keep both texts and all chips, also one that the other draft had removed", () => {
  const draft = { ...withoutChip(emptyDraft, file), text: "Of a" };
  const other = { ...withChip(emptyDraft, file), text: "To all" };
  const joined = joinedDrafts(draft, other);
  expect(joined.text).toBe("Of a\n\nTo all");
  expect(chipsOf(joined, [])).toEqual([file]);
  expect(joinedDrafts(joined, other)).toEqual(joined);
  expect(joinedDrafts(draft, joined)).toEqual(joined);
});
