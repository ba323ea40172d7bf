import { createHash } from "node:crypto";
import { once } from "node:events";
import { chmod, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import * as Y from "yjs";
import { fileList } from "../../core/sharing/file-list";
import { type CliFixture, createCliFixture, runGalley } from "./testing/galley-process";
import { runMain } from "./testing/run-main";
import { connectClient, startServing } from "./testing/shared-folder-client";

// What operators use: metrics, backups, and what they are shown if a service cannot be reached.

let fixture: CliFixture;
let folder: string;
let ended: (() => void)[];

beforeEach(async () => {
  fixture = await createCliFixture();
  folder = join(fixture.home, "shared");
  ended = [];
});
afterEach(async () => {
  for (const end of ended) end();
  await fixture.remove();
});

const client = (...args: Parameters<typeof connectClient>) => {
  const made = connectClient(...args);
  ended.push(made.end);
  return made;
};

test("metrics count what was stored and rejected without names or secrets, for this machine alone unless asked", async () => {
  const server = await startServing(fixture, "--data", folder);
  const token = server.secrets.editor ?? "";
  const editor = client(server.port, token);
  editor.text.insert(0, "words");
  await editor.confirmed();
  const stranger = client(server.port, "wrong");
  await expect.poll(() => stranger.seen.refused).not.toBe("");
  const asked = (headers: Record<string, string> = {}) => fetch(`http://127.0.0.1:${server.port}/metrics`, { headers });
  const text = await (await asked()).text();
  expect(text).toMatch(/^galley_documents 1$/m);
  expect(text).toMatch(/^galley_connections 2$/m);
  expect(text).toMatch(/^galley_updates_stored_total [1-9]$/m);
  expect(text).toMatch(/^galley_stored_bytes_total [1-9]\d+$/m);
  expect(text).toMatch(/^galley_rejections_total\{reason="wrong secret"\} 1$/m);
  expect(text).toMatch(/^galley_store_up 1$/m);
  expect(text).not.toContain("text/");
  expect(text).not.toContain(token);
  // Somebody else asks through the proxy of this machine.
  for (const name of ["X-Forwarded-For", "Forwarded", "Via"])
    expect((await asked({ [name]: "1.2.3.4" })).status).toBe(404);
  server.process.kill("SIGTERM");
  await once(server.process, "exit");
  const open = await startServing(fixture, "--data", folder, "--public-metrics");
  const headers = { "X-Forwarded-For": "1.2.3.4" };
  expect((await fetch(`http://127.0.0.1:${open.port}/metrics`, { headers })).status).toBe(200);
});

test("a backup of a running server becomes a shared folder with the same texts and links, and another id", async () => {
  const server = await startServing(fixture, "--data", folder, "--link", "reader");
  const token = server.secrets.editor ?? "";
  const editor = client(server.port, token);
  const list = client(server.port, token, "files");
  fileList(list.doc).name("a".repeat(24));
  await list.confirmed();
  for (let at = 0; at < 80; at++) editor.text.insert(editor.text.length, `${at} `);
  await editor.confirmed();
  const image = Buffer.alloc(1_500_000, "image");
  const hash = createHash("sha256").update(image).digest("hex");
  const address = ({ port }: { port: number }) => `http://127.0.0.1:${port}/blobs/${hash}`;
  const headers = { Authorization: `Bearer ${token}` };
  expect((await fetch(address(server), { method: "PUT", body: image, headers })).status).toBe(201);
  const file = join(fixture.root, "shared.backup");
  const saved = await runGalley(fixture, ["serve", "backup", file, "--data", folder]);
  expect(saved).toMatchObject({ code: 0, stderr: "" });
  const kept = editor.text.toString();
  editor.text.insert(0, "after the backup ");
  await editor.confirmed();
  expect((await stat(file)).mode & 0o077).toBe(0);
  expect(await readFile(file, "latin1")).not.toContain(token);
  expect(await readdir(fixture.root)).toEqual(["shared.backup"]);
  const again = await runGalley(fixture, ["serve", "backup", file, "--data", folder]);
  expect(again).toMatchObject({ code: 1, stdout: "" });
  expect(again.stderr).toContain("exists already");

  const running = await runGalley(fixture, ["serve", "restore", file, "--data", folder]);
  expect(running.stderr).toContain("Another galley serve already uses");
  server.process.kill("SIGTERM");
  await once(server.process, "exit");
  const full = await runGalley(fixture, ["serve", "restore", file, "--data", folder]);
  expect(full).toMatchObject({ code: 1, stdout: "" });
  expect(full.stderr).toContain("has a shared folder already");
  const elsewhere = join(fixture.home, "restored");
  expect(await runGalley(fixture, ["serve", "restore", file, "--data", elsewhere])).toMatchObject({
    code: 0,
    stderr: "",
  });

  const restored = await startServing(fixture, "--data", elsewhere);
  expect(restored.printed()).toContain("Its links are the ones that were printed");
  const reader = client(restored.port, server.secrets.reader ?? "");
  await expect.poll(() => reader.text.toString()).toBe(kept);
  const found = await fetch(address(restored), { headers });
  expect(Buffer.from(await found.arrayBuffer()).equals(image)).toBe(true);
  const about = client(restored.port, token, "files", new Y.Doc());
  await expect.poll(() => fileList(about.doc).folder()).toMatch(/^[0-9a-z]{24}$/);
  expect(fileList(about.doc).folder()).not.toBe("a".repeat(24));
});

test("a backup that is damaged, missing or something else restores nothing", async () => {
  const file = join(fixture.root, "shared.backup");
  const attempt = async () => {
    const { code, stderr } = await runMain(fixture, ["serve", "restore", file, "--data", folder]);
    expect(code).toBe(1);
    return stderr;
  };
  expect(await attempt()).toContain("There is no file");
  await writeFile(file, "not a database");
  expect(await attempt()).toContain("is not the backup of a shared folder");
  // Damaged near its end: what comes before it can be read.
  const server = await startServing(fixture, "--data", folder);
  const editor = client(server.port, server.secrets.editor ?? "");
  for (let at = 0; at < 40; at++) {
    editor.text.insert(0, "x".repeat(5000));
    await editor.confirmed();
  }
  server.process.kill("SIGTERM");
  await once(server.process, "exit");
  await rm(file);
  await runGalley(fixture, ["serve", "backup", file, "--data", folder]);
  const bytes = await readFile(file);
  await writeFile(file, bytes.fill(0xff, Math.floor(bytes.length * 0.7)));
  await rm(folder, { recursive: true });
  expect(await attempt()).toContain("damaged");
  await rm(file);
  const none = await runMain(fixture, ["serve", "backup", file, "--data", join(folder, "other")]);
  expect(none).toMatchObject({ code: 1 });
  expect(none.stderr).toContain("There is no shared folder in");
  // Nothing was kept of the failed one.
  expect((await startServing(fixture, "--data", folder)).printed()).toContain("Link for editors");
});

test("a service that cannot be reached is a sentence without its password, and nothing is served", async () => {
  const unused = createServer().listen(0, "127.0.0.1");
  await once(unused, "listening");
  const { port } = unused.address() as AddressInfo;
  unused.close();
  await once(unused, "close");
  const keys = join(fixture.root, "keys.json");
  await writeFile(keys, "{}");
  await chmod(keys, 0o600);
  const store = `postgres://galley:secret-word@127.0.0.1:${port}/shared`;
  for (const [args, sentence] of [
    [["--store", store], `the Postgres database shared at 127.0.0.1:${port} cannot be used: nothing listens there.`],
    [
      ["--store", store, "--redis", `redis://:secret-word@127.0.0.1:${port}`],
      `Redis at 127.0.0.1:${port} cannot be used: nothing listens there.`,
    ],
    [["--data", folder, "--jwt-keys", keys, "--jwt-audience", "galley"], "is not a set of public keys"],
  ] as const) {
    const { code, stdout, stderr } = await runMain(fixture, ["serve", "--port", "0", ...args]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain(sentence);
    expect(stderr).not.toContain("secret-word");
  }
});

test("wrong usage of these options is explained", async () => {
  for (const [args, sentence] of [
    [["--store", "postgres://a/b", "--data", folder], "--data and --store are two places"],
    [["--store", "mysql://a/b"], "--store takes the address of a Postgres database"],
    [["--store", "postgres://a:1/2@b/c"], "In its password, write / ? # @ as %2F %3F %23 %40."],
    [["--store", "postgres://a/b", "--redis", "http://a"], "--redis takes an address like"],
    [["--data", folder, "--redis", "redis://a"], "--redis connects servers of one database"],
    [["--data", folder, "--jwt-keys", "keys.json"], "--jwt-keys needs --jwt-audience"],
    [["--data", folder, "--jwt-issuer", "a"], "need --jwt-keys"],
    [["--data", folder, "--jwt-keys", "http://a.example/", "--jwt-audience", "a"], "takes an https:// address"],
    [["backup"], "galley serve backup needs FILE"],
    [["restore", "a"], "--data is required"],
  ] as const) {
    const { code, stderr } = await runMain(fixture, ["serve", ...args]);
    expect(code).toBe(2);
    expect(stderr).toContain(sentence);
  }
});
