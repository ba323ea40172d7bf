/** A real server of a shared folder, `galley serve`, on a port of its own. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect } from "@playwright/test";
import { cleanEnv, electronProgram, folder, type GalleyApp, project, removeFolder } from "./launch";

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

/** Joins the folder of an app with a shared one. The dialog stays open. */
export async function joinByDialog({ page, runMenuCommand }: GalleyApp, link: string): Promise<void> {
  await runMenuCommand("Shared Folder…");
  const dialog = page.getByRole("dialog", { name: "Shared Folder" });
  await dialog.getByRole("textbox", { name: "Link of the shared folder" }).fill(link);
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("status")).toHaveText("Connected");
}
