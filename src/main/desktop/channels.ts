import { type IpcMainInvokeEvent, ipcMain, type WebContents } from "electron";
import type { Events } from "../../shared/contract";

/** What answers the two channels of a page; see `createAnswers`. */
export type Answers = {
  request(event: IpcMainInvokeEvent, name: unknown, argument: unknown): Promise<unknown>;
  /** Only the preload script sends this, and only for a `File` that the browser itself made from a real path. */
  dropped(event: IpcMainInvokeEvent, path: unknown): Promise<void>;
};

/** Opens the channels. The first window is there before the app is loaded: what its page asks meanwhile waits for `answers`. */
export function openChannels(answers: Promise<Answers>): void {
  ipcMain.handle("galley:request", async (event, name: unknown, argument: unknown) =>
    (await answers).request(event, name, argument),
  );
  ipcMain.handle("galley:dropped", async (event, path: unknown) => (await answers).dropped(event, path));
}

/** Sends an event to the window. False if the window is gone. */
export function sendEvent<K extends keyof Events>(page: WebContents | null, name: K, event: Events[K]): boolean {
  if (!page || page.isDestroyed() || page.isCrashed()) return false;
  page.send("galley:event", name, event);
  return true;
}
