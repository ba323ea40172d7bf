import { expect, test } from "vitest";
import { createAnnouncements } from "./announcements";
import { decideAuthor } from "./decide-author";

const nothing = { announcedBy: null, isGit: false, atWork: [] };
const agents = { mode: "agents", git: "ask" } as const;
const of = (...args: Parameters<typeof decideAuthor>) => {
  const { by, isReviewed } = decideAuthor(...args);
  return `${by.kind} ${by.name}${isReviewed ? ", pending" : ""}`;
};

test("who announced a write counts most, then Git, then the only agent at work", () => {
  const all = { announcedBy: "Claude Code", isGit: true, atWork: ["codex"] };
  expect(of(all, agents)).toBe("agent Claude Code, pending");
  expect(of({ ...all, announcedBy: null }, agents)).toBe("program Git, pending");
  expect(of({ ...nothing, atWork: ["codex"] }, agents)).toBe("agent codex, pending");
  expect(of({ ...nothing, atWork: ["codex", "gemini"] }, agents)).toBe("program External change, pending");
});

test("without an agent only always makes a write pending, and never none", () => {
  expect(of(nothing, agents)).toBe("program External change");
  expect(of({ ...nothing, isGit: true }, agents)).toBe("program Git");
  expect(of(nothing, { mode: "always", git: "ask" })).toBe("program External change, pending");
  expect(of({ announcedBy: "x", isGit: true, atWork: ["x"] }, { mode: "never", git: "review" })).toBe("agent x");
});

test("accepted Git changes are not pending, whoever is at work", () => {
  expect(of({ ...nothing, isGit: true, atWork: ["x"] }, { mode: "always", git: "accept" })).toBe("program Git");
});

test("an announced version is expected for minutes, any version of the file for seconds, and not once it is written", () => {
  let now = 0;
  const announcements = createAnnouncements(() => now);
  const announced = { realPath: "/w/a.md", by: "Claude Code", session: "1", phase: "before", version: "v1" } as const;
  announcements.add(announced);
  const writerOf = (to: string, realPath = "/w/a.md") => announcements.writerOf({ realPath, to });
  expect([writerOf("v1"), writerOf("other"), writerOf("v1", "/w/b.md")]).toEqual(["Claude Code", "Claude Code", null]);
  now = 11_000;
  expect([writerOf("v1"), writerOf("other")]).toEqual(["Claude Code", null]);
  announcements.add({ ...announced, version: "v2" });
  announcements.add({ ...announced, phase: "after", version: "v3" });
  expect([writerOf("v3"), writerOf("v2"), writerOf("other")]).toEqual(["Claude Code", null, null]);
  now += 10 * 60_000 + 1;
  expect(writerOf("v3")).toBeNull();
});

test("the conversation is the one that announced the version, else the only one at work there", () => {
  let now = 0;
  const announcements = createAnnouncements(() => now);
  const realPath = "/w/a.md";
  const claude = { by: "Claude Code", folder: "/w" };
  const conversation = (to: string, by = "Claude Code") => announcements.conversationOf({ realPath, to }, by);
  announcements.atWork({ ...claude, session: "1", conversation: "one" });
  announcements.atWork({ by: "Codex", folder: "/w", session: "9", conversation: "nine" });
  announcements.atWork({ ...claude, session: "hook" });
  expect([conversation("v"), conversation("v", "Codex"), conversation("v", "Gemini")]).toEqual(["one", "nine", null]);
  announcements.atWork({ ...claude, session: "2", conversation: "two" });
  expect(conversation("v")).toBeNull();
  const announced = { realPath, by: "Claude Code", phase: "before" } as const;
  announcements.add({ ...announced, session: "2", conversation: "two", version: "v2" });
  announcements.add({ ...announced, session: "hook", version: "v2" });
  announcements.add({ ...announced, session: "1", conversation: "one", version: "v1" });
  expect([conversation("v1"), conversation("v2"), conversation("v2", "Codex")]).toEqual(["one", "two", "nine"]);
  now = 121_000;
  expect(conversation("v3")).toBeNull();
});

test("an agent is at work for two minutes in its folder, and what is kept is bounded", () => {
  let now = 0;
  const announcements = createAnnouncements(() => now);
  announcements.atWork({ by: "Claude Code", session: "1", folder: "/w" });
  expect([announcements.workersAt("/w/a.md"), announcements.workersAt("/work/a.md")]).toEqual([["Claude Code"], []]);
  now = 121_000;
  expect(announcements.workersAt("/w/a.md")).toEqual([]);
  for (let at = 0; at < 2000; at++)
    announcements.add({ realPath: `/w/${at}`, by: "x", session: "", phase: "before", version: "v" });
  expect(announcements.writerOf({ realPath: "/w/0", to: "v" })).toBeNull();
  expect(announcements.writerOf({ realPath: "/w/1999", to: "v" })).toBe("x");
});
