import { expect, test } from "vitest";
import { createWaitingNotices } from "./waiting-notices";

function setUp() {
  let shown: string[] = [];
  let count = 0;
  const settings = { notifyWaiting: true };
  const notify = ({ title }: { title: string }) => {
    count += 1;
    shown.push(title);
    return () => {
      shown = shown.filter((each) => each !== title);
    };
  };
  const waiting = createWaitingNotices({ notify }, () => settings);
  const show = (key: string) => waiting.show(key, { title: key, body: "" }, () => {});
  return { waiting, show, settings, shown: () => shown, count: () => count };
}

test("a pending question is notified once, and again only after it was withdrawn", () => {
  const { waiting, show, shown, count } = setUp();
  show("a");
  show("a");
  expect([shown(), count()]).toEqual([["a"], 1]);
  waiting.withdraw("a");
  waiting.withdraw("a");
  expect(shown()).toEqual([]);
  show("a");
  expect(count()).toBe(2);
});

test("notifications of a kind whose subject is no longer pending are withdrawn, and the others stay", () => {
  const { waiting, show, shown } = setUp();
  for (const key of ["http a", "http b", "card"]) show(key);
  waiting.keepOnly("http ", ["http b"]);
  expect(shown()).toEqual(["http b", "card"]);
});

test("nothing is notified while the setting is off", () => {
  const { show, settings, count } = setUp();
  settings.notifyWaiting = false;
  show("a");
  expect(count()).toBe(0);
});
