import { join } from "node:path";
import { app, session } from "electron";
import { guardAll } from "./desktop/guards";
import { PAGE_URL, registerScheme, servePage } from "./desktop/scheme";
import { createWindow } from "./desktop/window";

const OUT = join(import.meta.dirname, "..");
const pageUrl = (!app.isPackaged && process.env["ELECTRON_RENDERER_URL"]) || PAGE_URL;

app.enableSandbox();
registerScheme();
guardAll(app, pageUrl);

// Not awaited at the top level: in an ES module Electron would wait for us while we wait for Electron.
app.whenReady().then(() => {
  servePage(session.defaultSession, join(OUT, "renderer"));
  const window = createWindow({ preload: join(OUT, "preload/index.cjs") });
  return window.loadURL(pageUrl);
});
