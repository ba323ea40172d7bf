import { expect, test } from "vitest";
import type { ShownMessage, ShownThread } from "../../../shared/comments";
import { type Filter, filtersOf, isShown } from "./thread-filters";

const message = (name: string, kind: ShownMessage["kind"] = "user"): ShownMessage => ({
  name,
  kind,
  text: "",
  at: "",
  isMine: name === "Ann",
});
const thread = (id: string, messages: ShownMessage[], more: Partial<ShownThread> = {}): ShownThread => ({
  thread: id,
  status: "open",
  needsMe: false,
  state: "anchored",
  range: null,
  words: "",
  address: null,
  isUnread: false,
  writes: [],
  edits: [],
  messages,
  ...more,
});

const threads = [
  thread("mine", [message("Ann"), message("Claude", "agent")]),
  thread("theirs", [message("Bob"), message("Ann")], { needsMe: true, isUnread: true }),
  thread("done", [message("Codex", "agent")], { status: "resolved", isUnread: true }),
];
const shown = (filter: Filter) => threads.filter((each) => isShown(each, filter)).map((each) => each.thread);

test("a filter shows the threads that it names", () => {
  expect(shown("open")).toEqual(["mine", "theirs"]);
  expect(shown("unread")).toEqual(["theirs", "done"]);
  expect(shown("mine")).toEqual(["mine"]);
  expect(shown("needs me")).toEqual(["theirs"]);
  expect(shown("by Claude")).toEqual(["mine"]);
  expect(shown("resolved")).toEqual(["done"]);
});

test("there is a filter for each agent that wrote in an open thread", () => {
  expect(filtersOf(threads).map(({ id }) => id)).toEqual([
    "open",
    "unread",
    "mine",
    "needs me",
    "by Claude",
    "resolved",
  ]);
});
