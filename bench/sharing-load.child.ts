/** Many clients of a real server: prints as JSON how long each word took to the other clients, what was lost, and what the server used. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { HocuspocusProvider, HocuspocusProviderWebsocket } from "@hocuspocus/provider";
import * as Y from "yjs";

const [cli = "", clientCount = 50, documentCount = 5, seconds = 20] = process.argv
  .slice(2)
  .map((given, index) => (index === 0 ? given : Number(given))) as [string, number, number, number];

/** Milliseconds between two words of a client: about what quick typing, saved live, sends. */
const BEAT_MS = 1000;

type Client = { id: number; doc: Y.Doc; provider: HocuspocusProvider; socket: HocuspocusProviderWebsocket };

async function startServer(folder: string): Promise<{ child: ChildProcess; port: number; secret: string }> {
  const child = spawn(process.execPath, [cli, "serve", "--data", folder, "--port", "0"], {
    env: { ...process.env, ELECTRON_RUN_AS_NODE: "1" },
    stdio: ["ignore", "pipe", "ignore"],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const link = /galley:\/\/127\.0\.0\.1:(\d+)\/#(\S+)/.exec(line);
    if (link !== null) return { child, port: Number(link[1]), secret: link[2] ?? "" };
  }
  throw new Error("the server printed no link");
}

/** What the server has used since its start: seconds of CPU, and MB of memory now. */
function used(pid: number): { cpu: number; memory: number } {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  const memory = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
  return { cpu: (Number(fields[11]) + Number(fields[12])) / 100, memory };
}

async function until(isTrue: () => boolean): Promise<void> {
  for (const end = performance.now() + 120_000; !isTrue(); ) {
    if (performance.now() > end) throw new Error("the clients never agreed");
    await wait(20);
  }
}

const folder = mkdtempSync(join(tmpdir(), "galley-load-"));
const { child, port, secret } = await startServer(folder);
const pid = child.pid ?? 0;
const idle = used(pid);
const sentAt = new Map<string, number>();
const latencies: number[] = [];

function connect(id: number): Client {
  const doc = new Y.Doc();
  const socket = new HocuspocusProviderWebsocket({ url: `ws://127.0.0.1:${port}` });
  const name = `text/${String(id % documentCount).padStart(24, "0")}`;
  const provider = new HocuspocusProvider({
    websocketProvider: socket,
    name,
    token: secret,
    document: doc,
    awareness: null,
  });
  provider.attach();
  doc.getText("t").observe(({ delta, transaction }) => {
    if (transaction.local) return;
    for (const { insert } of delta) {
      const at = typeof insert === "string" ? sentAt.get(insert) : undefined;
      if (at !== undefined) latencies.push(performance.now() - at);
    }
  });
  return { id, doc, provider, socket };
}

const clients = Array.from({ length: clientCount }, (_, id) => connect(id));
await until(() => clients.every(({ provider }) => provider.isSynced));
const joined = used(pid);
const start = performance.now();

/** Writes words at the end of the text, each after a pause of its own. */
async function write({ id, doc }: Client): Promise<void> {
  const text = doc.getText("t");
  await wait(Math.random() * BEAT_MS);
  for (let word = 0; performance.now() - start < seconds * 1000; word++) {
    const written = `c${id}w${word} `;
    sentAt.set(written, performance.now());
    text.insert(text.length, written);
    await wait(BEAT_MS * (0.5 + Math.random()));
  }
}

await Promise.all(clients.map(write));
const end = used(pid);
await until(() => clients.every(({ provider }) => provider.unsyncedChanges === 0));
const textOf = ({ doc }: Client): string => doc.getText("t").toString();
await until(() => clients.every((each) => textOf(each) === textOf(clients[each.id % documentCount] as Client)));
const present = new Set(clients.slice(0, documentCount).flatMap((each) => textOf(each).split(/(?<= )/)));
const lost = [...sentAt.keys()].filter((word) => !present.has(word)).length;
const elapsed = (performance.now() - start) / 1000;
for (const { provider, socket } of clients) {
  provider.destroy();
  socket.destroy();
}
child.kill("SIGTERM");
await once(child, "exit");
rmSync(folder, { recursive: true, force: true });
const measured = {
  latencies,
  words: sentAt.size,
  lost,
  /** Milliseconds of CPU for a client and a second, and KB of memory for a client. */
  cpu: ((end.cpu - joined.cpu) * 1000) / clientCount / elapsed,
  memory: ((end.memory - idle.memory) * 1024) / clientCount,
};
process.stdout.write(JSON.stringify(measured), () => process.exit(0));
