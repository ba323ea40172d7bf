import type { IpcMainInvokeEvent, WebContents } from "electron";
import type { Handlers } from "../../shared/contract";
import type { WindowListener } from "../app/core/desktop";
import { readArgument } from "../app/read-argument";
import { requestSchemas } from "../app/requests";
import type { Answers } from "./channels";
import { isOwnRenderer } from "./guards";
import type { Log } from "./log";

const MAX_LOGGED = 300;

/** Thrown for an invalid request: the window gets a plain message, the log gets the reason. */
class RejectedRequest extends Error {}

/**
 * Returns the answers to the requests of all windows. A request is accepted only from the main frame of our own page in one of our windows; its name
 * must be in the table, and its argument must pass the schema.
 */
export function createAnswers(options: {
  /** The window that shows this content; null for any other content. */
  windowOf(contents: WebContents): Pick<WindowListener, "handlers" | "dropped"> | null;
  rendererUrl: string;
  /** Called when a request begins. Returns a function to call when it has ended. */
  begin(name: string): () => void;
  log: Log;
}): Answers {
  const { windowOf, rendererUrl, begin, log } = options;

  const senderOf = (event: IpcMainInvokeEvent): Pick<WindowListener, "handlers" | "dropped"> => {
    const frame = event.senderFrame;
    const window = windowOf(event.sender);
    if (window && frame !== null && frame === event.sender.mainFrame && isOwnRenderer(frame.url, rendererUrl))
      return window;
    throw rejectRequest(log, `a request from ${frame?.url ?? "a frame that is gone"} was rejected`);
  };

  async function request(event: IpcMainInvokeEvent, name: unknown, argument: unknown): Promise<unknown> {
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
  }

  async function dropped(event: IpcMainInvokeEvent, path: unknown): Promise<void> {
    const window = senderOf(event);
    if (typeof path === "string" && path.length <= 4096) await window.dropped(path);
  }

  return { request, dropped };
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
