import { type IpcMainInvokeEvent, ipcMain, type WebContents } from "electron";
import type { Events, Handlers } from "../../shared/contract";
import type { WindowListener } from "../app/core/desktop";
import { readArgument } from "../app/read-argument";
import { requestSchemas } from "../app/requests";
import { isOwnRenderer } from "./guards";
import type { Log } from "./log";

const MAX_LOGGED = 300;

/** Thrown for an invalid request: the window gets a plain message, the log gets the reason. */
class RejectedRequest extends Error {}

/**
 * Answers the requests of all windows on one channel. A request is accepted only from the main frame of our own page in one of our windows; its name
 * must be in the table, and its argument must pass the schema.
 */
export function answerRequests(options: {
  /** The window that shows this content; null for any other content. */
  windowOf(contents: WebContents): Pick<WindowListener, "handlers" | "dropped"> | null;
  rendererUrl: string;
  /** Called when a request begins. Returns a function to call when it has ended. */
  begin(name: string): () => void;
  log: Log;
}): void {
  const { windowOf, rendererUrl, begin, log } = options;

  const senderOf = (event: IpcMainInvokeEvent): Pick<WindowListener, "handlers" | "dropped"> => {
    const frame = event.senderFrame;
    const window = windowOf(event.sender);
    if (window && frame !== null && frame === event.sender.mainFrame && isOwnRenderer(frame.url, rendererUrl))
      return window;
    throw rejectRequest(log, `a request from ${frame?.url ?? "a frame that is gone"} was rejected`);
  };

  ipcMain.handle("galley:request", async (event, name: unknown, argument: unknown) => {
    const { handlers } = senderOf(event);
    if (!isKnown(handlers, name)) throw rejectRequest(log, `unknown request ${describeValue(name)}`);
    const checked = readArgument(name, argument);
    if (checked.status === "refused") throw rejectRequest(log, `bad argument of ${name}: ${checked.why}`);
    const handler = handlers[name] as (argument: unknown) => Promise<unknown>;
    const began = performance.now();
    const end = begin(name);
    try {
      const answer = await handler(checked.argument);
      log(`${name}: ${Math.round(performance.now() - began)} ms`, "debug");
      return answer;
    } catch (error) {
      log(error instanceof Error ? (error.stack ?? error.message) : String(error));
      throw new RejectedRequest(`${name} failed; see the log in Galley's data folder`);
    } finally {
      end();
    }
  });

  // Only the preload script sends this, and only for a `File` that the browser itself made from a real path.
  ipcMain.handle("galley:dropped", async (event, path: unknown) => {
    const window = senderOf(event);
    if (typeof path === "string" && path.length <= 4096) await window.dropped(path);
  });
}

/** Sends an event to the window. False if the window is gone. */
export function sendEvent<K extends keyof Events>(page: WebContents | null, name: K, event: Events[K]): boolean {
  if (!page || page.isDestroyed() || page.isCrashed()) return false;
  page.send("galley:event", name, event);
  return true;
}

function isKnown(handlers: Handlers, name: unknown): name is keyof Handlers {
  return typeof name === "string" && Object.hasOwn(handlers, name) && Object.hasOwn(requestSchemas, name);
}

function rejectRequest(log: Log, why: string): RejectedRequest {
  log(why.slice(0, MAX_LOGGED), "warning");
  return new RejectedRequest("Galley rejected this request.");
}

const describeValue = (value: unknown): string =>
  typeof value === "string" ? JSON.stringify(value.slice(0, 60)) : typeof value;
