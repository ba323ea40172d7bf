import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  type Answer,
  createTestHttpServer,
  initialize,
  sessionIn,
  type TestHttpServer,
  type TestRequest,
  token,
} from "./testing/test-http-server";

let testServer: TestHttpServer;

beforeEach(async () => {
  testServer = await createTestHttpServer();
});
afterEach(() => testServer.close());

/** Rejected with this status and a sentence; nothing has run, nothing is readable for a page of another site, and no secret is in the answer. */
const expectRejected = async (request: TestRequest, status: number, message = /./): Promise<Answer> => {
  const answer = await testServer.ask(request);
  expect(answer.status, JSON.stringify(request)).toBe(status);
  expect(answer.head).not.toMatch(/access-control/i);
  const { error } = JSON.parse(answer.body) as { error: { message: string } };
  expect(error.message).toMatch(/^[A-Z].*\.$/s);
  expect(error.message).toMatch(message);
  expect(answer.head + answer.body).not.toContain(token);
  expect(testServer.diary).toEqual([]);
  expect(testServer.calls).toEqual([]);
  return answer;
};

test("a request for another host is rejected, whatever name leads here for the moment [A12]", async () => {
  const { port } = testServer;
  for (const host of [
    "evil.com",
    `evil.com:${port}`,
    `127.0.0.1.evil.com:${port}`,
    `localhost@evil.com:${port}`,
    `[::ffff:127.0.0.1]:${port}`,
    `127.1:${port}`,
    `2130706433:${port}`,
    `0.0.0.0:${port}`,
    `localhost.:${port}`,
    "localhost",
    "127.0.0.1",
    `127.0.0.1:${port + 1}`,
    "",
  ])
    await expectRejected({ headers: { Host: host } }, 403, /Host names another server/);
});

test("a request that a page of another site makes is rejected, with or without the token [A12]", async () => {
  for (const Origin of [
    "https://evil.com",
    "null",
    "http://localhost",
    `https://localhost:${testServer.port}`,
    `http://localhost:${testServer.port}.evil.com`,
    `http://127.0.0.1:${testServer.port + 1}`,
    "file://",
    "",
  ]) {
    await expectRejected({ headers: { Origin } }, 403, /Origin is another site/);
    await expectRejected({ headers: { Origin, Authorization: null } }, 403, /Origin is another site/);
  }
  for (const site of ["cross-site", "same-site", "whatever"])
    await expectRejected({ headers: { "Sec-Fetch-Site": site } }, 403, /comes from another site/);
  expect((await testServer.ask({ headers: { Origin: `http://127.0.0.1:${testServer.port}` } })).status).toBe(200);
});

test("what a page can send without being allowed to is rejected: preflight, forms, plain text, sockets, events [A13]", async () => {
  const preflight = { "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization" };
  await expectRejected({ method: "OPTIONS", headers: { Origin: "https://evil.com", ...preflight } }, 403);
  await expectRejected({ method: "OPTIONS", headers: preflight }, 405);
  for (const type of [
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/jsonx",
  ])
    await expectRejected({ headers: { "Content-Type": type } }, 415);
  await expectRejected({ headers: { "Content-Type": null } }, 415);
  await expectRejected({ headers: { "Content-Encoding": "gzip" } }, 415);
  await expectRejected({ method: "GET", headers: { Accept: "text/event-stream" } }, 400, /Mcp-Session-Id is missing/);
  await expectRejected({ method: "GET", headers: { Upgrade: "websocket", Connection: "Upgrade, close" } }, 400);
  await expectRejected({ method: "DELETE" }, 400);
  for (const method of ["PUT", "PATCH", "HEAD", "TRACE"]) {
    const answer = await testServer.ask({ method });
    expect(answer.status).toBe(405);
  }
});

test("without the token nothing is answered: none, another, a part of it, in another place, in another manner [A14]", async () => {
  for (const Authorization of [
    null,
    "",
    "Bearer",
    "Bearer ",
    `Bearer ${token.slice(0, -1)}`,
    `Bearer ${token}x`,
    `Bearer ${token.toLowerCase()}`,
    `Bearer ${token} ${token}`,
    `Basic ${token}`,
    token,
    `Bearer ${"x".repeat(8000)}`,
  ])
    await expectRejected({ headers: { Authorization } }, 401);
  const none = { Authorization: null };
  await expectRejected({ path: `/mcp?token=${token}`, headers: none }, 404);
  await expectRejected({ headers: { ...none, Cookie: `token=${token}`, "X-Api-Key": token } }, 401);
  const answer = await expectRejected({ headers: none }, 401);
  expect(answer.head).toMatch(/^www-authenticate: Bearer/im);
});

test("paths lead only to the one resource [A18]", async () => {
  for (const path of [
    "/",
    "/mcp/",
    "//mcp",
    "/mcp/..",
    "/%6dcp",
    "/mcp%00",
    "/mcp#x",
    "/./mcp",
    "/../../etc/passwd",
    "/MCP",
    "/mcp;a",
    `http://127.0.0.1:${testServer.port}/mcp`,
    "http://evil.com/mcp",
    "/.well-known/oauth-protected-resource",
  ])
    await expectRejected({ path }, 404);
});

test("headers that stand there twice, or more of them than anybody needs, are rejected [A16]", async () => {
  const { port } = testServer;
  await expectRejected({ headers: { Host: [`127.0.0.1:${port}`, "evil.com"] } }, 400, /host occurs more than once/);
  await expectRejected({ headers: { Authorization: [`Bearer ${token}`, "Bearer x"] } }, 400);
  await expectRejected({ headers: { Origin: ["https://evil.com", `http://127.0.0.1:${port}`] } }, 400);
  await expectRejected({ headers: { "Content-Type": ["text/plain", "application/json"] } }, 400);
  await expectRejected({ headers: { "Mcp-Session-Id": ["a", "b"] } }, 400);
  await expectRejected({ headers: Object.fromEntries(Array.from({ length: 70 }, (_, at) => [`X-${at}`, "x"])) }, 431);
  expect((await testServer.ask({ headers: { "X-Long": "x".repeat(17_000) } })).status).toBe(431);
});

test("a request that two parsers could read differently is rejected [A16]", async () => {
  const head = `Host: 127.0.0.1:${testServer.port}\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n`;
  const body = JSON.stringify(initialize());
  const both = `POST /mcp HTTP/1.1\r\n${head}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n${body}`;
  const twoLengths = `POST /mcp HTTP/1.1\r\n${head}Content-Length: 4\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const folded = `POST /mcp HTTP/1.1\r\n${head}X: a\r\n b\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`;
  const spaced = `POST /mcp HTTP/1.1\r\nHost : evil\r\n${head}\r\n`;
  const bare = `POST /mcp HTTP/1.1\nHost: 127.0.0.1:${testServer.port}\n\n`;
  for (const bytes of [
    both,
    twoLengths,
    spaced,
    bare,
    "CONNECT evil.com:443 HTTP/1.1\r\nHost: evil.com\r\n\r\n",
    "\u0016\u0003\u0001 hello\r\n\r\n",
  ])
    expect(await testServer.raw(bytes)).toMatch(/^$|^HTTP\/1\.1 4\d\d /);
  expect(await testServer.raw(folded)).toMatch(/^HTTP\/1\.1 [24]\d\d /);
  expect(testServer.calls).toEqual([]);
});

test("a foreign, ended or invented session is rejected, and reveals nothing of the existing ones [A14]", async () => {
  for (const id of ["x", "0".repeat(43), "../../etc", `${"a".repeat(5000)}`])
    await expectRejected(
      { headers: { "Mcp-Session-Id": id }, body: { jsonrpc: "2.0", id: 1, method: "ping" } },
      404,
      /^Session not found/,
    );
  await expectRejected({ body: { jsonrpc: "2.0", id: 1, method: "tools/list" } }, 400, /Mcp-Session-Id is missing/);
});

describe("request bodies", () => {
  test("that are not a message are answered with the error [A9]", async () => {
    const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    for (const body of [
      "",
      "{",
      "null",
      "7",
      '"text"',
      "[]",
      JSON.stringify([initialize()]),
      deep,
      "\u00ff\u00fe",
      "{} {}",
    ])
      expect((await testServer.ask({ body })).status, body.slice(0, 20)).toBe(400);
    const proto = '{"jsonrpc":"2.0","id":1,"method":"initialize","__proto__":{"x":1},"params":{}}';
    expect((await testServer.ask({ body: proto })).status).toBe(400);
    expect(testServer.diary.filter((line) => line.includes("surprise"))).toEqual([]);
  });

  test("that are too large are rejected by their length, announced or real, without being stored [A25]", async () => {
    await testServer.close();
    testServer = await createTestHttpServer({ body: 100_000, bodies: 150_000 });
    await expectRejected({ headers: { "Content-Length": "100001" }, body: "" }, 413, /larger than 0 MiB/);
    const chunk = "x".repeat(60_000);
    const head = `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:${testServer.port}\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n`;
    const chunked = `${head}Transfer-Encoding: chunked\r\n\r\n${`${chunk.length.toString(16)}\r\n${chunk}\r\n`.repeat(3)}`;
    expect(await testServer.raw(chunked)).toMatch(/^HTTP\/1\.1 413 /);
    // Memory is free again: a rejected body holds none.
    for (let at = 0; at < 5; at++)
      expect((await testServer.ask({ body: initialize("x".repeat(80_000)) })).status).toBe(200);
  });

  test("that never arrive are not waited for, and other clients are served meanwhile", async () => {
    await testServer.close();
    testServer = await createTestHttpServer({ headTime: 2000, requestTime: 2500 });
    const head = `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:${testServer.port}\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n`;
    const slow = [
      testServer.raw(""),
      testServer.raw("POST /mcp HT"),
      testServer.raw(head),
      testServer.raw(`${head}\r\n{"json`),
    ];
    expect((await testServer.ask()).status).toBe(200);
    for (const answer of await Promise.all(slow)) expect(answer).toMatch(/^$|^HTTP\/1\.1 408 /);
  });

  test("are not requested before the head is accepted [A12]", async () => {
    const head = `POST /mcp HTTP/1.1\r\nHost: evil.com\r\nContent-Type: application/json\r\nContent-Length: 100\r\nExpect: 100-continue\r\n\r\n`;
    const answer = await testServer.raw(head);
    expect(answer).toMatch(/^HTTP\/1\.1 403 /);
    expect(answer).not.toContain("100 Continue");
    const body = JSON.stringify(initialize());
    const socket = await testServer.socket();
    const received: string[] = [];
    socket.on("data", (chunk) => {
      received.push(chunk.toString());
      if (chunk.toString().startsWith("HTTP/1.1 100")) socket.write(body);
    });
    const closed = new Promise((done) => socket.once("close", done));
    socket.write(
      `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:${testServer.port}\r\nAuthorization: Bearer ${token}\r\nAccept: application/json, text/event-stream\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n`,
    );
    await closed;
    expect(received.join("")).toMatch(/^HTTP\/1\.1 100 Continue[\s\S]*HTTP\/1\.1 200 OK/);
  });
});

test("connections above the limit are closed; existing ones continue", async () => {
  await testServer.close();
  testServer = await createTestHttpServer({ connections: 4 });
  const held = await Promise.all(Array.from({ length: 4 }, () => testServer.socket()));
  const fifth = await testServer.socket();
  fifth.on("error", () => undefined);
  await new Promise((closed) => fifth.once("close", closed));
  for (const socket of held) expect(socket.destroyed).toBe(false);
  const gone = new Promise((closed) => held[0]?.once("close", closed));
  held[0]?.destroy();
  await gone;
  // The connection is free once the server has seen it close.
  for (let tries = 0; tries < 100; tries++) {
    const answer = await testServer.ask().catch(() => null);
    if (answer?.status === 200) break;
    expect(tries).toBeLessThan(99);
    await new Promise((after) => setTimeout(after, 20));
  }
  for (const socket of held) socket.destroy();
});

test("requests above a client's limit are rejected; the running ones continue [A25]", async () => {
  await testServer.close();
  testServer = await createTestHttpServer({ running: 2 });
  const go: (() => void)[] = [];
  testServer.run = async () => {
    await new Promise<void>((done) => go.push(done));
    return { ok: true, message: "m", summary: "s" };
  };
  const headers = { "Mcp-Session-Id": sessionIn(await testServer.ask()) };
  const call = (id: number) => ({ jsonrpc: "2.0", id, method: "tools/call", params: { name: "read_it" } });
  const running = [testServer.ask({ headers, body: call(2) }), testServer.ask({ headers, body: call(3) })];
  while (go.length < 2) await new Promise((after) => setTimeout(after, 5));
  const third = await testServer.ask({ headers, body: call(4) });
  expect(third.status).toBe(429);
  for (const each of go) each();
  for (const answer of await Promise.all(running)) expect(answer.status).toBe(200);
});

test("contradictions between header and body are rejected with the protocol's error code [A16]", async () => {
  const meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "x", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const body = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "read_it", arguments: {}, _meta: meta } };
  const right = { "MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/call", "Mcp-Name": "read_it" };
  expect((await testServer.ask({ headers: right, body })).status).toBe(200);
  for (const wrong of [
    { "Mcp-Method": "tools/list" },
    { "Mcp-Name": "write_it" },
    { "MCP-Protocol-Version": "2025-11-25" },
    { "Mcp-Name": "=?base64?d3JpdGVfaXQ=?=" },
  ]) {
    const answer = await testServer.ask({ headers: { ...right, ...wrong }, body });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatch(/"code":-32020\b/);
  }
  expect(testServer.calls.length).toBe(1);
});

test("a client's name cannot break a line, change the writing direction, or be endless [A21]", async () => {
  await testServer.ask({ body: initialize(`\u202Eevil\r\nX-Injected: 1\u0000${"n".repeat(5000)}`) });
  const [line = ""] = testServer.diary;
  expect(line).toMatch(/^evil X-Injected: 1 n+… connected/);
  expect(line.length).toBeLessThan(140);
});

test("an answer that nobody reads keeps a call no longer than its connection", async () => {
  const big = "x".repeat(8_000_000);
  testServer.run = async () => ({ ok: true, message: big, summary: "s" });
  const session = sessionIn(await testServer.ask());
  const socket = await testServer.socket();
  const body = JSON.stringify({ jsonrpc: "2.0", id: 2, method: "tools/call", params: { name: "read_it" } });
  socket.pause();
  socket.write(
    `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:${testServer.port}\r\nAuthorization: Bearer ${token}\r\nAccept: application/json, text/event-stream\r\nMcp-Session-Id: ${session}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  while (testServer.calls.length === 0) await new Promise((after) => setTimeout(after, 5));
  socket.destroy();
  expect((await testServer.ask({ method: "DELETE", headers: { "Mcp-Session-Id": session } })).status).toBe(200);
  expect(testServer.diary.at(-1)).toBe("by hand left");
});
