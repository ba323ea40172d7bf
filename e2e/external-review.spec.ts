/** What real external programs write under a typing user is pending with its writer; nothing that the user types is. */
import { execFile } from "node:child_process";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { expect } from "@playwright/test";
import type { Bridge } from "../src/shared/contract";
import type { Settings } from "../src/shared/settings";
import { cleanEnv, electronProgram, type GalleyApp, project } from "./launch";
import { readCounts } from "./review-counts";
import { shareApp } from "./shared-app";
import { test } from "./test";

const start = shareApp();
const run = promisify(execFile);

const ROUNDS = 20;
const filler = "Nothing else happens in this paragraph, which is only here to keep the words apart.";
const text = `# Page\n\n${Array.from({ length: ROUNDS }, (_, at) => `Here stands old${at}q alone. ${filler}\n`).join("\n")}\nLast line: `;

let galley: GalleyApp;
test.afterEach(() => galley.close());

const git = (...args: string[]) =>
  run("git", ["-c", "user.name=A", "-c", "user.email=a@b.c", ...args], {
    cwd: galley.root,
    env: { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" },
  });

const save = (settings: Partial<Settings>) =>
  galley.page.evaluate(
    (some) => (window as unknown as { galley: Bridge }).galley.request("app:save-settings", some),
    settings,
  );

/** The pending hunks of the folder: writer and words. */
async function pending(): Promise<{ name: string; by: string; inserted: string; removed: string }[]> {
  const listed = await galley.page.evaluate(() =>
    (window as unknown as { galley: Bridge }).galley.request("review:list", "hunks"),
  );
  if (!listed.ok) throw new Error(listed.error.message);
  return listed.documents.flatMap(({ name, hunks, writes }) =>
    hunks.map(({ inserted, removed, writes: ids }) => {
      const by = [...new Set(ids.map((id) => writes.find((write) => write.id === id)?.by))].join(", ");
      return { name, by, inserted, removed };
    }),
  );
}

/** Replaces `old` words by `new` ones, each time as another kind of program does. */
const writers: ((path: string, from: string, to: string) => Promise<unknown>)[] = [
  (path, from, to) => run("sed", ["-i", `s/${from}/${to}/`, path]),
  async function editor(path, from, to) {
    await writeFile(`${path}~`, (await readFile(path, "utf8")).replace(from, to));
    await rename(`${path}~`, path);
  },
  // A formatter writes the whole file in place.
  async function formatter(path, from, to) {
    await writeFile(path, (await readFile(path, "utf8")).replace(from, to));
  },
  async function agent(_path, from, to) {
    const answer = await galley.agent("text_editor", {
      action: "patch",
      path: "page.md",
      old_text: from,
      new_text: to,
    });
    expect(answer.ok, answer.message).toBe(true);
  },
];

const hook = (event: string, input: object) => {
  const child = run(electronProgram, [`${project}/out/main/cli.js`, "hook", "claude", "--data", galley.data], {
    env: cleanEnv({ ELECTRON_RUN_AS_NODE: "1" }),
  });
  child.child.stdin?.end(
    JSON.stringify({ session_id: "s", cwd: galley.root, hook_event_name: event, tool_name: "Edit", tool_input: input }),
  );
  return child;
};

test("twenty writers under a typing user: every word of theirs is pending, and none of the user's", {
  tag: "@long",
}, async () => {
  galley = await start({ files: { "page.md": text, "other.md": "# Other\n\nThe main branch.\n" } });
  const { page, editor } = galley;
  await save({ reviewExternal: "always" });
  await git("init", "-q", "-b", "main");
  await git("add", "other.md");
  await git("commit", "-qm", "one");
  await galley.open("other.md");
  await galley.open("page.md");
  await editor.click();
  await page.keyboard.press("Control+End");
  const typed: string[] = [];
  let isOver = false;
  const typing = (async () => {
    for (let at = 0; !isOver; at++) {
      const word = `user${at}q`;
      await page.keyboard.type(`${word} `, { delay: 15 });
      typed.push(word);
    }
  })();
  for (let round = 0; round < ROUNDS; round++) {
    await writers[round % writers.length]?.(galley.pathOf("page.md"), `old${round}q`, `new${round}q`);
    await wait(120);
  }
  isOver = true;
  await typing;
  const expected = Array.from({ length: ROUNDS }, (_, round) => `new${round}q`);
  await expect.poll(async () => (await pending()).map(({ inserted }) => inserted).sort()).toEqual(expected.toSorted());
  const hunks = await pending();
  expect(hunks.filter(({ inserted, removed }) => /user/.test(inserted + removed))).toEqual([]);
  expect(hunks.filter(({ by }) => by === "command line")).toHaveLength(ROUNDS / 4);
  expect(hunks.filter(({ by }) => by === "External change")).toHaveLength((ROUNDS / 4) * 3);
  const typedText = `${typed.join(" ")} `;
  await expect.poll(() => galley.onDisk("page.md")).toContain(typedText);
  await expect
    .poll(async () =>
      Object.values(await readCounts(page, "page.md")).filter((count) => count !== null && count !== ROUNDS),
    )
    .toEqual([]);

  // Git is asked about, once.
  await git("checkout", "-qb", "side");
  await run("sed", ["-i", "s/main/side/", galley.pathOf("other.md")]);
  // Known as sed's before Git has the same text: a file that Git is at work on counts as Git's.
  const changeOfSed = async () => (await pending()).filter(({ name }) => name === "other.md");
  await expect.poll(changeOfSed).toMatchObject([{ by: "External change", inserted: "side" }]);
  await git("commit", "-qam", "two");
  expect(await changeOfSed()).toMatchObject([{ by: "External change", inserted: "side" }]);
  await git("checkout", "-q", "main");
  await expect.poll(async () => (await pending()).filter(({ name }) => name === "other.md")).toEqual([]);
  await page.getByText("Git changed 1 file in this folder").waitFor();
  await page.getByRole("button", { name: "Review them" }).click();
  await git("checkout", "-q", "side");
  await expect
    .poll(async () => (await pending()).filter(({ name }) => name === "other.md"))
    .toMatchObject([{ by: "Git", inserted: "side", removed: "main" }]);
  expect(await page.getByText("Git changed 1 file in this folder").count()).toBe(0);

  // Undo takes back their words only.
  await galley.runMenuCommand("Undo All Edits in This Document");
  await expect.poll(() => galley.onDisk("page.md")).toBe(`${text}${typedText}`);
  await expect.poll(async () => (await pending()).filter(({ name }) => name === "page.md")).toEqual([]);

  // By setting nothing waits; by default what an agent's hook announced does.
  await save({ reviewExternal: "never" });
  await run("sed", ["-i", "s/old17q/none17q/", galley.pathOf("page.md")]);
  await expect(editor).toContainText("none17q");
  await save({ reviewExternal: "agents" });
  await run("sed", ["-i", "s/old18q/none18q/", galley.pathOf("page.md")]);
  await expect(editor).toContainText("none18q");
  const edit = { file_path: galley.pathOf("page.md"), old_string: "old19q", new_string: "claude19q" };
  await hook("PreToolUse", edit);
  await run("sed", ["-i", "s/old19q/claude19q/", galley.pathOf("page.md")]);
  await hook("PostToolUse", edit);
  await expect
    .poll(async () => (await pending()).filter(({ name }) => name === "page.md"))
    .toMatchObject([{ by: "Claude Code", inserted: "claude19q", removed: "old19q" }]);
  await expect(page.getByRole("region", { name: "Edits to review in this document" })).toContainText(
    "1 edit by Claude Code",
  );
});

test("what sed writes into a protected paragraph while an agent is at work is put back under the user's typing, with a notice that leads to it", {
  tag: "@long",
}, async () => {
  const wall = "The grey harbour wall.";
  const letter = `# Letter\n\n${wall}\n\nThe tide is late.\n\n${filler}\n\n${"Rows of sheds.\n\n".repeat(60)}`;
  const picture = async (name: string) => {
    const folder = process.env["GALLEY_PICTURES"];
    if (!folder) return;
    await mkdir(folder, { recursive: true });
    await galley.page.screenshot({ path: join(folder, `put-back-${name}.png`) });
  };
  galley = await start({ files: { "letter.md": letter, "other.md": "# Other\n" } });
  const { page, editor } = galley;
  await save({ reviewExternal: "agents" });
  await galley.open("letter.md");
  await editor.getByText(wall).click();
  await page.keyboard.press("Control+Shift+P");
  await page.keyboard.type("Protect or Unprotect Paragraph");
  await expect(page.getByRole("option", { name: /Protect or Unprotect Paragraph/ })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.locator(".cm-lock-bar")).toHaveCount(1);
  await editor.click();
  await page.keyboard.press("Control+End");

  const edit = { file_path: galley.pathOf("letter.md"), old_string: "grey", new_string: "red" };
  await hook("PreToolUse", edit);
  const typing = page.keyboard.type("My own words, while it writes.", { delay: 20 });
  await run("sed", ["-i", "s/grey/red/;s/late/early/", galley.pathOf("letter.md")]);
  await typing;
  const expected = `${letter.replace("late", "early")}My own words, while it writes.`;
  await expect.poll(() => galley.onDisk("letter.md")).toBe(expected);
  await expect
    .poll(pending)
    .toMatchObject([{ name: "letter.md", by: "Claude Code", inserted: "early", removed: "late" }]);
  await expect(editor).toBeFocused();
  const sentence = page.getByText("Claude Code changed a protected passage of letter.md. Its words were put back.");
  await sentence.waitFor();
  await picture("light");
  await page.setViewportSize({ width: 700, height: 700 });
  await picture("narrow");
  await page.emulateMedia({ colorScheme: "dark" });
  await picture("dark");
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: 1200, height: 800 });

  // The notice leads to the passage, also from another document, and to what was written there.
  await galley.open("other.md");
  await page.getByRole("button", { name: "Show passage" }).click();
  await expect(editor.getByText(wall)).toBeInViewport();
  await run("sed", ["-i", "s/grey/blue/", galley.pathOf("letter.md")]);
  await page.getByRole("button", { name: "Show history" }).click();
  expect(await galley.onDisk("letter.md")).toBe(expected);
  await expect(page.getByText("put protected words back").first()).toBeVisible();
  await picture("history");
});
