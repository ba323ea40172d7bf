import { BrowserWindow, nativeTheme, screen } from "electron";
import type { Settings } from "../../shared/settings";
import type { WindowBounds, WindowPlacement } from "../app/core/desktop";
import { besideWindow, isOnScreen } from "./on-screen";

/** The colour behind the page until it has painted: `--paper` of its theme.css. */
export function backgroundColour(contrast: Settings["contrast"]): string {
  const isHigh = contrast === "high" || (contrast === "system" && nativeTheme.shouldUseHighContrastColors);
  if (nativeTheme.shouldUseDarkColors) return isHigh ? "#000000" : "#1c1c1e";
  return isHigh ? "#ffffff" : "#fdfcfa";
}

/** A window for the page. It is shown once the page has painted, to avoid a white flash. */
export function createWindow(options: {
  preload: string;
  placement: WindowPlacement;
  background: string;
}): BrowserWindow {
  const { preload, placement, background } = options;
  const bounds = boundsOf(placement);
  const window = new BrowserWindow({
    ...(bounds
      ? { x: bounds.x, y: bounds.y, width: bounds.width, height: bounds.height }
      : { width: 1180, height: 800 }),
    minWidth: 420,
    minHeight: 320,
    show: false,
    backgroundColor: background,
    title: "Galley",
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      webviewTag: false,
      spellcheck: false,
    },
  });
  window.once("ready-to-show", () => {
    if (placement.focus === "taken") {
      if (bounds?.isMaximized) window.maximize();
      window.show();
      return;
    }
    window.showInactive();
    if (bounds?.isMaximized) window.maximize();
  });
  return window;
}

/** The stored bounds, if they are still visible on a screen; else beside the other window; else the system's choice. */
function boundsOf({ bounds, beside }: WindowPlacement): WindowBounds | null {
  if (bounds !== null && isOnScreen(bounds, screen.getDisplayMatching(bounds).workArea)) return bounds;
  if (beside === null) return null;
  const other = beside.bounds();
  return { ...besideWindow(other, screen.getDisplayMatching(other).workArea), isMaximized: false };
}
