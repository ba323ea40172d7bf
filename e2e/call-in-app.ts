import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { readFile, realpath } from "node:fs/promises";
import { createConnection, type Socket } from "node:net";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import type { Envelope } from "../src/main/engine/ports/caller";
import { type FromApp, type FromGalley, type Hello, socketProtocol } from "../src/main/mcp/local-socket-protocol";

const packageFile = join(import.meta.dirname, "..", "package.json");
const { version } = JSON.parse(readFileSync(packageFile, "utf8")) as { version: string };

/** A connected agent. `call` is null if the app leaves the call to the agent's process: it does not have the folder open. It throws if the app ends. */
export type InAppAgent = {
  call(name: string, args: Record<string, unknown>): Promise<Envelope | null>;
  close(): void;
};

/**
 * Connects to the socket of the app with the data folder `data` as the process does that an agent starts for the folder `root`. Null if the app does
 * not run.
 */
export async function connectInApp(
  agent: { name: string; kind: Hello["agent"]["kind"] },
  { root, data }: { root: string; data: string },
): Promise<InAppAgent | null> {
  const socket = await connect(data);
  if (socket === null) return null;
  const send = (message: Hello | FromGalley) => socket.write(`${JSON.stringify(message)}\n`);
  const roots = [await realpath(root)];
  send({ type: "hello", protocol: socketProtocol, version, agent: { ...agent, process: randomUUID(), roots } });
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
  let id = 0;
  return {
    async call(name, args) {
      id += 1;
      send({ type: "call", id, name, arguments: args });
      for (let line = await lines.next(); !line.done; line = await lines.next()) {
        const answer = JSON.parse(line.value) as FromApp;
        if (answer.type === "unwelcome") throw new Error(`the app has version ${answer.version}`);
        if (answer.type === "elsewhere") return null;
        if (answer.type === "answer" || answer.type === "cut off") return answer.envelope;
      }
      throw new Error(`the app ended during ${name}`);
    },
    close: () => void socket.destroy(),
  };
}

/** Calls a tool over the app's socket as a new command line does. Null if the app does not run, or leaves the call to the command line. */
export async function callInApp(
  name: string,
  args: Record<string, unknown>,
  where: { root: string; data: string },
): Promise<Envelope | null> {
  const agent = await connectInApp({ name: "command line", kind: "command line" }, where);
  try {
    return (await agent?.call(name, args)) ?? null;
  } finally {
    agent?.close();
  }
}

/** A connection to the app; null if none runs, and on Windows, where its address is not recorded. */
async function connect(data: string): Promise<Socket | null> {
  const run = join(data, "run");
  const recorded = await readFile(join(run, "socket"), "utf8").catch(() => null);
  if (recorded === null) return null;
  const socket = createConnection(resolve(run, recorded.trim()));
  return once(socket, "connect").then(
    () => socket,
    () => null,
  );
}
