import { BrowserWindow, nativeTheme } from "electron";
import type { Settings } from "../../shared/settings";
import type { WindowState } from "./window-state";

/** What stands behind the page until it has painted: `--paper` of its theme.css. */
export function backgroundColour(contrast: Settings["contrast"]): string {
  const isHigh = contrast === "high" || (contrast === "system" && nativeTheme.shouldUseHighContrastColors);
  if (nativeTheme.shouldUseDarkColors) return isHigh ? "#000000" : "#1c1c1e";
  return isHigh ? "#ffffff" : "#fdfcfa";
}

/** The one window. Shown once its page has painted, so that nobody sees a white flash. */
export function createWindow(options: {
  preload: string;
  state: WindowState | null;
  background: string;
}): BrowserWindow {
  const { preload, state, background } = options;
  const window = new BrowserWindow({
    ...(state ? { x: state.x, y: state.y, width: state.width, height: state.height } : { width: 1180, height: 800 }),
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
    if (state?.isMaximized) window.maximize();
    window.show();
  });
  return window;
}
