import { BrowserWindow, nativeTheme } from "electron";
import type { WindowState } from "./window-state";

/** What stands behind the page until it has painted: the page's own background in each theme. */
export const backgroundColour = (): string => (nativeTheme.shouldUseDarkColors ? "#1c1b19" : "#fbfaf7");

/** The one window. Shown once its page has painted, so that nobody sees a white flash. */
export function createWindow(options: { preload: string; state: WindowState | null }): BrowserWindow {
  const { preload, state } = options;
  const window = new BrowserWindow({
    ...(state ? { x: state.x, y: state.y, width: state.width, height: state.height } : { width: 1180, height: 800 }),
    minWidth: 420,
    minHeight: 320,
    show: false,
    backgroundColor: backgroundColour(),
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
