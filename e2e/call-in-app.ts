import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { readFile, realpath } from "node:fs/promises";
import { createConnection, type Socket } from "node:net";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import type { Envelope } from "../src/main/engine/ports/caller";
import { type FromApp, type FromGalley, type Hello, socketProtocol } from "../src/main/mcp/local-socket-messages";

const packageFile = join(import.meta.dirname, "..", "package.json");
const { version } = JSON.parse(readFileSync(packageFile, "utf8")) as { version: string };

/**
 * Calls a tool over the socket of the app with the data folder `data`, as a new command line with the folder `root`. Null if the app leaves the call
 * to the command line: it does not run, or does not have the folder open. Throws if the app ends during the call.
 */
export async function callInApp(
  name: string,
  args: Record<string, unknown>,
  { root, data }: { root: string; data: string },
): Promise<Envelope | null> {
  const socket = await connect(data);
  if (socket === null) return null;
  const roots = [await realpath(root)];
  const messages: [Hello, FromGalley] = [
    {
      type: "hello",
      protocol: socketProtocol,
      version,
      agent: { name: "command line", kind: "command line", process: randomUUID(), roots },
    },
    { type: "call", id: 1, name, arguments: args },
  ];
  socket.write(messages.map((message) => `${JSON.stringify(message)}\n`).join(""));
  try {
    for await (const line of createInterface({ input: socket })) {
      const answer = JSON.parse(line) as FromApp;
      if (answer.type === "unwelcome") throw new Error(`the app has version ${answer.version}`);
      if (answer.type === "elsewhere") return null;
      if (answer.type === "answer" || answer.type === "cut off") return answer.envelope;
    }
  } finally {
    socket.destroy();
  }
  throw new Error(`the app ended during ${name}`);
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
