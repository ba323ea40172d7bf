import { expect, test } from "vitest";
import { MAX_COMMENT } from "../../../../core/limits";
import type { PlacedThread } from "../../../engine/ports/comments";
import { repeatedFindings, withRepeated } from "./join-findings";

type Some = {
  text: string;
  by?: string;
  kind?: "user" | "agent";
  from?: number;
  to?: number;
  at?: string;
  replies?: number;
};

const thread = (
  id: string,
  { text, by = "one", kind = "agent", from = 10, to = 20, at, replies = 0 }: Some,
): PlacedThread => {
  const message = { author: { name: by, kind }, text, at: at ?? `2026-01-01T00:00:0${id}Z` };
  return {
    thread: id,
    realPath: "/a.md",
    status: "open",
    changed: message.at,
    anchor: {} as PlacedThread["anchor"],
    messages: [message, ...Array.from({ length: replies }, () => message)],
    place: { state: "anchored", from, to },
  };
};
const found = (...threads: PlacedThread[]) =>
  repeatedFindings(threads, { readers: ["one", "two"], since: "2026-01-01T00:00:00Z" }).map(
    ({ thread: own, earliest }) => `${own} repeats ${earliest}`,
  );

const first = thread("1", { text: "Must fix: The harbour was closed in 1842, not 1824." });

test("a finding that says the same about the same words repeats the earliest, whatever its verdict and words around it", () => {
  const same = thread("2", {
    text: "Should fix: the harbour closed in 1842; the text says 1824.",
    by: "two",
    from: 8,
    to: 18,
  });
  const third = thread("3", { text: "Consider: was the harbour not closed 1842?", by: "two", from: 12, to: 14 });
  expect(found(third, same, first)).toEqual(["2 repeats 1", "3 repeats 1"]);
  const chinese = (id: string, text: string) => thread(id, { text });
  expect(found(chinese("1", "Must fix：港口在1842年关闭"), chinese("2", "Should fix：港口是1842年关闭的"))).toEqual([
    "2 repeats 1",
  ]);
});

test.each([
  ["another finding there", thread("2", { text: "Consider: a long sentence with many commas", by: "two" })],
  ["the same elsewhere", thread("2", { text: "Must fix: The harbour was closed in 1842.", from: 19, to: 40 })],
  ["a person's", thread("2", { text: "The harbour was closed in 1842.", kind: "user" })],
  ["another agent's", thread("2", { text: "Must fix: The harbour was closed in 1842.", by: "three" })],
  ["one with an answer", thread("2", { text: "Must fix: The harbour was closed in 1842.", replies: 1 })],
  [
    "an earlier round's",
    thread("2", { text: "Must fix: The harbour was closed in 1842.", at: "2025-12-31T00:00:00Z" }),
  ],
])("%s is not a repetition", (_, other) => {
  expect(found(first, other)).toEqual([]);
});

test.each([
  ["Must fix: Wrong date.", "Must fix: Wrong name.", false],
  ["Must fix: Wrong date.", "Consider: wrong date", true],
  ["Must fix: Not Ann, Sue.", "Must fix: Not Ann, Bob.", false],
  ["Must fix：日期错误", "Must fix：名字错误", false],
  ["Must fix：这是错误的日期", "Must fix：这是错误的名字", false],
  ["Must fix：日期错误", "Consider：日期错误。", true],
])("of a few words, “%s” and “%s” are one only if all are the same", (one, other, isSame) => {
  expect(found(thread("1", { text: one }), thread("2", { text: other, by: "two" }))).toEqual(
    isSame ? ["2 repeats 1"] : [],
  );
});

const also = (names: readonly string[]) => `Also found by ${names.join(", ")}.`;
const joined = (...repeated: PlacedThread[]) =>
  withRepeated(first, repeated, { changed: "2026-01-02T00:00:00Z", alsoFoundBy: also });
const shown = (...repeated: PlacedThread[]) =>
  joined(...repeated).messages.map(({ author, text }) => `${author.name}: ${text}`);

test("a finding that says something more, or has another verdict, is a message of the thread", () => {
  const second = thread("2", { text: "Again", by: "two" });
  const milder = thread("3", { text: "Consider: The harbour was closed in 1842, not 1824.", by: "three" });
  expect(shown(second, milder)).toEqual([
    "one: Must fix: The harbour was closed in 1842, not 1824.",
    "two: Again",
    "three: Consider: The harbour was closed in 1842, not 1824.",
  ]);
  expect(joined(second).changed).toBe("2026-01-02T00:00:00Z");
});

test("equal findings are one message that names all who found it", () => {
  const second = thread("2", { text: "**Must fix:** the harbour was closed in 1842 – not 1824", by: "two" });
  const third = thread("3", { text: "must fix: Harbour was closed in 1842, not 1824!", by: "three" });
  expect(shown(second, third, second)).toEqual([
    "one: Must fix: The harbour was closed in 1842, not 1824.\n\nAlso found by two, three.",
  ]);
  // By the same reader, twice.
  expect(shown(thread("4", { text: first.messages[0]?.text ?? "" }))).toEqual([
    "one: Must fix: The harbour was closed in 1842, not 1824.",
  ]);
});

test.each([
  ["another number", "Must fix: The harbour was closed in 1842, not 1825."],
  ["another order", "Must fix: The harbour was closed in 1824, not 1842."],
  ["a word more", "Must fix: The harbour was never closed in 1842, not 1824."],
  ["a sign more", "Must fix: The harbour was closed in 1842, not 1824 ±2."],
  ["a percent sign", "Must fix: The harbour was closed in 1842 %, not 1824."],
  ["a minus", "Must fix: The harbour was closed in -1842, not 1824."],
  ["an article within the sentence", "Must fix: The harbour was closed in the 1842, not 1824."],
])("findings that differ by %s are two messages", (_, text) => {
  expect(shown(thread("2", { text, by: "two" }))).toHaveLength(2);
});

test.each([
  ["Must fix: Write “a hotel”, not “an hotel”.", "Must fix: Write “an hotel”, not “a hotel”."],
  ["Must fix: Use “Polish”, not “polish” here.", "Must fix: Use “polish”, not “Polish” here."],
  ["Must fix: write Polish, not polish there.", "Must fix: write polish, not Polish there."],
  ['Must fix: Write "its", and then a comma.', `Must fix: Write "it's", and then a comma.`],
  ["Must fix: The end is `a, b` in the list.", "Must fix: The end is `a; b` in the list."],
  ["Must fix: delete the word the before ships.", "Must fix: delete the word a before ships."],
  ["Must fix：这里应为“的”字，不是“了”字", "Must fix：这里应为“了”字，不是“的”字"],
])("findings about the words themselves are two messages: %s %s", (one, other) => {
  const { messages } = withRepeated(thread("1", { text: one }), [thread("2", { text: other, by: "two" })], {
    changed: "",
    alsoFoundBy: also,
  });
  expect(messages.map(({ text }) => text)).toEqual([one, other]);
});

test("the user's own words are never changed, and no message becomes longer than may be stored", () => {
  const { text } = first.messages[0] ?? { text: "" };
  const answered = {
    ...first,
    messages: [...first.messages, { author: { name: "Ann", kind: "user" as const }, text: "Again", at: "" }],
  };
  const again = thread("2", { text: "Again", by: "two" });
  const { messages } = withRepeated(answered, [again], { changed: "", alsoFoundBy: also });
  expect(messages.map((each) => [each.author.name, each.text])).toEqual([
    ["one", text],
    ["Ann", "Again"],
    ["two", "Again"],
  ]);
  const long = "long ".repeat(MAX_COMMENT / 5);
  const both = withRepeated(thread("1", { text: long }), [thread("2", { text: long, by: "two" })], {
    changed: "",
    alsoFoundBy: also,
  });
  expect(both.messages.map((each) => [each.author.name, each.text.length])).toEqual([
    ["one", MAX_COMMENT],
    ["two", MAX_COMMENT],
  ]);
});
