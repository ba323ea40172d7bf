// The rival: the least Electron app that shows a file, with or without CodeMirror. GALLEY_BARE=window shows an empty
// page, =editor shows the file of the command line's last argument.
const { app, BrowserWindow, ipcMain } = require("electron");
const { readFile } = require("node:fs/promises");
const { join } = require("node:path");

app.on("session-created", (session) => session.setSpellCheckerLanguages([]));
ipcMain.handle("text", (_, path) => readFile(path ?? process.argv.at(-1), "utf8"));
app.whenReady().then(() => {
  const window = new BrowserWindow({
    width: 1280,
    height: 820,
    webPreferences: { preload: join(__dirname, "preload.cjs"), sandbox: true, contextIsolation: true },
  });
  window.loadFile(join(__dirname, process.env.GALLEY_BARE === "editor" ? "editor.html" : "window.html"));
});
app.on("window-all-closed", () => app.quit());
