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
import { createAgentHolds } from "./agent-holds";
import { createAgents } from "./agents";
import type { AgentsDoor } from "./agents-server";
import { createHttpDoor, type HttpDoorDesk, type ServeHttp } from "./http-server";
import { httpToken } from "./http-token";

let folder: string;
const desks: HttpDoorDesk[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "galley-http-"));
});
afterEach(async () => {
  // A list of names that is still being written would recreate a file while the folder is removed.
  for (const desk of desks.splice(0)) await desk.close();
  rmSync(folder, { recursive: true, force: true });
});

type ForHttp = Parameters<ServeHttp>[0]["app"];

/** The service with a server that only records the calls to it. */
function world(settings = { httpDoor: true, httpPort: 5000 }) {
  const diary: string[] = [];
  const taken = new Set<number>();
  const logged: string[] = [];
  const asked: string[] = [];
  let app: ForHttp | null = null;
  const agents = createAgents(
    createAgentHolds(null, () => undefined),
    () => undefined,
    0,
  );
  const out = { code: "outside_workspace" as const, message: "out" };
  const door: AgentsDoor = {
    accepts: () => true,
    refusal: () => null,
    open: async () => ({ ok: true }),
    called: () => undefined,
    connected: (agent) => agents.connected(agent),
    disconnected: (id) => agents.disconnected(id),
    run: async () => ({ ok: false, message: "out", summary: "out", error: out }),
  };
  const make = (): HttpDoorDesk => {
    const desk = createHttpDoor({
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
      door,
      folders: () => [],
      engine: () => Promise.reject(new Error("none")),
      asked: (name) => void asked.push(name),
      changed: () => undefined,
      failed: (error) => void diary.push(`failed: ${error}`),
      log: (line) => logged.push(line),
    });
    desks.push(desk);
    return desk;
  };
  return { diary, taken, settings, agents, make, app: () => app as unknown as ForHttp, logged, asked };
}

const come = ({ agents }: ReturnType<typeof world>, ...names: string[]) => {
  for (const name of names) agents.connected({ id: `id ${name}`, name, roots: [], kind: "http" });
};

describe("the HTTP server", () => {
  test("is closed while the setting is off, and reads or creates no file", async () => {
    const it = world({ httpDoor: false, httpPort: 5000 });
    const desk = it.make();
    await desk.follow();
    expect(desk.state()).toEqual({ status: "off" });
    expect(it.diary).toEqual([]);
    expect(existsSync(join(folder, "http-token"))).toBe(false);
  });

  test("opens and closes with its switch, moves with its port, and stays when other settings change", async () => {
    const it = world();
    const desk = it.make();
    await desk.follow();
    expect(desk.state()).toEqual({ status: "open", address: "http://127.0.0.1:5000/mcp" });
    await desk.follow();
    it.settings.httpPort = 5001;
    await desk.follow();
    it.settings.httpDoor = false;
    await desk.follow();
    expect(desk.state()).toEqual({ status: "off" });
    expect(it.diary).toEqual(["listen 5000", "close 5000", "listen 5001", "close 5001"]);
  });

  test("reports that another program uses the port, and retries when asked", async () => {
    const it = world();
    it.taken.add(5000);
    const desk = it.make();
    await desk.follow();
    expect(desk.state()).toMatchObject({
      status: "failed",
      message: "Port 5000 is already in use by another program.",
      hint: expect.stringMatching(/^Choose another port/),
    });
    await desk.follow();
    expect(it.diary).toEqual(["listen 5000"]);
    it.taken.clear();
    await desk.again();
    expect(desk.state()).toMatchObject({ status: "open" });
  });

  test("tells a client without access what would help", async () => {
    const it = world();
    await it.make().follow();
    const call = { name: "t", arguments: {}, signal: new AbortController().signal };
    const message = async (roots: string[]) =>
      (await it.app().run({ ...call, caller: { id: "1", name: "anna", roots } })).message;
    expect(await message([])).toMatch(/^out\nNo folder is open in Galley.* Ask the user to open one\.$/);
    expect(await message(["/a"])).toBe("out");
  });

  test("applies settings that change while it opens in their order", async () => {
    const it = world();
    const desk = it.make();
    const first = desk.follow();
    it.settings.httpPort = 5001;
    const second = desk.follow();
    it.settings.httpDoor = false;
    await Promise.all([first, second, desk.follow()]);
    expect(desk.state()).toEqual({ status: "off" });
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
    const it = world();
    const desk = it.make();
    await desk.follow();
    come(it, "anna");
    await desk.cutOff("id anna");
    const before = await desk.token();
    const renewing = desk.renew();
    expect(it.diary.at(-1)).toBe("drop all");
    expect(it.app().isToken(before)).toBe(false);
    expect(it.app().isToken(await renewing)).toBe(true);
    expect(desk.keptOut()).toEqual([]);
    expect(it.app().admits("anna")).toEqual({ ok: true });
    expect(it.logged.join()).not.toContain(before);
  });
});

describe("a client that is blocked", () => {
  test("stays out by its name; clients already connected stay; every new client needs approval", async () => {
    const it = world();
    const desk = it.make();
    await desk.follow();
    expect(it.app().admits("anybody")).toEqual({ ok: true });
    come(it, "anna", "ben");
    await desk.cutOff("id anna");
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
    expect(desk.keptOut()).toMatchObject([
      { name: "anna2", why: "asked" },
      { name: "anna", why: "cut off" },
    ]);
    it.app().admits("anna2");
    expect(it.asked).toEqual(["anna2"]);
    await desk.letIn("anna2");
    expect(it.app().admits("anna2")).toEqual({ ok: true });
    expect(it.app().admits("carl").ok).toBe(false);
  });

  test("stays out after a restart, and if the list of names cannot be read, every client needs approval", async () => {
    const it = world();
    const desk = it.make();
    await desk.follow();
    come(it, "anna");
    await desk.cutOff("id anna");
    await desk.close();
    const next = it.make();
    await next.follow();
    expect(it.app().admits("anna").ok).toBe(false);
    await next.close();
    writeFileSync(join(folder, "http-clients.json"), "{");
    await it.make().follow();
    expect(it.app().admits("somebody").ok).toBe(false);
  });

  test("comes back once the user allows it; when the last one is allowed, the server no longer asks", async () => {
    const it = world();
    const desk = it.make();
    await desk.follow();
    come(it, "anna");
    await desk.cutOff("id anna");
    await desk.letIn("anna");
    expect(desk.keptOut()).toEqual([]);
    expect(it.app().admits("anna")).toEqual({ ok: true });
    expect(it.app().admits("new")).toEqual({ ok: true });
  });

  test("cannot fill the list with names [A21]", async () => {
    const it = world();
    const desk = it.make();
    await desk.follow();
    come(it, "anna");
    await desk.cutOff("id anna");
    for (let at = 0; at < 200; at++) it.app().admits(`name ${at}`);
    expect(desk.keptOut().length).toBe(51);
    expect(desk.keptOut().at(-1)).toMatchObject({ name: "anna", why: "cut off" });
  });
});
