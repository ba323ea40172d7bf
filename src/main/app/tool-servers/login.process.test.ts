import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type LoginServer, startLoginServer } from "./testing/login-server";
import { createToolServers, type ToolServers } from "./tool-servers";

const keySafe = {
  isSafe: async () => true,
  encrypt: async (secret: string) => Buffer.from(secret).reverse(),
  decrypt: async (bytes: Uint8Array) => Buffer.from(bytes).reverse().toString(),
};

let folder: string;
let login: LoginServer;
const hidden: string[] = [];
const opened: ToolServers[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "galley-login-"));
  login = await startLoginServer();
});
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
  login.close();
  rmSync(folder, { recursive: true, force: true });
  hidden.length = 0;
});

/** The servers of an app that starts now. */
async function startedServers(): Promise<ToolServers> {
  const servers = createToolServers({
    dataDir: folder,
    version: "0",
    cwd: folder,
    env: process.env,
    keySafe,
    hide: (secret) => hidden.push(secret),
    changed: () => {},
    forget: async () => {},
  });
  opened.push(servers);
  await servers.load();
  return servers;
}

const stateIn = (servers: ToolServers) => servers.list()[0]?.state;
const storedLogins = () => readFileSync(join(folder, "tool-server-logins.json"), "utf8");

/** Adds the server, which waits for a login; resolves to its id. */
async function added(servers: ToolServers): Promise<string> {
  await servers.add({ name: "sums", start: login.address });
  expect(stateIn(servers)).toEqual({ status: "login", isWaiting: false });
  return servers.list()[0]?.id ?? "";
}

/** Logs in as a user who agrees in the browser. */
async function agreeing(page: string): Promise<boolean> {
  expect(await (await login.visit(page)).text()).toContain("return to Galley");
  return true;
}

test("a login in the browser is kept, encrypted, and renewed without the user", async () => {
  const servers = await startedServers();
  const id = await added(servers);
  await servers.logIn(id, agreeing);
  expect(servers.list()[0]).toMatchObject({ state: { status: "asks" }, tools: [{ name: "add" }] });
  await servers.agree(id, servers.list()[0]?.hash ?? "");
  expect(hidden).toEqual(expect.arrayContaining(["access-0", "refresh-0"]));
  expect(Buffer.from(Object.values<string>(JSON.parse(storedLogins()))[0] ?? "", "base64").toString()).not.toContain(
    "access-0",
  );
  await servers.close();

  login.expire();
  const again = await startedServers();
  const [tool] = await again.tools();
  expect(await tool?.call({}, new AbortController().signal)).toEqual({ text: "3", isError: false });
  login.expire();
  expect(await tool?.call({}, new AbortController().signal)).toEqual({ text: "3", isError: false });
  await again.remove(id);
  expect(JSON.parse(storedLogins())).toEqual({});
});

test("a login that is no longer valid is asked for again, and the browser is not opened by itself", async () => {
  const servers = await startedServers();
  const id = await added(servers);
  await servers.logIn(id, agreeing);
  await servers.agree(id, servers.list()[0]?.hash ?? "");
  await servers.close();
  login.expire();
  login.refuse();
  const again = await startedServers();
  expect(await again.tools()).toEqual([]);
  expect(stateIn(again)).toEqual({ status: "login", isWaiting: false });
});

test("a login that ends while the server is in use fails the call, and is asked for again", async () => {
  const servers = await startedServers();
  const id = await added(servers);
  await servers.logIn(id, agreeing);
  await servers.agree(id, servers.list()[0]?.hash ?? "");
  const [tool] = await servers.tools();
  login.expire();
  login.refuse();
  await expect(tool?.call({}, new AbortController().signal)).rejects.toThrow("This server asks for a login.");
  expect(stateIn(servers)).toEqual({ status: "login", isWaiting: false });
});

test("a user who does not open the page is not logged in, and nothing is kept", async () => {
  const servers = await startedServers();
  const id = await added(servers);
  await expect(servers.logIn(id, async () => false)).rejects.toThrow("The login was cancelled.");
  expect(stateIn(servers)).toEqual({ status: "login", isWaiting: false });
  expect(login.given).toEqual([]);
});

test("only the answer of this login counts: another state, method or path is not found [A26]", async () => {
  const servers = await startedServers();
  const id = await added(servers);
  const statuses: number[] = [];
  await servers.logIn(id, async (page) => {
    const { searchParams } = new URL(page);
    const [returnTo, state] = [searchParams.get("redirect_uri") ?? "", searchParams.get("state") ?? ""];
    expect(returnTo).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/login$/);
    for (const [address, method] of [
      [`${returnTo}?code=evil`, "GET"],
      [`${returnTo}?code=evil&state=${"0".repeat(state.length)}`, "GET"],
      [`${returnTo}/x?code=evil&state=${state}`, "GET"],
      [`${returnTo}?code=evil&state=${state}`, "POST"],
    ] as const)
      statuses.push((await fetch(address, { method })).status);
    return agreeing(page);
  });
  expect(statuses).toEqual([404, 404, 404, 404]);
  expect(stateIn(servers)?.status).toBe("asks");
});

test("a second login takes the place of the first, and removing the server ends one that waits", async () => {
  const servers = await startedServers();
  const id = await added(servers);
  const first = servers.logIn(id, async () => true);
  await expect.poll(() => stateIn(servers)).toEqual({ status: "login", isWaiting: true });
  await servers.logIn(id, agreeing);
  await first;
  expect(stateIn(servers)?.status).toBe("asks");
  const given = login.given.length;
  let opened: (() => void) | undefined;
  const isOpen = new Promise<void>((done) => (opened = done));
  const waiting = servers.logIn(id, async () => {
    opened?.();
    return true;
  });
  // The server has a token now, so it has to ask again.
  await isOpen;
  await servers.remove(id);
  await waiting;
  expect([servers.list(), login.given.length]).toEqual([[], given]);
});

test("a login server that fails is described in a sentence, and nothing is sent unencrypted to another computer", async () => {
  const servers = await startedServers();
  const id = await added(servers);
  login.refuse();
  await expect(servers.logIn(id, agreeing)).rejects.toThrow("The server reported an error: ");
  expect(stateIn(servers)).toEqual({ status: "login", isWaiting: false });
  login.pretend("http://login.example");
  await expect(servers.logIn(id, agreeing)).rejects.toThrow("must start with https://");
});
