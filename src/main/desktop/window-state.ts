import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type BrowserWindow, screen } from "electron";
import { z } from "zod";
import { isOnScreen } from "./on-screen";

const schema = z.object({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int().min(200).max(20_000),
  height: z.number().int().min(150).max(20_000),
  isMaximized: z.boolean(),
});

/** Where the window was last time. */
export type WindowState = z.infer<typeof schema>;

/** What was kept, if it can still be seen on one of today's screens; null otherwise. Read while nothing else runs yet. */
export function readWindowState(dataDir: string): WindowState | null {
  try {
    const state = schema.parse(JSON.parse(readFileSync(pathIn(dataDir), "utf8")));
    return isOnScreen(state, screen.getDisplayMatching(state).workArea) ? state : null;
  } catch {
    return null;
  }
}

/** Keeps the window's place; losing it costs nobody anything, so trouble is not told. */
export function keepWindowState(dataDir: string, window: BrowserWindow): void {
  try {
    const state: WindowState = { ...window.getNormalBounds(), isMaximized: window.isMaximized() };
    writeFileSync(pathIn(dataDir), JSON.stringify(state), { mode: 0o600 });
  } catch {
    return;
  }
}

const pathIn = (dataDir: string): string => join(dataDir, "window.json");
