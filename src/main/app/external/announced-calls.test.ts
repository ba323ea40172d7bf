import { expect, test } from "vitest";
import { createAnnouncedCalls } from "./announced-calls";
import type { AnnouncedWrite } from "./external-service";

const start = () => {
  const sent: Pick<AnnouncedWrite, "path" | "phase" | "version">[] = [];
  const call = createAnnouncedCalls(async ({ path, phase, version }) => void sent.push({ path, phase, version }));
  const own = { agent: "anna", folder: "/work", session: "s" };
  return {
    sent,
    send: (id: string, status: string, edits: Parameters<typeof call>[0]["edits"] = []) =>
      call({ ...own, call: id, status, edits }),
  };
};

test("a call that ends without naming its file announces the file that it began with", () => {
  const { sent, send } = start();
  send("1", "pending", [{ path: "a.md", before: "one", after: "two" }]);
  send("1", "in_progress");
  send("1", "completed");
  send("1", "completed");
  const path = "/work/a.md";
  expect(sent).toEqual([
    { path, phase: "before", version: null },
    { path, phase: "before", version: null },
    { path, phase: "after", version: null },
    { path: null, phase: "before", version: null },
  ]);
});

test("of a whole text the version is known", () => {
  const { sent, send } = start();
  send("1", "pending", [{ path: "/work/a.md", before: null, after: "" }]);
  expect(sent).toEqual([
    {
      path: "/work/a.md",
      phase: "before",
      version: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    },
  ]);
});

test("of a session that floods with calls and files, only so many are remembered", () => {
  const { sent, send } = start();
  const many = Array.from({ length: 500 }, (_, at) => ({ path: `${at}.md`, before: null, after: "" }));
  send("flood", "pending", many);
  expect(sent).toHaveLength(100);
  for (let at = 0; at < 300; at++) send(`${at}`, "pending");
  sent.length = 0;
  send("flood", "completed");
  expect(sent).toEqual([{ path: null, phase: "before", version: null }]);
});
