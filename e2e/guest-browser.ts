/** A browser for the page for guests: Electron's Chromium as a plain browser without anything of Galley, or an installed Chromium. */
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { _electron, chromium, type Page } from "@playwright/test";
import { cleanEnv, electronProgram, folder, removeFolder } from "./launch";

export type GuestBrowser = {
  /** A page with cookies of its own, as on another machine. */
  open(address: string): Promise<Page>;
  close(): Promise<void>;
};

const installed = ["/usr/bin/chromium", "/usr/bin/google-chrome"].find(existsSync);
const sandbox = process.env["GALLEY_NO_SANDBOX"] || process.getuid?.() === 0 ? ["--no-sandbox"] : [];

/** The names of the browsers that can be tried here. */
export const guestBrowsers = ["Electron's Chromium", ...(installed === undefined ? [] : ["Chromium"])] as const;

export const startGuestBrowser = (name: string): Promise<GuestBrowser> =>
  name === "Chromium" ? startChromium() : startElectron();

async function startChromium(): Promise<GuestBrowser> {
  const browser = await chromium.launch({ executablePath: installed ?? "", args: sandbox });
  return {
    async open(address) {
      const page = await (await browser.newContext()).newPage();
      await page.goto(address);
      return page;
    },
    close: () => browser.close(),
  };
}

/** Each window has a session of its own in memory. */
const MAIN = `
const { app, BrowserWindow } = require("electron");
app.on("window-all-closed", () => {});
globalThis.openPage = (address, count) => {
  const webPreferences = { sandbox: true, contextIsolation: true, nodeIntegration: false, partition: "guest-" + count };
  const window = new BrowserWindow({ width: 1200, height: 800, webPreferences });
  return window.loadURL(address);
};
`;

async function startElectron(): Promise<GuestBrowser> {
  const home = await folder("browser");
  const main = join(home, "main.cjs");
  await writeFile(main, MAIN);
  const app = await _electron.launch({
    executablePath: electronProgram,
    args: [...sandbox, `--user-data-dir=${join(home, "profile")}`, main],
    env: cleanEnv({}),
  });
  let count = 0;
  return {
    async open(address) {
      const appears = app.waitForEvent("window");
      count += 1;
      await app.evaluate(
        (_electronModule, [url, own]) =>
          (globalThis as unknown as { openPage(url: unknown, own: unknown): Promise<void> }).openPage(url, own),
        [address, count] as const,
      );
      const page = await appears;
      await page.waitForLoadState();
      return page;
    },
    async close() {
      await app.close();
      await removeFolder(home);
    },
  };
}
