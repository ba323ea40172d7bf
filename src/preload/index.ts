import { contextBridge, ipcRenderer, webUtils } from "electron";
import type { Bridge } from "../shared/contract";

// Electron hands all of the environment to a preload script. Keys of other programs lie there; nothing in this process needs any of it.
for (const name of Object.keys(process.env)) delete process.env[name];

const listeners = new Map<string, Set<(event: never) => void>>();

ipcRenderer.on("galley:event", (_, name: string, event) => {
  for (const heard of listeners.get(name) ?? []) heard(event as never);
});

/**
 * The only bridge between the page and main: the channel names are fixed here, and neither Electron's event object nor
 * `ipcRenderer` ever reaches the page.
 */
const bridge: Bridge = {
  request: (name, argument) => ipcRenderer.invoke("galley:request", name, argument),
  listen(name, heard) {
    const known = listeners.get(name) ?? new Set();
    // A wrapper of its own: the same function given twice is heard twice, and stops once each.
    const own = (event: never) => heard(event);
    listeners.set(name, known.add(own));
    return () => void known.delete(own);
  },
  pathOf(file) {
    const path = webUtils.getPathForFile(file);
    // The page cannot make a file with a path, so one that has a path was chosen by the person: main may open it.
    if (path) void ipcRenderer.invoke("galley:dropped", path);
    return path;
  },
};

contextBridge.exposeInMainWorld("galley", bridge);
