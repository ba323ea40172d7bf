/** Two people on two machines in one shared folder: two apps with folders and data of their own, and a real server between them. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, type Page } from "@playwright/test";
import { axeFindings } from "./axe";
import {
  cleanEnv,
  electronProgram,
  folder,
  frequentPolling,
  type GalleyApp,
  project,
  removeFolder,
  start,
} from "./launch";
import { test } from "./test";

let server: ChildProcess;
let data: string;
let link: string;

test.beforeEach(async () => {
  data = await folder("shared");
  const args = [join(project, "out/main/cli.js"), "serve", "--data", data, "--port", "0"];
  server = spawn(electronProgram, args, {
    env: cleanEnv({ ELECTRON_RUN_AS_NODE: "1" }),
    stdio: ["ignore", "pipe", "ignore"],
  });
  link = "";
  if (server.stdout === null) throw new Error("no output");
  for await (const line of createInterface({ input: server.stdout })) {
    link = /galley:\S+/.exec(line)?.[0] ?? "";
    if (link !== "") break;
  }
});
test.afterEach(async () => {
  const ended = once(server, "exit");
  server.kill("SIGTERM");
  await ended;
  await removeFolder(data);
});

async function joinsByDialog({ page, runMenuCommand }: GalleyApp): Promise<void> {
  await runMenuCommand("Shared Folder…");
  const dialog = page.getByRole("dialog", { name: "Shared Folder" });
  await dialog.getByRole("textbox", { name: "Link of the shared folder" }).fill(link);
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("status")).toHaveText("Connected");
}

const sign = (page: Page) => page.locator(".sharing-sign");

test("two people write the same document on two machines, see who is there, and one leaves", async () => {
  const ann = await start({ files: { "letter.md": "# Letter\n\nDear Ben,\n\nthe harbour was empty.\n" } });
  await ann.runMenuCommand("Shared Folder…");
  const dialog = ann.page.getByRole("dialog", { name: "Shared Folder" });
  await dialog.getByRole("textbox", { name: "Link of the shared folder" }).fill("https://example.com");
  await ann.page.keyboard.press("Enter");
  await expect(dialog.getByRole("alert")).toContainText("not the link of a shared folder");
  await ann.page.keyboard.press("Escape");
  await joinsByDialog(ann);
  expect(await axeFindings(ann.page)).toEqual([]);
  await ann.page.keyboard.press("Escape");

  const ben = await start({});
  await joinsByDialog(ben);
  await ben.page.keyboard.press("Escape");
  await ben.open("letter.md");
  await expect(sign(ann.page)).toHaveText("Shared with 1");
  await ann.open("letter.md");
  await ann.editor.getByText("the harbour was empty.").click();
  await ann.page.keyboard.press("End");
  await ann.page.keyboard.type(" It was noon.");
  await ben.editor.getByText("Dear Ben,").click();
  await ben.page.keyboard.press("End");
  await ben.page.keyboard.type(" dear Cleo,");
  for (const { editor, onDisk } of [ann, ben]) {
    await expect(editor).toContainText("Dear Ben, dear Cleo,");
    await expect(editor).toContainText("the harbour was empty. It was noon.");
    await expect
      .poll(() => onDisk("letter.md"), frequentPolling)
      .toBe("# Letter\n\nDear Ben, dear Cleo,\n\nthe harbour was empty. It was noon.\n");
  }
  // Each sees the other's cursor, at the same words.
  await ann.editor.getByText("was empty").click();
  await ann.page.keyboard.press("Home");
  await ann.page.keyboard.press("Shift+ArrowRight");
  await ann.page.keyboard.press("Shift+ArrowRight");
  await expect(ben.editor.locator(".cm-other-selection")).toHaveText("th");
  await expect(ben.editor.locator(".cm-other-caret")).toHaveAttribute("data-name", /./);
  await ann.page.keyboard.press("End");
  await expect(ben.editor.locator(".cm-other-selection")).toHaveCount(0);
  // Each keeps the focus, and one undo takes back one's own words only.
  await expect(ann.editor).toBeFocused();
  await ann.page.keyboard.press("Control+z");
  await expect(ann.editor).not.toContainText("It was noon");
  await expect(ann.editor).toContainText("dear Cleo");
  await expect(ben.editor).not.toContainText("It was noon");

  await sign(ben.page).click();
  const shared = ben.page.getByRole("dialog", { name: "Shared Folder" });
  await expect(shared.getByRole("region", { name: "Also here" })).toContainText("in letter.md");
  await shared.getByRole("button", { name: "Leave" }).click();
  await expect(shared.getByRole("textbox", { name: "Link of the shared folder" })).toBeVisible();
  await expect(sign(ann.page)).toHaveText("Shared");
  await ann.close();
  await ben.close();
});
