import { ToolError } from "../../engine/ports/tool-error";
import type { Desktop, DesktopWindow, Send } from "../core/desktop";
import { t } from "../core/messages";

const refuse = (): never => {
  throw new ToolError("unsupported", t.guests.notOnThisPage);
};

/** The desktop of guests: the server's machine shows them nothing, opens nothing and copies nothing. */
export const guestDesktop = (log: (line: string) => void): Desktop => ({
  openWindow: refuse,
  trash: async () => refuse(),
  openPath: async () => refuse(),
  reveal: refuse,
  copy: refuse,
  copyRich: async () => refuse(),
  copiedText: async () => refuse(),
  printToPdf: async () => refuse(),
  print: async () => refuse(),
  settingsChanged: () => undefined,
  recentChanged: () => undefined,
  keySafe: { isSafe: async () => false, encrypt: async () => refuse(), decrypt: async () => refuse() },
  notify: () => null,
  painted: () => undefined,
  inspectSelf: async () => refuse(),
  startProcess: () => null,
  log: (line, level) => {
    if (level === undefined || level === "error") log(line);
  },
});

/** The window of a guest, which has no dialogs. */
export const guestDesktopWindow = (send: Send): DesktopWindow => ({
  send,
  pickFile: async () => null,
  pickFolder: async () => null,
  pickSavePath: async () => null,
  pickExportPath: async () => null,
  offerLink: async () => false,
  actOnPdf: async () => null,
  showMenu: async () => null,
  setAvailable: () => undefined,
  toggleFullScreen: () => undefined,
  focus: () => undefined,
  askForAttention: () => undefined,
  bounds: () => ({ x: 0, y: 0, width: 0, height: 0, isMaximized: false }),
  close: () => undefined,
});
