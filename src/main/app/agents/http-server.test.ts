import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { httpToken } from "../../connect/http-token";
import { type AgentHolds, createAgentHolds } from "./agent-holds";
import { createAgents } from "./agents";
import type { AgentsServer } from "./agents-server";
import { createHttpServerService, type HttpServerService, type ServeHttp } from "./http-server";

let folder: string;
const services: HttpServerService[] = [];
const allHolds: AgentHolds[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "galley-http-"));
});
afterEach(async () => {
  // A list of names that is still being written would recreate a file while the folder is removed.
  for (const service of services.splice(0)) await service.close();
  for (const holds of allHolds.splice(0)) await holds.idle();
  rmSync(folder, { recursive: true, force: true });
});

type HttpServerApp = Parameters<ServeHttp>[0]["app"];

/** The service with a server that only records the calls to it. */
function setUp(settings = { httpDoor: true, httpPort: 5000, httpTools: "documents, office", httpStructured: false }) {
  const diary: string[] = [];
  const taken = new Set<number>();
  const logged: string[] = [];
  const asked: string[] = [];
  let app: HttpServerApp | null = null;
  /** The decisions as a start of the app reads them. */
  const readHolds = () => {
    const read = createAgentHolds(join(folder, "agents.json"), (error) => void diary.push(`failed: ${error}`));
    allHolds.push(read);
    return read;
  };
  const agents = createAgents(readHolds(), () => undefined, 0);
  const out = { code: "outside_workspace" as const, message: "out" };
  const server: Omit<AgentsServer, "ask" | "session"> = {
    accepts: () => true,
    denial: () => null,
    open: async () => ({ ok: true }),
    called: () => undefined,
    announce: async () => undefined,
    connected: (agent) => agents.connected(agent),
    disconnected: (id) => agents.disconnected(id),
    run: async () => ({ ok: false, message: "out", summary: "out", error: out }),
  };
  const make = (): HttpServerService => {
    const service = createHttpServerService({
      version: "1",
      dataDir: folder,
      settings: () => settings,
      async serve({ port, app: given }) {
        app = given;
        diary.push(`listen ${port}`);
        if (taken.has(port)) return { status: "taken" };
        return {
          status: "serving",
          address: `http://127.0.0.1:${port}/mcp`,
          foldersChanged: () => undefined,
          toolsChanged: (id) => void diary.push(`tools ${id}`),
          cutOff: (id) => {
            diary.push(`cut ${id}`);
            agents.disconnected(id);
          },
          dropAll: () => void diary.push("drop all"),
          close: async () => void diary.push(`close ${port}`),
        };
      },
      agents,
      holds: readHolds(),
      server,
      folders: () => [],
      engine: () => Promise.reject(new Error("none")),
      asked: (name) => void asked.push(name),
      changed: () => undefined,
      failed: (error) => void diary.push(`failed: ${error}`),
      log: (line) => logged.push(line),
    });
    services.push(service);
    return service;
  };
  return { diary, taken, settings, agents, make, app: () => app as unknown as HttpServerApp, logged, asked };
}

const connect = ({ agents }: ReturnType<typeof setUp>, ...names: string[]) => {
  for (const name of names) agents.connected({ id: `id ${name}`, name, roots: [], kind: "http" });
};

describe("the HTTP server", () => {
  test("is closed while the setting is off, and reads or creates no file", async () => {
    const it = setUp({ httpDoor: false, httpPort: 5000, httpTools: "documents, office", httpStructured: false });
    const service = it.make();
    await service.applySettings();
    expect(service.state()).toEqual({ status: "off" });
    expect(it.diary).toEqual([]);
    expect(existsSync(join(folder, "http-token"))).toBe(false);
  });

  test("opens and closes with its switch, moves with its port, and stays when other settings change", async () => {
    const it = setUp();
    const service = it.make();
    await service.applySettings();
    expect(service.state()).toEqual({ status: "open", address: "http://127.0.0.1:5000/mcp" });
    await service.applySettings();
    it.settings.httpPort = 5001;
    await service.applySettings();
    it.settings.httpDoor = false;
    await service.applySettings();
    expect(service.state()).toEqual({ status: "off" });
    expect(it.diary).toEqual(["listen 5000", "close 5000", "listen 5001", "close 5001"]);
  });

  test("reports that another program uses the port, and retries when asked", async () => {
    const it = setUp();
    it.taken.add(5000);
    const service = it.make();
    await service.applySettings();
    expect(service.state()).toMatchObject({
      status: "failed",
      message: "Port 5000 is already in use by another program.",
      hint: expect.stringMatching(/^Choose another port/),
    });
    await service.applySettings();
    expect(it.diary).toEqual(["listen 5000"]);
    it.taken.clear();
    await service.retry();
    expect(service.state()).toMatchObject({ status: "open" });
  });

  test("tells a client without access what would help", async () => {
    const it = setUp();
    await it.make().applySettings();
    const call = { name: "t", arguments: {}, signal: new AbortController().signal };
    const message = async (roots: string[]) =>
      (await it.app().run({ ...call, caller: { id: "1", name: "anna", roots } })).message;
    expect(await message([])).toMatch(/^out\nNo folder is open in Galley.* Ask the user to open one\.$/);
    expect(await message(["/a"])).toBe("out");
  });

  test("applies settings that change while it opens in their order", async () => {
    const it = setUp();
    const service = it.make();
    const first = service.applySettings();
    it.settings.httpPort = 5001;
    const second = service.applySettings();
    it.settings.httpDoor = false;
    await Promise.all([first, second, service.applySettings()]);
    expect(service.state()).toEqual({ status: "off" });
  });
});

describe("the token", () => {
  test("is 256 random bits in a file that only its user can read, the same at each start [A14 A30]", async () => {
    const path = join(folder, "http-token");
    const token = await httpToken(path).now();
    expect(Buffer.from(token, "base64url").length).toBe(32);
    expect(readFileSync(path, "utf8")).toBe(`${token}\n`);
    if (process.platform !== "win32") expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(await httpToken(path).now()).toBe(token);
  });

  test("is created again if others could have read it, if it is a link, or if it is not a token [A30]", async () => {
    const path = join(folder, "http-token");
    const first = await httpToken(path).now();
    chmodSync(path, 0o644);
    const second = await httpToken(path).now();
    expect(second).not.toBe(first);
    if (process.platform !== "win32") expect(statSync(path).mode & 0o777).toBe(0o600);
    const elsewhere = join(folder, "elsewhere");
    writeFileSync(elsewhere, first, { mode: 0o600 });
    rmSync(path);
    symlinkSync(elsewhere, path);
    expect(await httpToken(path).now()).not.toBe(first);
    expect(readFileSync(elsewhere, "utf8")).toBe(first);
    writeFileSync(path, "short\n", { mode: 0o600 });
    expect((await httpToken(path).now()).length).toBe(43);
  });

  test("is the only one accepted; after a renewal the old one is rejected from the next call on [A14]", async () => {
    const token = httpToken(join(folder, "http-token"));
    expect(token.is("")).toBe(false);
    const first = await token.now();
    for (const other of ["", first.slice(0, -1), `${first}x`, first.toLowerCase(), `${first}\n`])
      expect(token.is(other)).toBe(false);
    expect(token.is(first)).toBe(true);
    const renewing = token.renew();
    expect(token.is(first)).toBe(false);
    expect(token.is(await renewing)).toBe(true);
    expect(await token.now()).toBe(await renewing);
  });

  test("when renewed, disconnects every client and clears the list of blocked clients", async () => {
    const it = setUp();
    const service = it.make();
    await service.applySettings();
    connect(it, "anna");
    await service.cutOff("id anna");
    const before = await service.token();
    const renewing = service.renew();
    expect(it.diary.at(-1)).toBe("drop all");
    expect(it.app().isToken(before)).toBe(false);
    expect(it.app().isToken(await renewing)).toBe(true);
    expect(service.blockedClients()).toEqual([]);
    expect(it.app().admits("anna")).toEqual({ ok: true });
    expect(it.logged.join()).not.toContain(before);
  });
});

test("a paused client gets no prompt", async () => {
  const it = setUp();
  await it.make().applySettings();
  connect(it, "anna");
  it.agents.setAccess("id anna", "paused");
  const ask = it.app().prompt({ type: "translation", book: "x" }, { id: "id anna", name: "anna", roots: [] });
  await expect(ask).rejects.toThrow(/has paused this agent/);
});

describe("a client that is blocked", () => {
  test("stays out by its name; clients already connected stay; every new client needs approval", async () => {
    const it = setUp();
    const service = it.make();
    await service.applySettings();
    expect(it.app().admits("anybody")).toEqual({ ok: true });
    connect(it, "anna", "ben");
    await service.cutOff("id anna");
    expect(it.diary).toContain("cut id anna");
    expect(it.agents.list().map(({ name }) => name)).toEqual(["ben"]);
    expect(it.app().admits("anna")).toMatchObject({
      ok: false,
      message: expect.stringMatching(/has blocked this client/),
    });
    expect(it.app().admits("ben")).toEqual({ ok: true });
    expect(it.app().admits("anna2")).toMatchObject({
      ok: false,
      message: expect.stringMatching(/only when the user allows it/),
    });
    expect(service.blockedClients()).toMatchObject([
      { name: "anna2", why: "asked" },
      { name: "anna", why: "cut off" },
    ]);
    it.app().admits("anna2");
    expect(it.asked).toEqual(["anna2"]);
    await service.letIn("anna2");
    expect(it.app().admits("anna2")).toEqual({ ok: true });
    expect(it.app().admits("carl").ok).toBe(false);
  });

  test("stays out after a restart, and if the list of names cannot be read, every client needs approval", async () => {
    const it = setUp();
    const service = it.make();
    await service.applySettings();
    connect(it, "anna");
    await service.cutOff("id anna");
    await service.close();
    await Promise.all(allHolds.map((holds) => holds.idle()));
    const next = it.make();
    await next.applySettings();
    expect(it.app().admits("anna").ok).toBe(false);
    await next.close();
    writeFileSync(join(folder, "agents.json"), "{");
    await it.make().applySettings();
    expect(it.app().admits("somebody").ok).toBe(false);
  });

  test("stays out if an earlier version blocked it, whose list is taken over once", async () => {
    const it = setUp();
    const at = "2026-01-02T03:04:05.000Z";
    const former = {
      admitted: ["ben"],
      keptOut: [
        { name: "anna", why: "cut off", at },
        { name: "carl", why: "asked", at },
      ],
    };
    writeFileSync(join(folder, "http-clients.json"), JSON.stringify(former));
    const service = it.make();
    await service.applySettings();
    expect(["anna", "ben", "carl"].map((name) => it.app().admits(name).ok)).toEqual([false, true, false]);
    expect(service.blockedClients()).toMatchObject([
      { name: "carl", why: "asked" },
      { name: "anna", why: "cut off" },
    ]);
    await expect.poll(() => existsSync(join(folder, "http-clients.json"))).toBe(false);
    // The next start reads it from the common file.
    expect(
      it
        .make()
        .blockedClients()
        .map(({ name }) => name),
    ).toEqual(["carl", "anna"]);
  });

  test("comes back once the user allows it; when the last one is allowed, the server no longer asks", async () => {
    const it = setUp();
    const service = it.make();
    await service.applySettings();
    connect(it, "anna");
    await service.cutOff("id anna");
    await service.letIn("anna");
    expect(service.blockedClients()).toEqual([]);
    expect(it.app().admits("anna")).toEqual({ ok: true });
    expect(it.app().admits("new")).toEqual({ ok: true });
  });

  test("cannot fill the list with names [A21]", async () => {
    const it = setUp();
    const service = it.make();
    await service.applySettings();
    connect(it, "anna");
    await service.cutOff("id anna");
    for (let at = 0; at < 200; at++) it.app().admits(`name ${at}`);
    expect(service.blockedClients().length).toBe(51);
    expect(service.blockedClients().at(-1)).toMatchObject({ name: "anna", why: "cut off" });
  });
});
