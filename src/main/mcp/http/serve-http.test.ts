import { createServer } from "node:net";
import { networkInterfaces } from "node:os";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { serveHttp } from "./serve-http";
import { createTestHttpServer, initialize, sessionIn, type TestHttpServer, token } from "./testing/test-http-server";

let testServer: TestHttpServer;

beforeEach(async () => {
  testServer = await createTestHttpServer();
});
afterEach(() => testServer.close());

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
    const client = await testServer.client(mode);
    expect(client.getNegotiatedProtocolVersion()).toBe(mode === "legacy" ? "2025-11-25" : "2026-07-28");
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(["write_it", "read_it"]);
    const answer = await client.callTool({ name: "write_it", arguments: { text: "ä" } });
    expect(answer).toMatchObject({ structuredContent: { name: "write_it", given: { text: "ä" } } });
    await client.callTool({ name: "old_read_it", arguments: {} });
    await expect(client.callTool({ name: "none", arguments: {} })).rejects.toThrow("Tool none not found");
    expect(testServer.calls.map(({ caller }) => caller)).toMatchObject([
      { name: "library", roots: ["/open/a"] },
      { name: "library", roots: ["/open/a"] },
    ]);
    expect(new Set(testServer.calls.map(({ caller }) => caller.id)).size).toBe(1);
    // Only a session shows that the same client asks again.
    for (const { caller } of testServer.calls) expect(caller.hasNoSession === true).toBe(mode === "auto");
    expect((await client.listPrompts()).prompts.map(({ name }) => name)).toContain("answer_comments");
  });

  test("a client of 2025-06-18 connects, is listed, and ends its session with DELETE", async () => {
    const began = await testServer.ask();
    expect(began.status).toBe(200);
    const session = sessionIn(began);
    expect(Buffer.from(session, "base64url").length).toBe(32);
    const headers = { "Mcp-Session-Id": session, "MCP-Protocol-Version": "2025-06-18" };
    expect((await testServer.ask({ headers, body: call("read_it") })).status).toBe(200);
    expect((await testServer.ask({ method: "DELETE", headers })).status).toBe(200);
    expect(testServer.diary).toEqual(["by hand connected, /open/a", "by hand: read_it", "by hand left"]);
    const after = await testServer.ask({ headers, body: call("read_it") });
    expect(after).toMatchObject({ status: 404 });
    expect(JSON.parse(after.body).error.message).toMatch(/^Session not found/);
  });

  test("two clients have separate servers, names and read logs, and get only their own answers for equal ids [A17]", async () => {
    const waiting: (() => void)[] = [];
    testServer.run = async ({ caller }) => {
      await new Promise<void>((go) => waiting.push(go));
      return { ok: true, message: "m", summary: "s", data: { to: caller.name } };
    };
    const [a, b] = await Promise.all([testServer.client("legacy", "anna"), testServer.client("legacy", "ben")]);
    const answers = Promise.all([a, b].map((each) => each?.callTool({ name: "read_it", arguments: {} })));
    await eventually(() => waiting.length === 2);
    for (const go of waiting.reverse()) go();
    expect(await answers).toMatchObject([{ structuredContent: { to: "anna" } }, { structuredContent: { to: "ben" } }]);
    expect(new Set(testServer.calls.map(({ caller }) => caller.id)).size).toBe(2);
  });

  test("many clients with many calls each get every answer, and none of another's", async () => {
    const [clients, calls] = process.env["GALLEY_LONG"] ? [20, 50] : [10, 20];
    testServer.run = async ({ caller, arguments: given }) => {
      const { n } = given as { n: number };
      return { ok: true, message: "m", summary: "s", data: { to: `${caller.name} ${n}` } };
    };
    const names = Array.from({ length: clients }, (_, at) => `client-${at}`);
    await Promise.all(
      names.map(async (name, at) => {
        const client = await testServer.client(at % 2 === 0 ? "legacy" : "auto", name);
        for (let n = 0; n < calls; n++) {
          const { structuredContent } = await client.callTool({ name: "read_it", arguments: { n } });
          expect(structuredContent).toEqual({ to: `${name} ${n}` });
        }
      }),
    );
    expect(testServer.calls).toHaveLength(clients * calls);
  });

  test.each(["legacy", "auto"] as const)("a client with the user's name is still an agent: %s [A21]", async (mode) => {
    for (const name of ["You", "Ｙｏｕ", "Gаllеу", "another program"]) {
      const client = await testServer.client(mode, name);
      await client.callTool({ name: "read_it", arguments: {} });
      expect(testServer.calls.at(-1)?.caller.name).toBe(`"${name}" (agent)`);
    }
  });

  test("clients without sessions are told apart by name and version, and keep their state between requests", async () => {
    const [a, b, again] = [
      await testServer.client("auto", "anna"),
      await testServer.client("auto", "ben"),
      await testServer.client("auto", "anna"),
    ];
    for (const each of [a, b, again]) await each?.callTool({ name: "read_it", arguments: {} });
    const ids = testServer.calls.map(({ caller }) => caller.id);
    expect(ids[0]).toBe(ids[2]);
    expect(ids[0]).not.toBe(ids[1]);
  });

  test("arguments that are not an object reach the engine, which has a message for them", async () => {
    const session = sessionIn(await testServer.ask());
    const headers = { "Mcp-Session-Id": session };
    await testServer.ask({ headers, body: { ...call("read_it"), params: { name: "read_it", arguments: "text" } } });
    expect(testServer.calls[0]?.arguments).toBe("text");
  });

  test("a client can reach only the open folders, and the first one stays first", async () => {
    const client = await testServer.client("legacy");
    testServer.appState.folders = ["/open/b", "/open/a"];
    testServer.server.foldersChanged();
    await client.callTool({ name: "read_it", arguments: {} });
    expect(testServer.calls[0]?.caller.roots).toEqual(["/open/a", "/open/b"]);
    testServer.appState.folders = [];
    await client.callTool({ name: "read_it", arguments: {} });
    expect(testServer.calls[1]?.caller.roots).toEqual([]);
    expect(testServer.diary.filter((line) => line.includes("connected"))).toEqual([
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
      const client = await testServer.client(mode);
      let go = () => {};
      testServer.run = async () => {
        await new Promise<void>((done) => {
          go = done;
        });
        return { ok: true, message: "m", summary: "s" };
      };
      const received: number[] = [];
      const answer = await client.callTool(
        { name: "read_it", arguments: {} },
        {
          onprogress({ progress }) {
            received.push(progress);
            if (progress >= 2) go();
          },
        },
      );
      expect(received.slice(0, 2)).toEqual([1, 2]);
      expect(answer.isError).toBeFalsy();
    },
  );

  test.each(["legacy", "auto"] as const)("a cancelled call learns that nobody waits: %s", async (mode) => {
    const client = await testServer.client(mode);
    let signal: AbortSignal | null = null;
    testServer.run = async (running) => {
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
    const client = await testServer.client("legacy");
    let chunkCount = 0;
    client.setNotificationHandler("notifications/tools/list_changed", () => void chunkCount++);
    await client.callTool({ name: "read_it", arguments: {} });
    const { id = "" } = testServer.calls[0]?.caller ?? {};
    // The stream for such notifications is opened after the handshake.
    await eventually(() => {
      testServer.server.toolsChanged(id);
      return chunkCount > 0;
    });
    testServer.appState.onlyReads.add("library");
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(["read_it"]);
  });
});

describe("the end of a client", () => {
  test.each(["legacy", "auto"] as const)(
    "a disconnected client is gone, and its running call ends: %s",
    async (mode) => {
      const client = await testServer.client(mode, "anna");
      const other = await testServer.client(mode, "ben");
      let signal: AbortSignal | null = null;
      testServer.run = async (running) => {
        signal = running.signal;
        await new Promise<void>((done) => running.signal.addEventListener("abort", () => done()));
        return { ok: false, message: "m", summary: "s" };
      };
      const answer = client.callTool({ name: "read_it", arguments: {} });
      answer.catch(() => undefined);
      await eventually(() => signal !== null);
      testServer.appState.blocked.add("anna");
      testServer.server.cutOff(testServer.calls[0]?.caller.id ?? "");
      await eventually(() => (signal as AbortSignal | null)?.aborted === true);
      expect(testServer.diary.filter((line) => line.endsWith("left"))).toEqual(["anna left"]);
      await expect(client.callTool({ name: "read_it", arguments: {} })).rejects.toThrow();
      await expect(testServer.client(mode, "anna")).rejects.toThrow(/Blocked by the user|HTTP 403/);
      testServer.run = async () => ({ ok: true, message: "m", summary: "s" });
      await other.callTool({ name: "read_it", arguments: {} });
      testServer.appState.blocked.clear();
      await (await testServer.client(mode, "anna")).callTool({ name: "read_it", arguments: {} });
    },
  );

  test("all clients are dropped when the token is renewed: the old token fails, and their sessions are unknown [A14]", async () => {
    const session = sessionIn(await testServer.ask());
    await testServer.client("auto", "anna");
    testServer.appState.token = "another";
    testServer.server.dropAll();
    expect(testServer.diary.filter((line) => line.endsWith("left"))).toEqual(["by hand left", "anna left"]);
    const headers = { "Mcp-Session-Id": session, Authorization: `Bearer ${token}` };
    expect((await testServer.ask({ headers, body: call("read_it") })).status).toBe(401);
    expect(
      (await testServer.ask({ headers: { ...headers, Authorization: "Bearer another" }, body: call("read_it") }))
        .status,
    ).toBe(404);
  });

  test("a silent client is dropped after a while, but never one that listens", async () => {
    await testServer.close();
    testServer = await createTestHttpServer({ idle: 2000 });
    const listens = sessionIn(await testServer.ask({ body: initialize("listens") }));
    const socket = await testServer.socket();
    socket.write(
      `GET /mcp HTTP/1.1\r\nHost: 127.0.0.1:${testServer.port}\r\nAuthorization: Bearer ${token}\r\nAccept: text/event-stream\r\nMcp-Session-Id: ${listens}\r\n\r\n`,
    );
    await new Promise((resolve) => socket.once("data", resolve));
    await testServer.ask({ body: initialize("silent") });
    await testServer.client("auto", "named");
    await eventually(() => testServer.diary.includes("silent left") && testServer.diary.includes("named left"));
    expect(testServer.diary).not.toContain("listens left");
    socket.destroy();
    await eventually(() => testServer.diary.includes("listens left"));
  });

  test("a client that was silent for a while is idle, and active again with its next request", async () => {
    await testServer.close();
    testServer = await createTestHttpServer({ quiet: 200 });
    const session = sessionIn(await testServer.ask({ body: initialize("silent") }));
    await eventually(() => testServer.diary.includes("idle"));
    testServer.diary.length = 0;
    await testServer.ask({
      headers: { "Mcp-Session-Id": session, "MCP-Protocol-Version": "2025-06-18" },
      body: call("read_it"),
    });
    expect(testServer.diary).toContain("active");
    expect(testServer.diary).not.toContain("silent left");
  });

  test("above the limit the client that was silent longest is dropped, but none that was active just now", async () => {
    await testServer.close();
    testServer = await createTestHttpServer({ clients: 2, yields: 600_000 });
    await testServer.ask({ body: initialize("first") });
    await testServer.ask({ body: initialize("second") });
    const rejected = await testServer.ask({ body: initialize("third") });
    expect(rejected).toMatchObject({ status: 503 });
    expect(JSON.parse(rejected.body).error.message).toBe(
      "2 clients are connected. Try again when one of them has left.",
    );
    await testServer.close();
    testServer = await createTestHttpServer({ clients: 2, yields: -1 });
    for (const name of ["first", "second"]) await testServer.ask({ body: initialize(name) });
    expect((await testServer.ask({ body: initialize("fourth") })).status).toBe(200);
    expect(testServer.diary).toContain("first left");
    expect(testServer.diary).not.toContain("second left");
  });
});

describe("where it listens", () => {
  test("it listens only on the loopback addresses of this machine [A15]", async () => {
    expect((await testServer.ask({ headers: { Host: `localhost:${testServer.port}` } })).status).toBe(200);
    const ipv6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === "::1"));
    if (ipv6)
      expect((await testServer.ask({ host: "::1", headers: { Host: `[::1]:${testServer.port}` } })).status).toBe(200);
    const others = Object.values(networkInterfaces())
      .flatMap((all) => all ?? [])
      .filter(({ internal }) => !internal);
    for (const { address, scopeid } of others)
      if (!scopeid)
        await expect(testServer.ask({ host: address })).rejects.toThrow(/ECONNREFUSED|EHOSTUNREACH|ENETUNREACH/);
  });

  test("it does not listen if another program has the port on either address", async () => {
    const app = {} as Parameters<typeof serveHttp>[0]["app"];
    expect(await serveHttp({ port: testServer.port, app })).toEqual({ status: "taken" });
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
