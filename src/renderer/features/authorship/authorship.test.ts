import { Text } from "@codemirror/state";
import { expect, test } from "vitest";
import type { AuthoredSpan, Authorship, WriterShare } from "../../../shared/authorship";
import { colourOf, explained, statementOf } from "../../ui/authorship-statement";
import { wordsOf } from "./show-authorship";

const writer = (kind: WriterShare["kind"], name: string, share: number, reviewed = 1, stale = 0): WriterShare => ({
  kind,
  name,
  characters: share * 100,
  words: 1,
  share,
  reviewed,
  stale,
});
const span = (length: number, kind: AuthoredSpan["kind"], name: string, more: Partial<AuthoredSpan> = {}) => ({
  length,
  kind,
  name,
  at: "2026-11-03T09:05:00.000Z",
  isReviewed: true,
  isStale: false,
  ...more,
});

const writers = [
  writer("user", "ann", 0.7),
  writer("agent", "Claude", 0.2, 0.5),
  writer("agent", "Codex", 0.1, 1, 0.5),
];

test("the statement gives each writer's share, and which of the agents' are reviewed, and by whom", () => {
  expect(statementOf({ writers })).toBe(
    "Words by 70 % You, 10 % Claude (reviewed by you), 10 % Claude (not reviewed), 10 % Codex (reviewed by you, 50 % of it changed since).",
  );
  expect(statementOf({ writers: writers.slice(0, 2) }, "ann")).toBe(
    "Words by 70 % ann, 10 % Claude (reviewed by ann), 10 % Claude (not reviewed).",
  );
  expect(statementOf({ writers: [writer("user", "ann", 1)] })).toBe("Words by 100 % You.");
});

test("each agent has a colour of its own", () => {
  const colours = writers.map((each) => colourOf(each, writers));
  expect(colours).toEqual(["cm-author-user", "cm-author-agent-0", "cm-author-agent-1"]);
});

test("the words are marked one after the other, and tell what is not reviewed and what is stale apart", () => {
  const spans = [
    span(3, "user", "ann"),
    span(4, "agent", "Claude", { isReviewed: false }),
    span(2, "agent", "Codex", { isStale: true }),
    span(50, "unknown", "unknown", { at: null }),
  ];
  const authorship: Authorship = { characters: 12, words: 3, writers, spans, warnings: [] };
  const found: [number, number, string][] = [];
  wordsOf(authorship, { doc: Text.of(["twelve signs"]) }).between(0, 12, (from, to, { spec }) => {
    found.push([from, to, spec["class"]]);
  });
  expect(found).toEqual([
    [0, 3, "cm-author cm-author-user"],
    [3, 7, "cm-author cm-author-agent-0 cm-author-open"],
    [7, 9, "cm-author cm-author-agent-1 cm-author-stale"],
    [9, 12, "cm-author cm-author-unknown"],
  ]);
});

test("the pointer shows who, when, why and the question, with invisible characters written out", () => {
  const text = explained(
    span(1, "agent", "Cl\u202eaude", { note: "shorter", request: "Make it\n\nshort", isReviewed: false }),
    new Date("2026-11-05T10:00:00.000Z"),
  );
  expect(text).toMatch(/^Cl.*aude, .*Nov.*, not reviewed\nWhy: shorter\nQuestion: Make it short$/);
  expect(text).not.toContain("\u202e");
});
