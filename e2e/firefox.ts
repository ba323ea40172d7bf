/** An installed Firefox without a window, driven over WebDriver BiDi, which Playwright does not speak with it. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { folder, removeFolder } from "./launch";

/** Node 20, which Playwright may run in, has no WebSocket of its own. */
const { WebSocket: Socket } = createRequire(import.meta.url)("ws") as { WebSocket: new (url: string) => WebSocket };

/** The program; undefined if it is not installed. */
export const firefox = ["/usr/bin/firefox-esr", "/usr/bin/firefox"].find(existsSync);

export type FirefoxPage = {
  open(address: string): Promise<void>;
  /** The value of an expression in the page. */
  evaluate(expression: string): Promise<unknown>;
  /** Types into what has the focus. `\uE007` is Enter, `\uE009` holds Control until `\uE000`. */
  type(text: string): Promise<void>;
  click(x: number, y: number): Promise<void>;
  screenshot(): Promise<Buffer>;
  close(): Promise<void>;
};

export async function startFirefox(): Promise<FirefoxPage> {
  const profile = await folder("firefox");
  const args = ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"];
  const process_ = spawn(firefox ?? "", args, { stdio: ["ignore", "ignore", "pipe"] });
  const socket = new Socket(`${await addressOf(process_)}/session`);
  await once(socket, "open");
  let last = 0;
  const waiting = new Map<number, { done(value: Record<string, unknown>): void; failed(error: Error): void }>();
  socket.addEventListener("message", ({ data }) => {
    const message = JSON.parse(String(data)) as { id?: number; type: string; result: Record<string, unknown> };
    const asked = waiting.get(message.id ?? -1);
    if (message.type === "success") asked?.done(message.result);
    else if (message.type === "error") asked?.failed(new Error(String(data)));
  });
  const command = (method: string, params: object): Promise<Record<string, unknown>> =>
    new Promise((done, failed) => {
      waiting.set(++last, { done, failed });
      socket.send(JSON.stringify({ id: last, method, params }));
    });
  await command("session.new", { capabilities: {} });
  const { contexts } = (await command("browsingContext.getTree", {})) as { contexts: { context: string }[] };
  const context = contexts[0]?.context ?? "";
  return {
    open: async (url) => void (await command("browsingContext.navigate", { context, url, wait: "complete" })),
    async evaluate(expression) {
      const { result } = (await command("script.evaluate", {
        expression,
        target: { context },
        awaitPromise: true,
      })) as { result?: { value?: unknown } };
      return result?.value;
    },
    async type(text) {
      const actions = [...text].flatMap((value) => {
        if (value === "\uE009") return [{ type: "keyDown", value }];
        if (value === "\uE000") return [{ type: "keyUp", value: "\uE009" }];
        return [
          { type: "keyDown", value },
          { type: "keyUp", value },
        ];
      });
      await command("input.performActions", { context, actions: [{ type: "key", id: "keyboard", actions }] });
    },
    async click(x, y) {
      const actions = [
        { type: "pointerMove", x: Math.round(x), y: Math.round(y) },
        { type: "pointerDown", button: 0 },
        { type: "pointerUp", button: 0 },
      ];
      await command("input.performActions", { context, actions: [{ type: "pointer", id: "mouse", actions }] });
    },
    async screenshot() {
      const { data } = (await command("browsingContext.captureScreenshot", { context })) as { data: string };
      return Buffer.from(data, "base64");
    },
    async close() {
      const ended = once(process_, "exit");
      process_.kill();
      await ended;
      await removeFolder(profile);
    },
  };
}

async function addressOf({ stderr }: ChildProcess): Promise<string> {
  let printed = "";
  for await (const part of stderr ?? []) {
    printed += String(part);
    const address = /WebDriver BiDi listening on (ws:\/\/\S+)/.exec(printed)?.[1];
    if (address !== undefined) return address;
  }
  throw new Error(`Firefox did not start: ${printed}`);
}
