import { EventEmitter } from "node:events";
import { setImmediate as turn } from "node:timers/promises";
import { afterAll, expect, test, vi } from "vitest";
import { openPostgresWriter } from "./postgres-writer";

const clients: FakeClient[] = [];
let failNext = false;
let running = 0;
let mostRunning = 0;

/** A connection whose server says late that it has ended. */
class FakeClient extends EventEmitter {
  ended = false;
  constructor() {
    super();
    clients.push(this);
  }
  connect = turn;
  async query(text: string) {
    running += 1;
    mostRunning = Math.max(mostRunning, running);
    await turn();
    running -= 1;
    if (text.includes("INSERT") && failNext) {
      failNext = false;
      throw Object.assign(new Error("the disk is full"), { code: "53100" });
    }
    return { rows: [{ locked: true }] };
  }
  async end() {
    this.ended = true;
  }
}

vi.doMock("pg", () => ({ default: { Client: FakeClient } }));
afterAll(() => void vi.doUnmock("pg"));

test("a failed connection is replaced by one, which stays when the failed one ends, and has one query at a time", async () => {
  const limits = { connectionTimeoutMillis: 1, query_timeout: 1 };
  const writer = await openPostgresWriter({ url: "postgres://a/b", isShared: false, notice: () => {}, limits });
  const append = () => writer.append({ document: "files", update: new Uint8Array([0, 0]) });
  failNext = true;
  await append();
  expect(clients.map(({ ended }) => ended)).toEqual([true, false]);
  clients[0]?.emit("error", new Error("terminated"));
  clients[0]?.emit("end");
  await Promise.all([append(), writer.check(), writer.check()]);
  expect(clients).toHaveLength(2);
  expect(mostRunning).toBe(1);
  await writer.close();
  expect(clients[1]?.ended).toBe(true);
  await expect(writer.check()).rejects.toThrow("closed");
  expect(clients).toHaveLength(2);
});
