import { type IpcMainInvokeEvent, ipcMain, type WebContents } from "electron";
import type { Events, Handlers } from "../../shared/contract";
import type { WindowListener } from "../app/core/desktop";
import { readArgument } from "../app/read-argument";
import { requestSchemas } from "../app/requests";
import { isOwnPage } from "./guards";
import type { Log } from "./log";

const MOST_LOGGED = 300;

/** What a wrong request meets: the page gets a plain refusal, the log gets which and why. */
class Refused extends Error {}

/**
 * Answers the requests of all pages on one channel. Only the main frame of our own page in a window of ours is heard, by the
 * handlers of that window; only names in the table are known, and every argument has passed its schema before that.
 */
export function answerRequests(options: {
  /** The window that has this page; null for every other content. */
  windowOf(contents: WebContents): Pick<WindowListener, "handlers" | "dropped"> | null;
  pageUrl: string;
  /** A request begins; answers with the way to say that it has ended. */
  begin(name: string): () => void;
  log: Log;
}): void {
  const { windowOf, pageUrl, begin, log } = options;

  const senderOf = (event: IpcMainInvokeEvent): Pick<WindowListener, "handlers" | "dropped"> => {
    const frame = event.senderFrame;
    const window = windowOf(event.sender);
    if (window && frame !== null && frame === event.sender.mainFrame && isOwnPage(frame.url, pageUrl)) return window;
    throw refused(log, `a request from ${frame?.url ?? "a frame that is gone"} was refused`);
  };

  ipcMain.handle("galley:request", async (event, name: unknown, argument: unknown) => {
    const { handlers } = senderOf(event);
    if (!isKnown(handlers, name)) throw refused(log, `unknown request ${shown(name)}`);
    const checked = readArgument(name, argument);
    if (checked.status === "refused") throw refused(log, `bad argument of ${name}: ${checked.why}`);
    const handler = handlers[name] as (argument: unknown) => Promise<unknown>;
    const began = performance.now();
    const end = begin(name);
    try {
      const answer = await handler(checked.argument);
      log(`${name}: ${Math.round(performance.now() - began)} ms`, "debug");
      return answer;
    } catch (error) {
      log(error instanceof Error ? (error.stack ?? error.message) : String(error));
      throw new Refused(`${name} failed; the log in Galley's data folder says why`);
    } finally {
      end();
    }
  });

  // Only the preload sends here, and only for a `File` that the browser itself made from a real path.
  ipcMain.handle("galley:dropped", async (event, path: unknown) => {
    const window = senderOf(event);
    if (typeof path === "string" && path.length <= 4096) await window.dropped(path);
  });
}

/** Tells the page; false where there is none to hear it. */
export function sendEvent<K extends keyof Events>(page: WebContents | null, name: K, event: Events[K]): boolean {
  if (!page || page.isDestroyed() || page.isCrashed()) return false;
  page.send("galley:event", name, event);
  return true;
}

function isKnown(handlers: Handlers, name: unknown): name is keyof Handlers {
  return typeof name === "string" && Object.hasOwn(handlers, name) && Object.hasOwn(requestSchemas, name);
}

function refused(log: Log, why: string): Refused {
  log(why.slice(0, MOST_LOGGED), "warning");
  return new Refused("Galley refused this request.");
}

const shown = (value: unknown): string =>
  typeof value === "string" ? JSON.stringify(value.slice(0, 60)) : typeof value;
