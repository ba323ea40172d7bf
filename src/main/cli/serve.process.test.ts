import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type CliFixture, createCliFixture, type GalleyProcess, runGalley } from "./testing/galley-process";
import { runMain } from "./testing/run-main";
import { connectClient, type Served, startServing } from "./testing/shared-folder-client";

let fixture: CliFixture;
let folder: string;
let ended: (() => void)[];

beforeEach(async () => {
  fixture = await createCliFixture();
  folder = await mkdtemp(join(tmpdir(), "galley-shared-"));
  ended = [];
});
afterEach(async () => {
  for (const end of ended) end();
  await fixture.remove();
  await rm(folder, { recursive: true, force: true });
});

const serve = (...args: string[]): Promise<Served> => startServing(fixture, "--data", folder, ...args);

/** A member's replica of a document. */
function member(...args: Parameters<typeof connectClient>) {
  const client = connectClient(...args);
  ended.push(client.end);
  return client;
}

async function killed(child: GalleyProcess): Promise<void> {
  const exit = once(child, "exit");
  child.kill("SIGKILL");
  await exit;
}

test("what was confirmed is there after the server was killed, with a link that was made before", async () => {
  const first = await serve();
  const editor = member(first.port, first.secrets.editor ?? "");
  const other = member(first.port, first.secrets.editor ?? "");
  await editor.synced();
  for (let at = 0; at < 30; at++) editor.text.insert(editor.text.length, `word${at} `);
  await editor.confirmed();
  await expect.poll(() => other.text.toString()).toBe(editor.text.toString());
  await killed(first.process);
  // Written while there is no server, by two at once.
  editor.text.insert(0, "offline ");
  other.text.insert(other.text.length, "elsewhere");

  const second = await serve("--port", String(first.port));
  expect(second.printed()).toContain("Its links are the ones that were printed");
  await expect.poll(() => other.text.toString()).toMatch(/^offline word0 .* word29 elsewhere$/);
  await expect.poll(() => editor.text.toString()).toBe(other.text.toString());
  await editor.confirmed();
  await killed(second.process);

  const third = await serve();
  const late = member(third.port, first.secrets.editor ?? "");
  await expect.poll(() => late.text.toString()).toBe(editor.text.toString());
});

test("a file that was confirmed is there after the server was killed, and of one that was cut off nothing is", async () => {
  const first = await serve();
  const headers = { Authorization: `Bearer ${first.secrets.editor}` };
  const [image, half] = [Buffer.alloc(3_000_000, "image"), Buffer.alloc(3_000_000, "half")];
  const address = (port: number, bytes: Buffer) =>
    `http://127.0.0.1:${port}/blobs/${createHash("sha256").update(bytes).digest("hex")}`;
  const cut = request(address(first.port, half), {
    method: "PUT",
    headers: { ...headers, "Content-Length": 3_000_000 },
  });
  cut.on("error", () => undefined).write(half.subarray(0, 2_500_000));
  await expect.poll(() => countPieces()).toBe(2);
  expect((await fetch(address(first.port, image), { method: "PUT", body: image, headers })).status).toBe(201);
  await killed(first.process);
  const second = await serve();
  const found = await fetch(address(second.port, image), { headers });
  expect(Buffer.from(await found.arrayBuffer()).equals(image)).toBe(true);
  expect((await fetch(address(second.port, half), { headers })).status).toBe(404);
  expect(countPieces()).toBe(3);
});

function countPieces(): number {
  const database = new DatabaseSync(join(folder, "sharing.db"), { readOnly: true });
  const count = Number(database.prepare("SELECT count(*) AS count FROM blob_chunks").get()?.["count"]);
  database.close();
  return count;
}

test("a reader sees what others write and cannot write, a wrong secret gets nothing, and neither does a climbing path", async () => {
  const { port, secrets, printed } = await serve("--link", "reader");
  const editor = member(port, secrets.editor ?? "");
  const reader = member(port, secrets.reader ?? "");
  await reader.synced();
  editor.text.insert(0, "by the editor");
  await expect.poll(() => reader.text.toString()).toBe("by the editor");
  reader.text.insert(0, "by the reader, ");
  editor.text.insert(editor.text.length, ", again");
  // The second change comes after the rejected one.
  await expect.poll(() => reader.text.toString()).toBe("by the reader, by the editor, again");
  await editor.confirmed();
  expect(editor.text.toString()).toBe("by the editor, again");
  // A reader who connects again offers the change again.
  reader.websocketProvider.webSocket?.close();
  await expect.poll(() => reader.seen.closed.length).toBe(1);
  const late = member(port, secrets.reader ?? "");
  await expect.poll(() => late.text.toString()).toBe("by the editor, again");

  for (const token of ["", "wrong", `${secrets.editor}x`]) {
    const stranger = member(port, token);
    stranger.text.insert(0, "by a stranger");
    await expect.poll(() => stranger.seen.refused).toBe("this link is not valid, or was revoked");
  }
  for (const name of ["text/../a.md", "text//etc/passwd", "text/a.md", "other"]) {
    const climber = member(port, secrets.editor ?? "", name);
    await expect.poll(() => climber.seen.refused).toBe("there is no such document");
  }
  expect(editor.text.toString()).toBe("by the editor, again");
  expect(printed()).toContain("a wrong secret was rejected");
  expect(printed()).not.toMatch(/by the (?:editor|reader)|a\.md|passwd/);
  const bytes = await readFile(join(folder, "sharing.db"), "latin1");
  for (const secret of Object.values(secrets)) expect(bytes).not.toContain(secret);
});

test("malformed and oversized messages end their connection, and others are served on", async () => {
  const { port, secrets } = await serve();
  const editor = member(port, secrets.editor ?? "");
  await editor.synced();

  const malformed = member(port, secrets.editor ?? "");
  await malformed.confirmed();
  // The document's name, a sync message, an update: which holds no update.
  const head = [29, ...Buffer.from(`text/${"a".repeat(24)}`), 0, 2];
  malformed.websocketProvider.webSocket?.send(Uint8Array.from([...head, 3, 255, 255, 255]));
  await expect.poll(() => malformed.seen.closed).toContain(4400);

  const oversized = member(port, secrets.editor ?? "");
  await oversized.confirmed();
  oversized.websocketProvider.webSocket?.send(new Uint8Array(33 * 1024 * 1024));
  await expect.poll(() => oversized.seen.closed.length).toBeGreaterThan(0);

  // Before it is let in, a client may send little.
  const socket = new WebSocket(`ws://127.0.0.1:${port}`);
  const closed = once(socket, "close");
  await once(socket, "open");
  socket.send(Uint8Array.from([...head.slice(0, -1), ...new Uint8Array(2 * 1024 * 1024)]));
  await closed;

  editor.text.insert(0, "still here");
  await editor.confirmed();
  const late = member(port, secrets.editor ?? "");
  await expect.poll(() => late.text.toString()).toBe("still here");
});

test("an address that tries secrets is rejected before it can try more", async () => {
  const { port } = await serve();
  const status = () =>
    new Promise<number>((done) => {
      const headers = { Connection: "Upgrade", Upgrade: "websocket", "Sec-WebSocket-Version": "13" };
      const asked = request({
        port,
        host: "127.0.0.1",
        headers: { ...headers, "Sec-WebSocket-Key": `${"a".repeat(22)}==` },
      });
      asked.on("response", ({ statusCode = 0 }) => done(statusCode));
      asked.on("upgrade", (_response, socket) => {
        socket.destroy();
        done(101);
      });
      asked.end();
    });
  expect(await status()).toBe(101);
  // All at once: one after the other, on a busy machine, they would be slow enough to be let in again.
  const strangers = Array.from({ length: 25 }, (_, at) => member(port, `guess ${at}`));
  await expect.poll(() => strangers.filter(({ seen }) => seen.refused !== "").length).toBeGreaterThanOrEqual(20);
  await expect.poll(status).toBe(429);
});

test("SIGTERM lets go of the clients and ends with 0; a second server of the folder and a taken port are rejected", async () => {
  const { process: child, port, secrets, printed } = await serve();
  const again = await runGalley(fixture, ["serve", "--data", folder, "--port", "0"]);
  expect(again).toMatchObject({ code: 1, stdout: "" });
  expect(again.stderr).toContain(`Another galley serve already uses ${folder}.`);
  const taken = await runGalley(fixture, ["serve", "--data", join(folder, "b"), "--port", String(port)]);
  expect(taken).toMatchObject({ code: 1, stdout: "" });
  expect(taken.stderr).toContain(`Another program already listens at 127.0.0.1:${port}.`);
  expect(await (await fetch(`http://127.0.0.1:${port}/health`)).text()).toBe("ok\n");
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);

  const editor = member(port, secrets.editor ?? "");
  editor.text.insert(0, "last words");
  await editor.confirmed();
  const exit = once(child, "exit");
  child.kill("SIGTERM");
  expect(await exit).toEqual([0, null]);
  expect(printed()).not.toContain("Error");
  const database = new DatabaseSync(join(folder, "sharing.db"), { readOnly: true, timeout: 5000 });
  expect(database.prepare("SELECT count(*) AS count FROM updates").get()?.["count"]).toBeGreaterThan(0);
  database.close();

  const next = await serve("--revoke");
  const revoked = member(next.port, secrets.editor ?? "");
  await expect.poll(() => revoked.seen.refused).toBe("this link is not valid, or was revoked");
  const renewed = member(next.port, next.secrets.editor ?? "");
  await expect.poll(() => renewed.text.toString()).toBe("last words");
});

test("wrong usage is explained", async () => {
  const errors = async (...args: string[]) => {
    const { code, stderr } = await runMain(fixture, ["serve", ...args]);
    expect(code).toBe(2);
    return stderr;
  };
  expect(await errors()).toContain("--data is required");
  expect(await errors("--data", folder, "--port", "70000")).toContain("--port takes a number");
  expect(await errors("--data", folder, "--link", "owner")).toContain("--link takes editor, commenter or reader");
  expect(await errors("--data", folder, "--url", "http://a")).toContain("--url takes an address");
});
