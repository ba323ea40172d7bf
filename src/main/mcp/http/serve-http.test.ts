import { createServer } from "node:net";
import { networkInterfaces } from "node:os";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { serveHttp } from "./serve-http";
import { type HttpWorld, httpWorld, initialize, sessionIn, token } from "./testing/test-http-server";

let world: HttpWorld;

beforeEach(async () => {
  world = await httpWorld();
});
afterEach(() => world.close());

const eventually = async (holds: () => boolean): Promise<void> => {
  for (let tries = 0; !holds() && tries < 3000; tries++) await new Promise((after) => setTimeout(after, 10));
  expect(holds()).toBe(true);
};

const call = (name: string, given: object = {}) => ({
  jsonrpc: "2.0",
  id: 2,
  method: "tools/call",
  params: { name, arguments: given },
});

describe("clients with and without sessions", () => {
  test.each(["legacy", "auto"] as const)("a client of the protocol's own library lists and calls: %s", async (mode) => {
    const client = await world.client(mode);
    expect(client.getNegotiatedProtocolVersion()).toBe(mode === "legacy" ? "2025-11-25" : "2026-07-28");
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(["write_it", "read_it"]);
    const answer = await client.callTool({ name: "write_it", arguments: { text: "ä" } });
    expect(answer).toMatchObject({ structuredContent: { name: "write_it", given: { text: "ä" } } });
    await client.callTool({ name: "old_read_it", arguments: {} });
    await expect(client.callTool({ name: "none", arguments: {} })).rejects.toThrow("Tool none not found");
    expect(world.calls.map(({ caller }) => caller)).toMatchObject([
      { name: "library", roots: ["/open/a"] },
      { name: "library", roots: ["/open/a"] },
    ]);
    expect(new Set(world.calls.map(({ caller }) => caller.id)).size).toBe(1);
    // Only a session shows that the same client asks again.
    for (const { caller } of world.calls) expect(caller.hasNoSession === true).toBe(mode === "auto");
    expect((await client.listPrompts()).prompts.length).toBe(3);
  });

  test("a client of 2025-06-18 connects, is listed, and ends its session with DELETE", async () => {
    const began = await world.ask();
    expect(began.status).toBe(200);
    const session = sessionIn(began);
    expect(Buffer.from(session, "base64url").length).toBe(32);
    const headers = { "Mcp-Session-Id": session, "MCP-Protocol-Version": "2025-06-18" };
    expect((await world.ask({ headers, body: call("read_it") })).status).toBe(200);
    expect((await world.ask({ method: "DELETE", headers })).status).toBe(200);
    expect(world.diary).toEqual(["by hand connected, /open/a", "by hand: read_it", "by hand left"]);
    const after = await world.ask({ headers, body: call("read_it") });
    expect(after).toMatchObject({ status: 404 });
    expect(JSON.parse(after.body).error.message).toMatch(/^Session not found/);
  });

  test("two clients have separate servers, names and read logs, and get only their own answers for equal ids [A17]", async () => {
    const waiting: (() => void)[] = [];
    world.run = async ({ caller }) => {
      await new Promise<void>((go) => waiting.push(go));
      return { ok: true, message: "m", summary: "s", data: { to: caller.name } };
    };
    const [a, b] = await Promise.all([world.client("legacy", "anna"), world.client("legacy", "ben")]);
    const answers = Promise.all([a, b].map((each) => each?.callTool({ name: "read_it", arguments: {} })));
    await eventually(() => waiting.length === 2);
    for (const go of waiting.reverse()) go();
    expect(await answers).toMatchObject([{ structuredContent: { to: "anna" } }, { structuredContent: { to: "ben" } }]);
    expect(new Set(world.calls.map(({ caller }) => caller.id)).size).toBe(2);
  });

  test.each(["legacy", "auto"] as const)("a client with the user's name is still an agent: %s [A21]", async (mode) => {
    for (const name of ["You", "Ｙｏｕ", "Gаllеу", "another program"]) {
      const client = await world.client(mode, name);
      await client.callTool({ name: "read_it", arguments: {} });
      expect(world.calls.at(-1)?.caller.name).toBe(`"${name}" (agent)`);
    }
  });

  test("clients without sessions are told apart by name and version, and keep their state between requests", async () => {
    const [a, b, again] = [
      await world.client("auto", "anna"),
      await world.client("auto", "ben"),
      await world.client("auto", "anna"),
    ];
    for (const each of [a, b, again]) await each?.callTool({ name: "read_it", arguments: {} });
    const ids = world.calls.map(({ caller }) => caller.id);
    expect(ids[0]).toBe(ids[2]);
    expect(ids[0]).not.toBe(ids[1]);
  });

  test("arguments that are not an object reach the engine, which has a message for them", async () => {
    const session = sessionIn(await world.ask());
    const headers = { "Mcp-Session-Id": session };
    await world.ask({ headers, body: { ...call("read_it"), params: { name: "read_it", arguments: "text" } } });
    expect(world.calls[0]?.arguments).toBe("text");
  });

  test("a client can reach only the open folders, and the first one stays first", async () => {
    const client = await world.client("legacy");
    world.says.folders = ["/open/b", "/open/a"];
    world.server.foldersChanged();
    await client.callTool({ name: "read_it", arguments: {} });
    expect(world.calls[0]?.caller.roots).toEqual(["/open/a", "/open/b"]);
    world.says.folders = [];
    await client.callTool({ name: "read_it", arguments: {} });
    expect(world.calls[1]?.caller.roots).toEqual([]);
    expect(world.diary.filter((line) => line.includes("connected"))).toEqual([
      "library connected, /open/a",
      "library connected, /open/a /open/b",
      "library connected, no folder",
    ]);
  });
});

describe("notifications during a call", () => {
  test.each(["legacy", "auto"] as const)(
    "a client that asked for progress is notified while its call runs: %s",
    async (mode) => {
      const client = await world.client(mode);
      let go = () => {};
      world.run = async () => {
        await new Promise<void>((done) => {
          go = done;
        });
        return { ok: true, message: "m", summary: "s" };
      };
      const heard: number[] = [];
      const answer = await client.callTool(
        { name: "read_it", arguments: {} },
        {
          onprogress({ progress }) {
            heard.push(progress);
            if (progress >= 2) go();
          },
        },
      );
      expect(heard.slice(0, 2)).toEqual([1, 2]);
      expect(answer.isError).toBeFalsy();
    },
  );

  test.each(["legacy", "auto"] as const)("a cancelled call learns that nobody waits: %s", async (mode) => {
    const client = await world.client(mode);
    let signal: AbortSignal | null = null;
    world.run = async (running) => {
      signal = running.signal;
      await new Promise<void>((done) => running.signal.addEventListener("abort", () => done()));
      return { ok: false, message: "m", summary: "s" };
    };
    const stop = new AbortController();
    const answer = client.callTool({ name: "read_it", arguments: {} }, { signal: stop.signal });
    answer.catch(() => undefined);
    await eventually(() => signal !== null);
    stop.abort();
    await expect(answer).rejects.toThrow();
    await eventually(() => (signal as AbortSignal | null)?.aborted === true);
  });

  test("a client whose list of tools changes is notified, and gets the new one", async () => {
    const client = await world.client("legacy");
    let heard = 0;
    client.setNotificationHandler("notifications/tools/list_changed", () => void heard++);
    await client.callTool({ name: "read_it", arguments: {} });
    const { id = "" } = world.calls[0]?.caller ?? {};
    // The stream for such notifications is opened after the handshake.
    await eventually(() => {
      world.server.toolsChanged(id);
      return heard > 0;
    });
    world.says.onlyReads.add("library");
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(["read_it"]);
  });
});

describe("the end of a client", () => {
  test.each(["legacy", "auto"] as const)(
    "a disconnected client is gone, and its running call ends: %s",
    async (mode) => {
      const client = await world.client(mode, "anna");
      const other = await world.client(mode, "ben");
      let signal: AbortSignal | null = null;
      world.run = async (running) => {
        signal = running.signal;
        await new Promise<void>((done) => running.signal.addEventListener("abort", () => done()));
        return { ok: false, message: "m", summary: "s" };
      };
      const answer = client.callTool({ name: "read_it", arguments: {} });
      answer.catch(() => undefined);
      await eventually(() => signal !== null);
      world.says.keptOut.add("anna");
      world.server.cutOff(world.calls[0]?.caller.id ?? "");
      await eventually(() => (signal as AbortSignal | null)?.aborted === true);
      expect(world.diary.filter((line) => line.endsWith("left"))).toEqual(["anna left"]);
      await expect(client.callTool({ name: "read_it", arguments: {} })).rejects.toThrow();
      await expect(world.client(mode, "anna")).rejects.toThrow(/Blocked by the user|HTTP 403/);
      world.run = async () => ({ ok: true, message: "m", summary: "s" });
      await other.callTool({ name: "read_it", arguments: {} });
      world.says.keptOut.clear();
      await (await world.client(mode, "anna")).callTool({ name: "read_it", arguments: {} });
    },
  );

  test("all clients are dropped when the token is renewed: the old token fails, and their sessions are unknown [A14]", async () => {
    const session = sessionIn(await world.ask());
    await world.client("auto", "anna");
    world.says.token = "another";
    world.server.dropAll();
    expect(world.diary.filter((line) => line.endsWith("left"))).toEqual(["by hand left", "anna left"]);
    const headers = { "Mcp-Session-Id": session, Authorization: `Bearer ${token}` };
    expect((await world.ask({ headers, body: call("read_it") })).status).toBe(401);
    expect(
      (await world.ask({ headers: { ...headers, Authorization: "Bearer another" }, body: call("read_it") })).status,
    ).toBe(404);
  });

  test("a silent client is dropped after a while, but never one that listens", async () => {
    await world.close();
    world = await httpWorld({ idle: 2000 });
    const listens = sessionIn(await world.ask({ body: initialize("listens") }));
    const socket = await world.socket();
    socket.write(
      `GET /mcp HTTP/1.1\r\nHost: 127.0.0.1:${world.port}\r\nAuthorization: Bearer ${token}\r\nAccept: text/event-stream\r\nMcp-Session-Id: ${listens}\r\n\r\n`,
    );
    await new Promise((heard) => socket.once("data", heard));
    await world.ask({ body: initialize("silent") });
    await world.client("auto", "named");
    await eventually(() => world.diary.includes("silent left") && world.diary.includes("named left"));
    expect(world.diary).not.toContain("listens left");
    socket.destroy();
    await eventually(() => world.diary.includes("listens left"));
  });

  test("above the limit the client that was silent longest is dropped, but none that was active just now", async () => {
    await world.close();
    world = await httpWorld({ clients: 2, yields: 600_000 });
    await world.ask({ body: initialize("first") });
    await world.ask({ body: initialize("second") });
    const refused = await world.ask({ body: initialize("third") });
    expect(refused).toMatchObject({ status: 503 });
    expect(JSON.parse(refused.body).error.message).toBe(
      "2 clients are connected. Try again when one of them has left.",
    );
    await world.close();
    world = await httpWorld({ clients: 2, yields: -1 });
    for (const name of ["first", "second"]) await world.ask({ body: initialize(name) });
    expect((await world.ask({ body: initialize("fourth") })).status).toBe(200);
    expect(world.diary).toContain("first left");
    expect(world.diary).not.toContain("second left");
  });
});

describe("where it listens", () => {
  test("it listens only on the loopback addresses of this machine [A15]", async () => {
    expect((await world.ask({ headers: { Host: `localhost:${world.port}` } })).status).toBe(200);
    const ipv6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === "::1"));
    if (ipv6) expect((await world.ask({ host: "::1", headers: { Host: `[::1]:${world.port}` } })).status).toBe(200);
    const others = Object.values(networkInterfaces())
      .flatMap((all) => all ?? [])
      .filter(({ internal }) => !internal);
    for (const { address, scopeid } of others)
      if (!scopeid) await expect(world.ask({ host: address })).rejects.toThrow(/ECONNREFUSED|EHOSTUNREACH|ENETUNREACH/);
  });

  test("it does not listen if another program has the port on either address", async () => {
    const app = {} as Parameters<typeof serveHttp>[0]["app"];
    expect(await serveHttp({ port: world.port, app })).toEqual({ status: "taken" });
    for (const host of ["127.0.0.1", "::1"]) {
      const other = createServer();
      const port = await new Promise<number | null>((done) => {
        other.once("error", () => done(null));
        other.listen(0, host, () => done((other.address() as { port: number }).port));
      });
      if (port === null) continue;
      expect(await serveHttp({ port, app })).toEqual({ status: "taken" });
      await new Promise((closed) => other.close(closed));
    }
  });
});
