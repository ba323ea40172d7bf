import { BrowserWindow, nativeTheme } from "electron";

/** The one window, not shown yet: `ready-to-show` does that, so that nobody sees a white flash. */
export function createWindow(options: { preload: string }): BrowserWindow {
  const window = new BrowserWindow({
    width: 1180,
    height: 800,
    minWidth: 420,
    minHeight: 320,
    show: false,
    backgroundColor: nativeTheme.shouldUseDarkColors ? "#1c1b19" : "#fbfaf7",
    title: "Galley",
    webPreferences: {
      preload: options.preload,
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
  window.once("ready-to-show", () => window.show());
  return window;
}
