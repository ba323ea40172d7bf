/** What the first window needs before the app is loaded. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { defaultSettings, type Settings } from "../../shared/settings";
import { readSettings } from "./settings-text";

/** Position and size of a window when it is not maximized, in device-independent pixels. */
export type FrameBounds = { x: number; y: number; width: number; height: number; isMaximized: boolean };

const MAX_POSITION = 100_000;
const MAX_SIZE = 20_000;

/** The stored settings; the default ones if they cannot be read, which is reported once the app is loaded. */
export function readStoredSettings(dataDir: string): Settings {
  try {
    return readSettings(readFileSync(join(dataDir, "settings.json"), "utf8")).settings;
  } catch {
    return defaultSettings;
  }
}

/** The bounds of the window that was in front when Galley ended; null if none are stored, or if they are damaged. */
export function readFirstBounds(dataDir: string): FrameBounds | null {
  try {
    const stored: unknown = JSON.parse(readFileSync(join(dataDir, "session.json"), "utf8"));
    return boundsOf(Array.isArray(stored) ? (stored[0] as { bounds?: unknown }).bounds : null);
  } catch {
    return null;
  }
}

function boundsOf(stored: unknown): FrameBounds | null {
  if (typeof stored !== "object" || stored === null) return null;
  const { x, y, width, height, isMaximized } = stored as Record<string, unknown>;
  const isSound =
    [x, y].every((value) => isIntegerIn(value, -MAX_POSITION, MAX_POSITION)) &&
    isIntegerIn(width, 200, MAX_SIZE) &&
    isIntegerIn(height, 150, MAX_SIZE) &&
    typeof isMaximized === "boolean";
  return isSound ? ({ x, y, width, height, isMaximized } as FrameBounds) : null;
}

const isIntegerIn = (value: unknown, least: number, most: number) =>
  Number.isInteger(value) && (value as number) >= least && (value as number) <= most;
