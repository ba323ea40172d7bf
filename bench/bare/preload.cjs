const { contextBridge, ipcRenderer } = require("electron");
contextBridge.exposeInMainWorld("bare", { text: (path) => ipcRenderer.invoke("text", path) });
