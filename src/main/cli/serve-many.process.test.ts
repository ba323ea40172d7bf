import { once } from "node:events";
import { readFile, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as Y from "yjs";
import { startBalancer } from "./testing/balancer";
import { type CliFixture, createCliFixture, type GalleyProcess, runGalley } from "./testing/galley-process";
import {
  hasCaddy,
  missingServices,
  type RealService,
  startCaddy,
  startPostgres,
  startRedis,
} from "./testing/other-services";
import { connectClient, type Served, startServing, textName } from "./testing/shared-folder-client";

// Real Postgres and Redis: in the long run only, and only where Debian's packages are.
const missing = missingServices();
const isLong = process.env["GALLEY_LONG"] !== undefined;
const title =
  missing === null ? "servers with Postgres and Redis" : `servers with Postgres and Redis: missing here: ${missing}`;

describe.skipIf(!isLong || missing !== null)(title, () => {
  let fixture: CliFixture;
  let postgres: RealService;
  let redis: RealService;
  let database = 0;
  let ended: (() => void)[];

  beforeAll(async () => {
    [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
  });
  afterAll(() => Promise.all([postgres?.remove(), redis?.remove()]));
  beforeEach(async () => {
    fixture = await createCliFixture();
    ended = [];
    database += 1;
    await sql("postgres", `CREATE DATABASE shared${database}`);
  });
  afterEach(async () => {
    for (const end of ended) end();
    await fixture.remove();
  });

  async function sql(name: string, query: string): Promise<Record<string, unknown>[]> {
    const { default: pg } = await import("pg");
    const client = new pg.Client({ connectionString: `postgres://galley@127.0.0.1:${postgres.port}/${name}` });
    await client.connect();
    try {
      return (await client.query(query)).rows;
    } finally {
      await client.end();
    }
  }

  const store = () => `postgres://galley:secret-word@127.0.0.1:${postgres.port}/shared${database}`;
  const alone = (...args: string[]) => startServing(fixture, "--store", store(), ...args);
  const oneOfMany = (...args: string[]) => alone("--redis", `redis://127.0.0.1:${redis.port}`, ...args);
  const client = (...args: Parameters<typeof connectClient>) => {
    const made = connectClient(...args);
    ended.push(made.end);
    return made;
  };
  const health = async ({ port }: Served) => (await fetch(`http://127.0.0.1:${port}/health`)).status;

  test("one of many servers keeps a folder of plain files, which members of another one share", async () => {
    await writeFile(join(fixture.root, "a.md"), "on the first server\n");
    const folderOptions = ["--folder", fixture.root, "--mcp-port", "0"];
    const first = await oneOfMany(...folderOptions);
    const second = await oneOfMany("--link", "editor");
    const third = await runGalley(fixture, ["serve", "--store", store(), "--port", "0", ...folderOptions]);
    expect(third).toMatchObject({ code: 1, stdout: "" });
    expect(third.stderr).toContain("is already kept in sync");
    const other = await createCliFixture();
    ended.push(() => void other.remove());
    other.start("join", `galley://127.0.0.1:${second.port}/#${first.secrets.editor}`, other.root).stdout.resume();
    const read = ({ root }: CliFixture) => readFile(join(root, "a.md"), "utf8").catch(() => null);
    await expect.poll(() => read(other)).toBe("on the first server\n");
    await writeFile(join(other.root, "a.md"), "and on another\n");
    await expect.poll(() => read(fixture)).toBe("and on another\n");
    // An image goes through both servers and the database.
    const image = Buffer.alloc(2_500_000, "image");
    await writeFile(join(other.root, "a.png"), image);
    const found = () => readFile(join(fixture.root, "a.png")).catch(() => Buffer.alloc(0));
    await expect.poll(async () => image.equals(await found())).toBe(true);
  });

  test("what was confirmed is there after kill -9 of the server, and nobody else may serve the database meanwhile", async () => {
    const first = await alone();
    const editor = client(first.port, first.secrets.editor ?? "");
    await editor.synced();
    for (let at = 0; at < 60; at++) editor.text.insert(editor.text.length, `word${at} `);
    await editor.confirmed();
    for (const more of [[], ["--redis", `redis://127.0.0.1:${redis.port}`]]) {
      const second = await runGalley(fixture, ["serve", "--store", store(), "--port", "0", ...more]);
      expect(second).toMatchObject({ code: 1, stdout: "" });
      expect(second.stderr).toContain("another galley serve uses it");
      expect(second.stderr).not.toContain("secret-word");
    }
    await killed(first.process);
    const again = await alone();
    expect(again.printed()).toContain(`The shared folder in the Postgres database shared${database} at 127.0.0.1:`);
    expect(again.printed()).not.toContain("secret-word");
    const late = client(again.port, first.secrets.editor ?? "");
    await expect.poll(() => late.text.toString()).toBe(editor.text.toString());
    // The log of 60 updates is one now, and no secret is stored.
    expect(await sql(`shared${database}`, "SELECT count(*)::int AS count FROM galley_updates")).toEqual([{ count: 1 }]);
    const stored = JSON.stringify(
      await sql(`shared${database}`, "SELECT encode(hash, 'escape') AS hash FROM galley_links"),
    );
    expect(stored).not.toContain(String(first.secrets.editor));
  });

  test("while Postgres is away nothing is confirmed and nobody is rejected, and afterwards everything is stored", async () => {
    const server = await alone();
    const token = server.secrets.editor ?? "";
    const editor = client(server.port, token);
    editor.text.insert(0, "before ");
    await editor.confirmed();
    await postgres.kill();
    editor.text.insert(editor.text.length, "meanwhile ");
    const newcomer = client(server.port, token, textName("b"));
    newcomer.text.insert(0, "newcomer");
    await expect.poll(() => health(server)).toBe(503);
    await expect.poll(() => editor.seen.closed.length, { timeout: 30_000 }).toBeGreaterThan(0);
    await expect.poll(() => newcomer.seen.closed.length).toBeGreaterThan(0);
    expect([editor.isConfirmed(), newcomer.isConfirmed()]).toEqual([false, false]);
    await postgres.start();
    await expect.poll(() => health(server)).toBe(200);
    for (const each of [editor, newcomer]) {
      await expect.poll(each.isConfirmed, { timeout: 30_000 }).toBe(true);
      expect(each.seen.refused).toBe("");
    }
    await killed(server.process);
    const again = await alone();
    const late = client(again.port, token);
    await expect.poll(() => late.text.toString()).toBe("before meanwhile ");
  });

  test("links that one server ends are ended on all, and the others' clients are sent away", async () => {
    const first = await oneOfMany();
    const token = first.secrets.editor ?? "";
    const editor = client(first.port, token);
    await editor.synced();
    const second = await oneOfMany("--revoke");
    await expect.poll(() => editor.seen.refused).toBe("this link is not valid, or was revoked");
    const renewed = client(first.port, second.secrets.editor ?? "");
    await renewed.synced();
  });

  test("changes reach the clients of other servers by Redis, by the store while Redis is away, and by Redis again", async () => {
    const [first, second] = [await oneOfMany(), await oneOfMany()];
    const token = first.secrets.editor ?? "";
    const [here, there] = [client(first.port, token), client(second.port, token)];
    await Promise.all([here.synced(), there.synced()]);
    const arrives = async (word: string): Promise<number> => {
      const start = performance.now();
      here.text.insert(here.text.length, word);
      await expect.poll(() => there.text.toString(), { interval: 1 }).toContain(word);
      return performance.now() - start;
    };
    const before: number[] = [];
    for (let at = 0; at < 50; at++) before.push(await arrives(`a${at} `));
    await redis.kill();
    const without: number[] = [];
    for (let at = 0; at < 10; at++) without.push(await arrives(`b${at} `));
    // A document that nobody had open before.
    const [newHere, newThere] = ["b", "b"].map((letter, at) =>
      client(at === 0 ? first.port : second.port, token, textName(letter)),
    );
    newHere?.text.insert(0, "new");
    await expect.poll(() => newThere?.text.toString()).toBe("new");
    await redis.start();
    await expect
      .poll(() =>
        [first, second].every(({ printed }) =>
          /Redis is connected\n.*Redis is away.*Redis is connected/s.test(printed()),
        ),
      )
      .toBe(true);
    const after: number[] = [];
    for (let at = 0; at < 50; at++) after.push(await arrives(`c${at} `));
    newHere?.text.insert(0, "again ");
    await expect.poll(() => newThere?.text.toString()).toBe("again new");
    await Promise.all([here.confirmed(), there.confirmed()]);
    report("from server to server", { before: spread(before), withoutRedis: spread(without), after: spread(after) });
    expect(median(before)).toBeLessThan(60);
    expect(median(after)).toBeLessThan(60);
    expect(Math.max(...without)).toBeLessThan(5000);
  });

  test("kill -9 of one of three servers under load, and SIGTERM of another, lose no confirmed word, and clients go on within 5 s", async () => {
    const servers = [await oneOfMany(), await oneOfMany(), await oneOfMany()];
    const balancer = await startBalancer(servers.map(({ port }) => port));
    ended.push(balancer.close);
    const token = servers[0]?.secrets.editor ?? "";
    const writers = Array.from({ length: 45 }, (_, at) => {
      // The delay of a real member.
      const made = client(balancer.port, token, textName("abcde"[at % 5] ?? ""), new Y.Doc(), 500);
      return { ...made, at, letter: "abcde"[at % 5] ?? "", written: 0, confirmed: 0, slowest: 0 };
    });
    await Promise.all(writers.map(({ synced }) => synced()));
    const start = performance.now();
    let killedAt = 0;
    let ending: Promise<unknown[]> | null = null;
    const lastConfirmed = writers.map(() => start);
    while (performance.now() - start < 15_000) {
      for (const each of writers) {
        if (each.isConfirmed() && each.confirmed < each.written) {
          const now = performance.now();
          if (killedAt > 0)
            each.slowest = Math.max(each.slowest, now - Math.max(killedAt, lastConfirmed[each.at] ?? 0));
          lastConfirmed[each.at] = now;
          each.confirmed = each.written;
        }
        // One word at a time: the next when the last is confirmed.
        if (each.confirmed < each.written) continue;
        each.text.insert(each.text.length, `w${each.at}.${each.written} `);
        each.written += 1;
      }
      if (killedAt === 0 && performance.now() - start > 5000) {
        killedAt = performance.now();
        await killed((servers[1] as Served).process);
      }
      if (ending === null && performance.now() - start > 10_000) {
        ending = once((servers[2] as Served).process, "exit");
        (servers[2] as Served).process.kill("SIGTERM");
      }
      await wait(5);
    }
    for (const each of writers)
      each.slowest = Math.max(each.slowest, performance.now() - (lastConfirmed[each.at] ?? 0));
    expect(await ending).toEqual([0, null]);
    const confirmed = writers.map((each) => (each.isConfirmed() ? each.written : each.confirmed));
    // Everybody leaves, and what is stored is read by a new server.
    for (const end of ended.splice(0)) end();
    for (const { process } of servers)
      if (process.exitCode === null && process.signalCode === null) await killed(process);
    const last = await alone();
    const texts = new Map<string, string>();
    for (const letter of "abcde") {
      const reader = client(last.port, token, textName(letter));
      await reader.synced();
      texts.set(letter, reader.text.toString());
    }
    const lost = writers.flatMap(({ at, letter }) => {
      const words = new Set(texts.get(letter)?.split(" "));
      return Array.from({ length: confirmed[at] ?? 0 }, (_, word) => `w${at}.${word}`).filter(
        (word) => !words.has(word),
      );
    });
    const slowest = Math.max(...writers.map((each) => each.slowest));
    report("kill -9 of one of three", {
      confirmedWords: confirmed.reduce((a, b) => a + b, 0),
      lost: lost.length,
      slowestClientMs: Math.round(slowest),
    });
    expect(lost).toEqual([]);
    expect(Math.min(...confirmed)).toBeGreaterThan(10);
    expect(slowest).toBeLessThan(5000);
  });

  test.skipIf(!hasCaddy())(
    "behind Caddy clients are spread, go on when a server dies, and see neither health nor metrics",
    async () => {
      const servers = [await oneOfMany("--behind-proxy"), await oneOfMany("--behind-proxy")];
      const caddy = await startCaddy(servers.map(({ port }) => port));
      ended.push(() => void caddy.remove());
      const url = `http://127.0.0.1:${caddy.port}`;
      for (const path of ["/metrics", "/health"]) expect((await fetch(url + path)).status).toBe(404);
      const token = servers[0]?.secrets.editor ?? "";
      const clients = Array.from({ length: 6 }, () => client(caddy.port, token));
      await Promise.all(clients.map(({ synced }) => synced()));
      const connections = async ({ port }: Served) =>
        Number(/^galley_connections (\d+)/m.exec(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text())?.[1]);
      expect(await Promise.all(servers.map(connections))).toEqual([3, 3]);
      await killed((servers[0] as Served).process);
      const start = performance.now();
      for (const [at, { text }] of clients.entries()) text.insert(text.length, `w${at} `);
      for (const { confirmed } of clients) await confirmed();
      expect(performance.now() - start).toBeLessThan(5000);
      for (const { text } of clients)
        await expect.poll(() => text.toString().trim().split(" ").sort()).toEqual(["w0", "w1", "w2", "w3", "w4", "w5"]);
    },
  );

  test("a change that was confirmed just before its server and its writer died reaches the clients of the others", async () => {
    const [first, second] = [await oneOfMany(), await oneOfMany()];
    const token = first.secrets.editor ?? "";
    const watcher = client(second.port, token);
    await watcher.synced();
    // Stored as a server does that is killed before it sends anything.
    const writer = client(first.port, token);
    await writer.synced();
    writer.text.insert(0, "once ");
    await writer.confirmed();
    await sql(
      `shared${database}`,
      `INSERT INTO galley_updates (document, content, server) VALUES ('${textName("a")}', decode('${lateUpdate()}', 'hex'), 'killed')`,
    );
    await expect.poll(() => watcher.text.toString()).toContain("last words");
    await expect.poll(() => writer.text.toString()).toContain("last words");
  });

  test("garbage in Redis, and a Redis that no longer answers, end no server", async () => {
    const [first, second] = [await oneOfMany(), await oneOfMany()];
    const token = first.secrets.editor ?? "";
    const [here, there] = [client(first.port, token), client(second.port, token)];
    await Promise.all([here.synced(), there.synced()]);
    const send = async (...lines: string[]) => {
      const socket = connect(redis.port, "127.0.0.1");
      ended.push(() => socket.destroy());
      socket.resume().write(`${lines.join("\r\n")}\r\n`);
      await once(socket, "connect");
    };
    const name = textName("a");
    const message = (...bytes: number[]) => [1, 120, name.length, ...Buffer.from(name), ...bytes];
    const bodies = [[0], [255, 255, 255], message(), message(0, 2, 3, 255, 255, 255), message(99), message(1, 200)];
    const quoted = (bytes: number[]) => bytes.map((each) => `\\x${each.toString(16).padStart(2, "0")}`).join("");
    await send(...bodies.map((each) => `PUBLISH galley:${name} "${quoted(each)}"`));
    here.text.insert(0, "one ");
    await expect.poll(() => there.text.toString()).toBe("one ");
    // It accepts nothing for longer than the servers wait for an answer.
    await send("CLIENT PAUSE 5000 ALL");
    here.text.insert(4, "two ");
    await here.confirmed();
    await expect.poll(() => there.text.toString()).toBe("one two ");
    await wait(5000);
    there.text.insert(8, "three");
    await expect.poll(() => here.text.toString()).toBe("one two three");
    expect([first, second].map(({ process }) => process.exitCode)).toEqual([null, null]);
  });

  test("a backup of Postgres becomes a shared folder of SQLite and of another database, with its links", async () => {
    const server = await oneOfMany();
    const token = server.secrets.editor ?? "";
    const editor = client(server.port, token);
    editor.text.insert(0, "kept");
    await editor.confirmed();
    const file = join(fixture.root, "shared.backup");
    expect(await runGalley(fixture, ["serve", "backup", file, "--store", store()])).toMatchObject({
      code: 0,
      stderr: "",
    });
    const used = await runGalley(fixture, ["serve", "restore", file, "--store", store()]);
    expect(used).toMatchObject({ code: 1 });
    expect(used.stderr).toContain("another galley serve uses it");
    await killed(server.process);
    const full = await runGalley(fixture, ["serve", "restore", file, "--store", store()]);
    expect(full.stderr).toContain("has a shared folder already");
    database += 1;
    await sql("postgres", `CREATE DATABASE shared${database}`);
    const folder = join(fixture.home, "restored");
    for (const place of [
      ["--store", store()],
      ["--data", folder],
    ]) {
      expect(await runGalley(fixture, ["serve", "restore", file, ...place])).toMatchObject({ code: 0, stderr: "" });
      const restored = await startServing(fixture, ...place);
      const reader = client(restored.port, token);
      await expect.poll(() => reader.text.toString()).toBe("kept");
    }
    await rm(folder, { recursive: true, force: true });
  });
});

/** Prints figures of the long run. */
const report = (name: string, figures: Record<string, unknown>) =>
  process.stdout.write(`${name}: ${JSON.stringify(figures)}\n`);

const sorted = (numbers: number[]) => numbers.toSorted((a, b) => a - b);
const median = (numbers: number[]): number => sorted(numbers)[Math.floor(numbers.length / 2)] ?? 0;
const spread = (numbers: number[]) => ({
  medianMs: Math.round(median(numbers) * 10) / 10,
  p95Ms: Math.round((sorted(numbers)[Math.floor(numbers.length * 0.95)] ?? 0) * 10) / 10,
  maxMs: Math.round(Math.max(...numbers)),
});

function lateUpdate(): string {
  const doc = new Y.Doc();
  doc.getText("t").insert(0, "last words ");
  return Buffer.from(Y.encodeStateAsUpdate(doc)).toString("hex");
}

async function killed(child: GalleyProcess): Promise<void> {
  const exit = once(child, "exit");
  child.kill("SIGKILL");
  await exit;
}
