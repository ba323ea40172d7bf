import { expect, test } from "vitest";
import { createPendingApprovals } from "./pending-approvals";

function approvals() {
  const shown = new Map<string, string>();
  const pending = createPendingApprovals(
    { show: (key, { title }) => void shown.set(key, title), withdraw: (key) => void shown.delete(key) },
    { broadcast: () => true, windowOf: () => ({ bringToFront() {}, send: () => true }) },
  );
  const ask = (key: string, comparison: string | null) =>
    pending.approvalRequested({
      key,
      agent: key,
      kinds: ["edit"],
      names: ["a.md"],
      conversation: key,
      folder: null,
      comparison,
    });
  return { ...pending, ask, shown: () => [...shown.keys()] };
}

test("the members of a comparison that wait for the user share one notification, which goes on to the next", () => {
  const it = approvals();
  it.ask("one", "x");
  it.ask("two", "x");
  it.ask("one", "x");
  expect(it.shown()).toEqual(["one"]);
  expect(it.conversations()).toEqual(["one", "two"]);
  it.approvalResolved("one");
  expect(it.shown()).toEqual(["two"]);
  it.ask("three", "x");
  it.approvalResolved("three");
  expect(it.shown()).toEqual(["two"]);
  it.approvalResolved("two");
  expect(it.shown()).toEqual([]);
  it.ask("one", "x");
  expect(it.shown()).toEqual(["one"]);
});

test("conversations that are shown alone have a notification each", () => {
  const it = approvals();
  it.ask("one", null);
  it.ask("two", null);
  it.ask("three", "x");
  expect(it.shown()).toEqual(["one", "two", "three"]);
});
