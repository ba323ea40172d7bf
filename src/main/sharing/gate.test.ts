import type { IncomingMessage } from "node:http";
import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { addressOf, createGate } from "./gate";
import { createMetrics } from "./metrics";

const limits = { connections: 10, connectionsOfAddress: 2, failures: { burst: 1, perSecond: 0.001 } };
const gate = (isBehindProxy: boolean) => createGate({ limits, isBehindProxy, metrics: createMetrics(), log: () => {} });

/** A request of a client that a proxy at 10.0.0.1 hands on. */
const request = (forwarded?: string) =>
  ({
    headers: { ...(forwarded === undefined ? {} : { "x-forwarded-for": forwarded }), "x-galley-address": "9.9.9.9" },
    socket: { remoteAddress: "10.0.0.1" },
  }) as unknown as IncomingMessage;

const seenAs = (asked: IncomingMessage) => addressOf(new Headers(asked.headers as Record<string, string>));

test("behind a proxy the limits of an address are those of the client's, and what a client claims counts for nothing", () => {
  const behind = gate(true);
  for (const [forwarded, address] of [
    ["1.1.1.1", "1.1.1.1"],
    ["7.7.7.7, 1.1.1.1", "1.1.1.1"],
    ["2001:db8::1", "2001:db8::1"],
    ["nonsense", "10.0.0.1"],
    [undefined, "10.0.0.1"],
  ] as const) {
    const asked = request(forwarded);
    expect(behind.admit(asked, new PassThrough())).toBe(true);
    expect(seenAs(asked)).toBe(address);
  }
  expect(behind.admit(request("8.8.8.8, 1.1.1.1"), new PassThrough())).toBe(false);
  expect(behind.admit(request("1.1.1.2"), new PassThrough())).toBe(true);
});

test("without a proxy the header counts for nothing", () => {
  const open = gate(false);
  const admitted = ["1.1.1.1", "1.1.1.2", "1.1.1.3"].map((each) => {
    const asked = request(each);
    return [open.admit(asked, new PassThrough()), seenAs(asked)];
  });
  expect(admitted.slice(0, 2)).toEqual([
    [true, "10.0.0.1"],
    [true, "10.0.0.1"],
  ]);
  expect(admitted[2]?.[0]).toBe(false);
});

test("a server that ends lets nobody in, and a connection can be ended", async () => {
  const open = gate(false);
  const socket = new PassThrough();
  const asked = request();
  open.admit(asked, socket);
  expect(open.connections()).toBe(1);
  open.end(String(asked.headers["x-galley-connection"]));
  expect(socket.destroyed).toBe(true);
  await expect.poll(() => open.connections()).toBe(0);
  open.close();
  expect(open.admit(request(), new PassThrough())).toBe(false);
});
