import { Text } from "@codemirror/state";
import { expect, test } from "vitest";
import type { AuthoredSpan, Authorship, WriterShare } from "../../../shared/authorship";
import {
  colourOf,
  explained,
  howWritten,
  reasonsOf,
  shownName,
  statementMarkdown,
  statementOf,
  wholePercents,
} from "../../ui/authorship-statement";
import { wordsOf } from "./show-authorship";
import { oneAtATime } from "./use-authorship";

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

test("percents are whole, add up to a hundred, and are rounded down first", () => {
  const shares = (...of: number[]) =>
    wholePercents(of.map((share) => writer("user", "ann", share))).map((each) => each.share);
  expect(shares(78 / 138, 37 / 138, 23 / 138)).toEqual([0.56, 0.27, 0.17]);
  expect(shares(1 / 3, 1 / 3, 1 / 3)).toEqual([0.34, 0.33, 0.33]);
  expect(shares(0.29, 0.57, 0.14)).toEqual([0.29, 0.57, 0.14]);
  expect(shares()).toEqual([]);
  const halves = [writer("agent", "Claude", 0.5, 0.33), writer("user", "ann", 0.5)];
  expect(statementOf({ writers: halves })).toBe(
    "Words by 17 % Claude (reviewed by you), 33 % Claude (not reviewed), 50 % You.",
  );
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

test("for others than the user, the user's words have the user's name", () => {
  expect(shownName(writer("user", "you", 1), "ann")).toBe("ann");
  expect(shownName(writer("pasted", "you", 1), "ann")).toBe("pasted by ann");
  expect(explained(span(1, "user", "you"), new Date("2026-11-03T10:00:00.000Z"), "ann")).toMatch(/^ann, /);
});

test("guests and members of a shared folder are people, not programs", () => {
  expect(howWritten(writer("program", "Ann (guest)", 1))).toBe("another person");
  expect(howWritten(writer("program", "git", 1))).toBe("another program");
});

test("the reasons are the notes and questions that led to words, once each, the newest first", () => {
  const spans = [
    span(3, "agent", "Claude", { note: "It was", at: "2026-11-03T09:05:00.000Z" }),
    span(5, "user", "you"),
    span(4, "agent", "Claude", { note: "It was", at: "2026-11-04T09:05:00.000Z" }),
    span(2, "agent", "Claude", { request: "Shorter?", at: "2026-11-05T09:05:00.000Z" }),
  ];
  expect(reasonsOf({ spans }).map(({ note, request, characters }) => [note ?? request, characters])).toEqual([
    ["Shorter?", 2],
    ["It was", 7],
  ]);
});

test("the statement as Markdown names the user, and markup in names and notes stays text", () => {
  const spans = [span(3, "agent", "a|b *c*", { note: "first\nline <img src=x>" })];
  const own = [
    writer("user", "you", 0.6),
    writer("agent", "a|b *c*", 0.3, 0.5, 0.25),
    writer("unknown", "unknown", 0.1),
  ];
  const authorship: Authorship = {
    characters: 100,
    words: 3,
    writers: own,
    spans,
    warnings: ["1 of 9 versions is gone"],
  };
  expect(statementMarkdown(authorship, { file: "a_b.md", user: "ann" })).toBe(
    [
      "# Who wrote a\\_b.md",
      "Words by 60 % ann, 15 % a\\|b \\*c\\* (reviewed by ann, 50 % of it changed since), 15 % a\\|b \\*c\\* (not reviewed), 10 % unknown.",
      "| Writer | How | Words | Characters | Share | Reviewed |\n| --- | --- | ---: | ---: | ---: | --- |\n| ann | typed | 1 | 60 | 60 % | – |\n| a\\|b \\*c\\* | agent | 1 | 30 | 30 % | 50 %, 50 % of it changed since |\n| unknown | not known | 1 | 10 | 10 % | – |",
      "## Why it was written",
      "- a\\|b \\*c\\*: first line \\<img src=x\\>",
      "## What is not known",
      "- 10 % of the text: it was there before Galley stored its first version, or came with a version that is no longer stored.\n- 1 of 9 versions is gone\n",
    ].join("\n\n"),
  );
});

test("who wrote a text is read by one request at a time, and once more for all changes meanwhile", async () => {
  const answers: (() => void)[] = [];
  const again = oneAtATime(() => new Promise((resolve) => answers.push(resolve)));
  const all = [again(), again(), again()];
  expect(answers).toHaveLength(1);
  answers[0]?.();
  await expect.poll(() => answers.length).toBe(2);
  answers[1]?.();
  await Promise.all(all);
  const failing = oneAtATime(async () => {
    answers.length += 1;
    throw new Error("gone");
  });
  await expect(failing()).rejects.toThrow("gone");
  await expect(failing()).rejects.toThrow("gone");
  expect(answers).toHaveLength(4);
});
