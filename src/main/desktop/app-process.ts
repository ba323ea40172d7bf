import { MessageChannelMain, utilityProcess } from "electron";
import type { AppProcess, DesktopWindow, ProcessListener } from "../app/core/desktop";
import { RendererWindow } from "./renderer-window";

/** Starts a process of ours without windows: plain Node, to which windows can be given message channels. */
export function startProcess(entry: string, args: readonly string[], on: ProcessListener): AppProcess {
  const child = utilityProcess.fork(entry, [...args], { serviceName: "Galley journal", stdio: "ignore", env: {} });
  child.on("message", on.message);
  child.once("exit", on.ended);
  return {
    send: (message) => child.postMessage(message),
    connect(window: DesktopWindow, message: unknown) {
      if (!(window instanceof RendererWindow) || window.browser.isDestroyed()) return;
      const { port1, port2 } = new MessageChannelMain();
      child.postMessage(message, [port1]);
      window.browser.webContents.postMessage("galley:journal", null, [port2]);
    },
    kill: () => void child.kill(),
  };
}
