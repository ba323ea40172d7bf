import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../testing/test-app";
import { fillTemplate, formatDate } from "./notes";

let testApp: TestApp;
beforeEach(async () => {
  testApp = createTestApp({ "a.md": "one\n" });
  await testApp.start();
  await testApp.window.openWorkspace(testApp.folder);
});
afterEach(() => testApp.end());

const put = (path: string, text: string) => {
  mkdirSync(join(testApp.path(path), ".."), { recursive: true });
  writeFileSync(testApp.path(path), text);
};
const today = () => testApp.window.handlers["notes:today"](undefined);
const date = formatDate(new Date(), "YYYY-MM-DD");

test("dates are written with the letters that Obsidian's users know", () => {
  const now = new Date(2026, 10, 4, 9, 5);
  expect(formatDate(now, "YYYY/MM-DD dddd [week] WW, Do")).toBe("2026/11-04 Wednesday week 45, 4th");
  const text = "# {{title}}\n{{date}} {{ Date:ddd D }} {{time}} {{time:HH}} {{other}} {{title}}";
  expect(fillTemplate(text, { now, title: "$& {{date}}" })).toBe(
    "# $& {{date}}\n2026-11-04 Wed 4 09:05 09 {{other}} $& {{date}}",
  );
});

test("today's note is created with its template, and is the same one the next time", async () => {
  put("Templates/Daily note.md", "# {{title}}\n\n- [ ] \n");
  const path = testApp.path(`Daily notes/${date}.md`);
  expect(await today()).toEqual({ ok: true, path });
  expect(readFileSync(path, "utf8")).toBe(`# ${date}\n\n- [ ] \n`);
  writeFileSync(path, "mine\n");
  expect(await today()).toEqual({ ok: true, path });
  expect(readFileSync(path, "utf8")).toBe("mine\n");
  const engine = await testApp.engine();
  expect((await engine.history.list(path)).map(({ by, reason }) => [by.kind, reason])).toContainEqual([
    "you",
    "daily note",
  ]);
});

test("an Obsidian vault keeps its own folders and formats", async () => {
  put(
    ".obsidian/daily-notes.json",
    JSON.stringify({ folder: "Journal", format: "YYYY/YYYY-MM-DD", template: "T/day" }),
  );
  put(".obsidian/templates.json", JSON.stringify({ folder: "T" }));
  put("T/day.md", "{{date}}");
  put("T/letters/to a friend.md", "Dear {{title}}");
  put("T/.hidden.md", "");
  put("T/picture.png", "");
  expect(await today()).toEqual({ ok: true, path: testApp.path(`Journal/${date.slice(0, 4)}/${date}.md`) });
  expect(testApp.read(`Journal/${date.slice(0, 4)}/${date}.md`)).toBe(date);
  const templates = [
    { name: "day", path: testApp.path("T/day.md") },
    { name: "letters/to a friend", path: testApp.path("T/letters/to a friend.md") },
  ];
  expect(await testApp.window.handlers["notes:templates"](undefined)).toEqual({ ok: true, folder: "T", templates });
  const template = (path: string) => testApp.window.handlers["notes:template"]({ path, title: "Anna" });
  expect(await template(testApp.path("T/letters/to a friend.md"))).toEqual({ ok: true, text: "Dear Anna" });
  expect(await template(testApp.path("a.md"))).toMatchObject({ ok: false, error: { code: "not_found" } });
});

test("a folder's settings never lead out of it, and nothing is written", async () => {
  const outside = join(testApp.dataDir, "outside");
  mkdirSync(outside);
  for (const daily of [
    { folder: "../../outside" },
    { format: "../../YYYY" },
    { folder: "a:b" },
    { template: "../../x" },
  ]) {
    put(".obsidian/daily-notes.json", JSON.stringify(daily));
    expect(await today(), JSON.stringify(daily)).toMatchObject({ ok: false });
  }
  symlinkSync(outside, testApp.path("linked"));
  put(".obsidian/daily-notes.json", JSON.stringify({ folder: "linked/deep" }));
  expect(await today()).toMatchObject({ ok: false, error: { code: "outside_workspace" } });
  expect(readdirSync(outside)).toEqual([]);
  put(".obsidian/daily-notes.json", "{broken");
  expect(await today()).toMatchObject({ ok: true, path: testApp.path(`Daily notes/${date}.md`) });
});
