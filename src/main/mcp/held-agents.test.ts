import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Engine } from "../engine/host/engine";
import type { Envelope } from "../engine/ports/caller";
import { AppOrOwnEngine } from "./app-or-own-engine";
import { type LocalApp, type LocalServer, serveLocal } from "./local-socket-server";

type Serving = Extract<LocalServer, { status: "serving" }>;

let dataDir: string;
let cleanUp: (() => Promise<unknown> | unknown)[];

beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), "galley-held-"));
  dataDir = join(folder, "data");
  await mkdir(dataDir);
  cleanUp = [() => rm(folder, { recursive: true, force: true })];
});
afterEach(async () => {
  for (const step of cleanUp.reverse()) await step();
});

const by = (who: string): Envelope => ({ ok: true, message: who, summary: who, data: {} });
const rejected: Envelope = { ok: false, message: "no", summary: "no", error: { code: "denied", message: "no" } };

/** An app that holds agents by their process, and an agent beside it. */
async function appAndAgent() {
  const held = new Map<string, "paused" | "cut off">();
  const diary: string[] = [];
  const processes = new Set<string>();
  const processOf = new Map<string, string>();
  let isOpen = true;
  const app: LocalApp = {
    version: "1",
    accepts: () => isOpen,
    run: async ({ caller }) => {
      // A connected agent is rejected where its calls are recorded.
      if (held.has(processOf.get(caller.id) ?? "")) return rejected;
      diary.push(`${caller.name} ran`);
      return by("app");
    },
    denial({ process = "" }) {
      const status = held.get(process);
      return status === undefined ? null : { status, envelope: rejected };
    },
    open: async () => ({ ok: true }),
    connected: ({ id, name, process = "" }) => {
      processOf.set(id, process);
      processes.add(process);
      diary.push(`${name} connected`);
    },
    disconnected: () => void diary.push("left"),
    called: () => undefined,
  };
  const server = (await serveLocal({ dataDir, app, graceMs: 50 })) as Serving;
  cleanUp.push(() => server.close());
  const agent = new AppOrOwnEngine({
    dataDir,
    version: "1",
    tools: [],
    agent: { name: "anna", kind: "mcp", roots: ["/open"] },
    createEngine: async () =>
      ({
        tools: async () => [],
        run: async () => by("own"),
        close: async () => {},
        forget: () => {},
      }) as unknown as Engine,
  });
  cleanUp.push(() => agent.close());
  const ran = async () => (await agent.run({ name: "t", arguments: {} })).message;
  return {
    held,
    diary,
    processes,
    agent,
    server,
    ran,
    close: (how: boolean) => {
      isOpen = how;
      server.foldersChanged();
    },
  };
}

test("a paused agent is rejected by the app under any name, and works again after it is resumed", async () => {
  const { held, processes, agent, ran } = await appAndAgent();
  expect(await ran()).toBe("app");
  expect(processes.size).toBe(1);
  const [process = ""] = processes;
  held.set(process, "paused");
  expect(await ran()).toBe("no");
  agent.introduce("another name");
  expect(await ran()).toBe("no");
  expect(processes.size).toBe(1);
  held.clear();
  expect(await ran()).toBe("app");
});

test("a paused agent cannot use its own engine either if the app has closed its folder", async () => {
  const { held, processes, ran, close } = await appAndAgent();
  await ran();
  held.set([...processes][0] ?? "", "paused");
  close(false);
  expect(await ran()).toBe("no");
  held.clear();
  expect(await ran()).toBe("own");
});

test("a blocked agent leaves the list, and runs nothing more, not even by itself after the app has quit, until it is allowed", async () => {
  const { held, processes, agent, ran, server, diary } = await appAndAgent();
  await ran();
  held.set([...processes][0] ?? "", "cut off");
  expect(await ran()).toBe("no");
  expect(diary).toEqual(["anna connected", "anna ran", "left"]);
  const block = async (access: string) => {
    const blocked = [{ name: "anna", roots: ["/open"], isHttp: false, access, events: [] }];
    const http = { admitted: null, asking: [] };
    await writeFile(join(dataDir, "agents.json"), JSON.stringify({ isAllPaused: false, agents: blocked, http }));
  };
  await block("blocked");
  await server.close();
  held.clear();
  expect(await ran()).toContain("has blocked this agent");
  agent.introduce("another name");
  expect(await ran()).toContain("has blocked this agent");
  await block("write");
  expect(await ran()).toBe("own");
});
