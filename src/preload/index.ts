import { contextBridge, ipcRenderer, webUtils } from "electron";
import type { Bridge } from "../shared/contract";

/**
 * The only bridge between the page and main: the channel names are fixed here, and neither Electron's event object nor
 * `ipcRenderer` ever reaches the page.
 */
const bridge: Bridge = {
  request: (name, argument) => ipcRenderer.invoke("galley:request", name, argument),
  listen(name, heard) {
    const listener = (_: unknown, told: string, event: Parameters<typeof heard>[0]) => {
      if (told === name) heard(event);
    };
    ipcRenderer.on("galley:event", listener);
    return () => {
      ipcRenderer.off("galley:event", listener);
    };
  },
  pathOf(file) {
    const path = webUtils.getPathForFile(file);
    // The page cannot make a file with a path, so one that has a path was chosen by the person: main may open it.
    if (path) void ipcRenderer.invoke("galley:dropped", path);
    return path;
  },
};

contextBridge.exposeInMainWorld("galley", bridge);
