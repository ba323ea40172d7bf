import { expect, test } from "vitest";
import type { ContextChip } from "../../../shared/conversation";
import { chipKey, chipsOf, emptyDraft, sentDraft, withChip, withoutChip } from "./draft";

const open: ContextChip = { kind: "document", doc: "doc-1" };
const selected: ContextChip = { kind: "selection", doc: "doc-1", text: "one", lineFrom: 1, lineTo: 1 };
const file: ContextChip = { kind: "file", path: "notes.md" };

test("what the page adds by itself and what was added by hand go along, nothing twice", () => {
  const draft = withChip(withChip(emptyDraft, file), { ...file });
  expect(chipsOf(draft, [open, selected])).toEqual([open, selected, file]);
  expect(chipsOf(withChip(draft, open), [open])).toEqual([open, file]);
});

test("what was taken out stays out, also after it was sent, until it is added by hand", () => {
  const without = withoutChip(emptyDraft, open);
  expect(chipsOf(without, [open])).toEqual([]);
  expect(chipsOf(sentDraft(without), [open])).toEqual([]);
  expect(chipsOf(withChip(without, open), [open])).toEqual([open]);
});

test("another selection goes along, although the one before was taken out", () => {
  const draft = withoutChip(emptyDraft, selected);
  const next: ContextChip = { ...selected, text: "two" };
  expect(chipsOf(draft, [selected])).toEqual([]);
  expect(chipsOf(draft, [next])).toEqual([next]);
});

test("after it was sent the words and what was added by hand are gone", () => {
  const draft = withChip({ ...emptyDraft, text: "Why?" }, file);
  expect(sentDraft(draft)).toEqual(emptyDraft);
});

test("kinds that name the same path are told apart", () => {
  const keys = [
    file,
    { kind: "section", path: "notes.md", address: "a" },
    { kind: "paragraph", path: "notes.md", id: "a" },
  ] as ContextChip[];
  expect(new Set(keys.map(chipKey)).size).toBe(3);
});
