import { PassThrough, Writable } from "node:stream";
import type { JSONRPCMessage } from "@modelcontextprotocol/server";
import { expect, test } from "vitest";
import { LineTransport } from "./line-transport";
import { HandClient } from "./testing/hand-client";

const start = async (fromServer: Writable = new PassThrough()) => {
  const toServer = new PassThrough();
  const transport = new LineTransport(toServer, fromServer);
  const received: JSONRPCMessage[] = [];
  const errors: string[] = [];
  let ends = 0;
  transport.onmessage = (message) => received.push(message);
  transport.onerror = (error) => errors.push(error.message);
  transport.onEnded(() => ends++);
  await transport.start();
  return { toServer, transport, received, errors, ends: () => ends };
};

const ping = (id: number) => `{"jsonrpc":"2.0","id":${id},"method":"ping"}\n`;
/** Each stream passes a chunk on in the same turn or the next one. */
const aMoment = async () => {
  for (let turn = 0; turn < 20; turn++) await new Promise((after) => setImmediate(after));
};

test("a client that sends without reading is paused while its answers wait, and gets everything later", async () => {
  const fromServer = new PassThrough();
  const { toServer, transport, received } = await start(fromServer);
  const large = "x".repeat(16 * 1024 * 1024);
  for (let id = 0; id < 5; id++) toServer.write(ping(id));
  await aMoment();
  for (let id = 0; id < 5; id++) await transport.send({ jsonrpc: "2.0", id, result: { large } });
  toServer.write(ping(5));
  await aMoment();
  expect(received).toHaveLength(5);

  const client = new HandClient(toServer, fromServer);
  await client.answer(({ id }) => id === 4);
  await aMoment();
  expect(received).toHaveLength(6);
  expect(client.answers.map(({ id }) => id)).toEqual([0, 1, 2, 3, 4]);
});

test("with 64 running calls no more are started until some are answered, even if they arrived in one chunk", async () => {
  const { toServer, transport, received } = await start();
  toServer.write(Array.from({ length: 600 }, (_, id) => ping(id)).join(""));
  await aMoment();
  expect(received).toHaveLength(64);
  for (let id = 0; id < 600; id++) await transport.send({ jsonrpc: "2.0", id, result: {} });
  await aMoment();
  expect(received).toHaveLength(600);
});

test("calls that arrived in one chunk with the end of input are all answered", async () => {
  const { toServer, transport, received, ends } = await start();
  toServer.end(Array.from({ length: 200 }, (_, id) => ping(id)).join(""));
  for (let id = 0; id < 200; id++) {
    await expect.poll(() => received.length).toBeGreaterThan(id);
    await transport.send({ jsonrpc: "2.0", id, result: {} });
  }
  await expect.poll(ends).toBe(1);
  expect(received).toHaveLength(200);
});

test("a closed pipe ends the session, once", async () => {
  const broken = new Writable({ write: (_chunk, _encoding, done) => done(new Error("EPIPE")) });
  const { toServer, transport, errors, ends } = await start(broken);
  toServer.write("not JSON\n");
  await aMoment();
  expect(errors.at(-1)).toBe("EPIPE");
  expect(ends()).toBe(1);
  await expect(transport.send({ jsonrpc: "2.0", id: 1, result: {} })).rejects.toThrow("gone");
  toServer.end();
  await transport.close();
  expect(ends()).toBe(1);
});

test("an answer that cannot be serialised is reported, so that nobody waits for ever", async () => {
  const fromServer = new PassThrough();
  const { toServer, transport } = await start(fromServer);
  const client = new HandClient(toServer, fromServer);
  toServer.write(ping(1));
  const circle: Record<string, unknown> = {};
  circle.self = circle;
  await transport.send({ jsonrpc: "2.0", id: 1, result: circle });
  expect(await client.answer(({ id }) => id === 1)).toMatchObject({ error: { code: -32603 } });
});

test("a repeated id waits for two answers", async () => {
  const { toServer, transport, ends } = await start();
  toServer.write(ping(1) + ping(1));
  toServer.end();
  await aMoment();
  await transport.send({ jsonrpc: "2.0", id: 1, result: {} });
  await aMoment();
  expect(ends()).toBe(0);
  await transport.send({ jsonrpc: "2.0", id: 1, result: {} });
  await aMoment();
  expect(ends()).toBe(1);
});

test("a subscription, which is answered only when it ends, does not keep the session open", async () => {
  const { toServer, ends } = await start();
  toServer.end('{"jsonrpc":"2.0","id":1,"method":"subscriptions/listen","params":{}}\n');
  await aMoment();
  expect(ends()).toBe(1);
});
