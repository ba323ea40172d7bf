/** A real server of a shared folder, `galley serve`, on a port of its own. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, type Page } from "@playwright/test";
import { cleanEnv, electronProgram, folder, type GalleyApp, project, removeFolder, start } from "./launch";

export type FolderServer = {
  /** The link of an editor. */
  link: string;
  /** Ends the server, and removes its data. */
  close(): Promise<void>;
};

export async function startFolderServer(): Promise<FolderServer> {
  const data = await folder("shared");
  const args = [join(project, "out/main/cli.js"), "serve", "--data", data, "--port", "0"];
  const server = spawn(electronProgram, args, {
    env: cleanEnv({ ELECTRON_RUN_AS_NODE: "1" }),
    stdio: ["ignore", "pipe", "ignore"],
  });
  return {
    link: await linkOf(server),
    async close() {
      const ended = once(server, "exit");
      server.kill("SIGTERM");
      await ended;
      await removeFolder(data);
    },
  };
}

async function linkOf({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error("no output");
  for await (const line of createInterface({ input: stdout })) {
    const link = /galley:\S+/.exec(line)?.[0];
    if (link !== undefined) return link;
  }
  throw new Error("the server printed no link");
}

/** Joins the folder of an app with a shared one. `check` runs before the dialog is closed. */
export async function joinByDialog(
  { page, runMenuCommand }: GalleyApp,
  link: string,
  check?: () => Promise<void>,
): Promise<void> {
  await runMenuCommand("Shared Folder…");
  const dialog = page.getByRole("dialog", { name: "Shared Folder" });
  await dialog.getByRole("textbox", { name: "Link to the shared folder" }).fill(link);
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("status")).toHaveText("Connected");
  await check?.();
  await page.keyboard.press("Escape");
}

/** How an app shows in its status bar that its folder is shared. */
export const sharingSign = (page: Page) => page.locator(".sharing-sign");

/** Starts a second app, whose empty folder joins the shared one that `app` has joined. Both have the document in front, and see each other. */
export async function startBeside(app: GalleyApp, link: string, document: string): Promise<GalleyApp> {
  const second = await start({});
  await joinByDialog(second, link);
  await second.open(document);
  await app.open(document);
  await expect(sharingSign(app.page)).toHaveText("Shared with 1");
  return second;
}
