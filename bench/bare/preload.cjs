const { contextBridge, ipcRenderer } = require("electron");
contextBridge.exposeInMainWorld("bare", { text: () => ipcRenderer.invoke("text") });
