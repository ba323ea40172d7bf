import { createHash, randomBytes } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { HocuspocusProvider } from "@hocuspocus/provider";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import * as Y from "yjs";
import { memberNames } from "../../../core/review/guest";
import { textsOfHunks } from "../../../core/review/pending-edits";
import { wholeList } from "../../../core/sharing/whole-list";
import { connectClient } from "../../cli/testing/shared-folder-client";
import { createEngine } from "../../engine/host/create-engine";
import { docxOf } from "../../engine/office/package/packages.fixture";
import { type SharingLimits, type SharingServer, startSharingServer } from "../sharing-server";
import type { SharedFolderStore } from "../store/shared-folder-store";
import { openSqliteStore } from "../store/sqlite-store";
import { createBlobClient } from "./blob-client";
import { type FolderMember, joinFolder, type MemberNews } from "./folder-member";

let work: string;
let server: SharingServer;
let store: SharedFolderStore;
/** Secrets of links, by role. */
let secrets: Record<string, string>;
let ending: (() => Promise<void>)[];

beforeEach(async () => {
  work = realpathSync(mkdtempSync(join(tmpdir(), "galley-whole-")));
  ending = [];
  await serve(0);
});
afterEach(async () => {
  for (const end of ending.reverse()) await end();
  await server.close();
  rmSync(work, { recursive: true, force: true });
});

async function serve(port: number, limits: Partial<SharingLimits> = {}): Promise<void> {
  mkdirSync(join(work, "server"), { recursive: true });
  store = openSqliteStore(join(work, "server"), () => {});
  server = await startSharingServer({ port, host: "127.0.0.1", store, limits, log: () => {} });
  const links = await store.makeLinks({ roles: ["reader", "commenter", "editor"], revoke: true });
  secrets = Object.fromEntries(links.map(({ role, secret }) => [role, secret]));
}

/** A machine with a folder, an engine and data of its own. */
async function machine(name: string, files: Record<string, Uint8Array | string> = {}) {
  const root = join(work, name, "folder");
  mkdirSync(root, { recursive: true });
  const write = (path: string, content: Uint8Array | string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  };
  for (const [path, content] of Object.entries(files)) write(path, content);
  const dataDir = join(work, name, "data");
  const engine = await createEngine({ dataDir });
  const notices: MemberNews[] = [];
  let member: FolderMember | null = null;
  const leave = async () => {
    await member?.close();
    member = null;
  };
  ending.push(async () => {
    await leave();
    await engine.close();
  });
  return {
    root,
    engine,
    notices,
    write,
    leave,
    at: (path: string) => join(root, path),
    /** The hash of a file; null if there is none. */
    read: (path: string) => (existsSync(join(root, path)) ? hashOf(readFileSync(join(root, path))) : null),
    names: () => readdirSync(root).sort(),
    join(role: "editor" | "commenter" | "reader" = "editor") {
      const link = { url: `ws://127.0.0.1:${server.port}`, secret: secrets[role] ?? "" };
      member = joinFolder({ root, link, dataDir, engine, name: `${name}@desk`, notice: (news) => notices.push(news) });
      return member;
    },
    problems: () => member?.state().problems ?? new Map(),
  };
}

const eventually = (read: () => unknown) => expect.poll(read);
const hashOf = (bytes: Uint8Array | string) => createHash("sha256").update(bytes).digest("hex");

const blob = (hash: string, secret: string, init: RequestInit = {}) =>
  fetch(`http://127.0.0.1:${server.port}/blobs/${hash}`, {
    ...init,
    headers: { Authorization: `Bearer ${secret}`, ...init.headers },
  });

test("images and documents reach the others byte for byte, and are changed, renamed and deleted there, too", async () => {
  const image = randomBytes(2 * 1024 * 1024 + 17);
  const [paper, empty] = [randomBytes(2000), new Uint8Array()];
  const ann = await machine("ann", { "a.md": "![](img/a.png)\n", "img/a.png": image, "b.pdf": paper, "c.gif": empty });
  await ann.join().idle();
  const ben = await machine("ben");
  await ben.join().idle();
  expect([ben.read("img/a.png"), ben.read("b.pdf"), ben.read("c.gif")]).toEqual([image, paper, empty].map(hashOf));

  const newer = randomBytes(5000);
  ben.write("b.pdf", newer);
  await eventually(() => ann.read("b.pdf")).toBe(hashOf(newer));
  // What it replaced, and what is deleted below, is in the history.
  const versions = async (path: string) => (await ann.engine.history.list(ann.at(path))).map(({ version }) => version);
  await eventually(() => versions("b.pdf")).toContain(hashOf(paper));
  renameSync(ann.at("img/a.png"), ann.at("img/renamed.png"));
  await eventually(() => [ben.read("img/a.png"), ben.read("img/renamed.png")]).toEqual([null, hashOf(image)]);
  rmSync(ben.at("b.pdf"));
  await eventually(() => ann.read("b.pdf")).toBeNull();
  expect(await versions("b.pdf")).toContain(hashOf(newer));
  expect([...ann.notices, ...ben.notices].filter(({ kind }) => kind !== "connected")).toEqual([]);
});

test("what both changed in an Office document while they were apart is in one, and in two where they changed the same words", async () => {
  const letter = (...texts: string[]) =>
    docxOf(texts.map((text) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`).join(""));
  const first = letter("Dear Cy", "See you", "Ann");
  const [byAnn, byBen] = [letter("Dear Cyn", "See you", "Ann"), letter("Dear Cy", "See you", "Ann and Ben")];
  const ann = await machine("ann", { "a.docx": first, "b.docx": first });
  await ann.join().idle();
  const ben = await machine("ben");
  await ben.join().idle();
  await ann.leave();
  await ben.leave();
  for (const path of ["a.docx", "b.docx"]) ann.write(path, byAnn);
  ben.write("a.docx", byBen);
  ben.write("b.docx", letter("Dear Cynthia", "See you", "Ann"));
  await ann.join().idle();
  await ben.join().idle();
  for (const each of [ann, ben]) {
    const textOf = async (path: string) =>
      (await each.engine.documents.textProjection(each.at(path), [each.root]))?.text.trim().split(/\n+/);
    await eventually(() => each.names()).toEqual(["a.docx", "b (ben@desk).docx", "b.docx"]);
    await eventually(() => textOf("a.docx")).toEqual(["Dear Cyn", "See you", "Ann and Ben"]);
    expect([await textOf("b.docx"), await textOf("b (ben@desk).docx")].map((lines) => lines?.[0])).toEqual([
      "Dear Cyn",
      "Dear Cynthia",
    ]);
  }
  expect(ben.notices).toContainEqual({ kind: "merged", path: "a.docx" });
  // What was here before the others' changes.
  const versions = (await ben.engine.history.list(ben.at("a.docx"))).map(({ version }) => version);
  expect(versions).toContain(hashOf(byBen));
});

test("a version that lost to one made at the same time is not taken for what both began with", async () => {
  const letter = (...texts: string[]) =>
    docxOf(texts.map((text) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`).join(""));
  const [first, lost] = [letter("Dear Cy", "See you", "Ann"), letter("Dear Cyn", "See you", "Ann")];
  const ann = await machine("ann", { "a.docx": first });
  await ann.join().idle();
  const client = connectClient(server.port, secrets["editor"] ?? "", "files");
  ending.push(async () => client.end());
  await client.synced();
  ann.write("a.docx", lost);
  // Its content is there before its entry, without which it would not be Ann's last version in common.
  await eventually(() => wholeList(client.doc).get("a.docx")?.hash).toBe(hashOf(lost));
  await ann.leave();
  // Another member sent a version of the first one meanwhile, and its entry won.
  const won = letter("Dear Cy", "See you soon", "Ann");
  const [hash, size] = [hashOf(won), won.length];
  expect((await blob(hash, secrets["editor"] ?? "", { method: "PUT", body: Buffer.from(won) })).ok).toBe(true);
  wholeList(client.doc).set("a.docx", { hash, size, by: "ben@desk", before: [hashOf(first).slice(0, 16)] });
  const later = letter("Dear Cyn", "See you", "Ann and Ben");
  ann.write("a.docx", later);
  await ann.join().idle();
  await eventually(() => ann.names()).toEqual(["a (ann@desk).docx", "a.docx"]);
  await eventually(() => [ann.read("a.docx"), ann.read("a (ann@desk).docx")]).toEqual([hash, hashOf(later)]);
});

test("what both changed while they were apart is there twice for both, and what one deleted and the other changed comes back", async () => {
  const ann = await machine("ann", { "a.png": randomBytes(10), "b.png": randomBytes(11) });
  await ann.join().idle();
  const ben = await machine("ben");
  await ben.join().idle();
  await ben.leave();
  const [byAnn, byBen, edited] = [randomBytes(20), randomBytes(21), randomBytes(22)];
  ann.write("a.png", byAnn);
  rmSync(ann.at("b.png"));
  await eventually(() => store.blobs.sizeOf(hashOf(byAnn))).toBe(20);
  await eventually(() => ann.names()).toEqual(["a.png"]);
  ben.write("a.png", byBen);
  ben.write("b.png", edited);
  await ben.join().idle();
  for (const each of [ann, ben]) {
    await eventually(() => each.names()).toEqual(["a (ben@desk).png", "a.png", "b.png"]);
    await eventually(() => [each.read("a.png"), each.read("a (ben@desk).png"), each.read("b.png")]).toEqual(
      [byAnn, byBen, edited].map(hashOf),
    );
  }
  expect(ben.notices).toContainEqual({ kind: "kept both", path: "a.png", copy: "a (ben@desk).png" });
});

test("a missing disk deletes nothing, and what is behind a link, hidden or ignored by Git stays here", async () => {
  const images = Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`disk/${at}.png`, randomBytes(30)]));
  const hidden = { ".hidden/x.png": "x", ".gitignore": "out/\n", "out/x.png": "x" };
  const ann = await machine("ann", { ...images, ...hidden });
  writeFileSync(join(work, "outside.png"), "outside");
  symlinkSync(join(work, "outside.png"), ann.at("linked.png"));
  await ann.join().idle();
  const ben = await machine("ben");
  await ben.join().idle();
  expect(ben.names().filter((name) => name !== ".gitignore")).toEqual(["disk"]);
  expect(readdirSync(ben.at("disk"))).toHaveLength(21);
  rmSync(ann.at("disk"), { recursive: true });
  await eventually(() => ann.notices).toContainEqual({ kind: "brought back", count: 21 });
  await eventually(() => existsSync(ann.at("disk")) && readdirSync(ann.at("disk")).length).toBe(21);
  expect(readdirSync(ben.at("disk"))).toHaveLength(21);
  expect([...ann.problems().keys()]).toEqual(["linked.png"]);
});

test("a folder that is empty at the start gets its files back, with a text that comes back earlier", async () => {
  const image = randomBytes(30);
  const ann = await machine("ann", { "a.md": "text\n", "b.png": image });
  await ann.join().idle();
  await ann.leave();
  for (const name of ["a.md", "b.png"]) rmSync(ann.at(name));
  await ann.join().idle();
  expect([ann.names(), ann.read("b.png")]).toEqual([["a.md", "b.png"], hashOf(image)]);
});

test("a content that the server has lost comes from a member that has the file and begins to share it", async () => {
  const image = randomBytes(30);
  const ann = await machine("ann", { "a.png": image });
  await ann.join().idle();
  for (const days of [0, 31])
    await store.blobs.sweep({ named: new Set(), now: Date.now() + days * 24 * 60 * 60 * 1000, keepMs: 1000 });
  expect(await store.blobs.sizeOf(hashOf(image))).toBeNull();
  const ben = await machine("ben", { "a.png": image });
  await ben.join().idle();
  expect(await store.blobs.sizeOf(hashOf(image))).toBe(30);
  expect([ann.names(), ben.names(), ben.problems().size]).toEqual([["a.png"], ["a.png"], 0]);
});

test("what an agent is just writing is never sent as the user's", async () => {
  const letter = (words: string) => docxOf(`<w:p><w:r><w:t>${words}</w:t></w:r></w:p>`);
  const [first, edited] = [letter("one"), letter("one, by an agent")];
  const ann = await machine("ann", { "a.docx": first });
  await ann.join().idle();
  const ben = await machine("ben");
  await ben.join().idle();
  const by = { kind: "agent", name: "Scribe" } as const;
  const write = ann.engine.review.record({ id: "w1", by, reason: "edit" });
  if (write === null) throw new Error("needs no review");
  // The bytes are in the folder, and the engine has not said so: it waits for the disk, in the file's queue.
  vi.spyOn(ann.engine.review, "announced").mockReturnValue([
    { realPath: ann.at("a.docx"), from: hashOf(first), to: hashOf(edited), write },
  ]);
  ann.write("a.docx", edited);
  await eventually(() => ben.read("a.docx")).toBe(hashOf(edited));
  // The file is replaced before its version is in the history.
  const newest = async () => (await ben.engine.history.list(ben.at("a.docx")))[0]?.by;
  await eventually(async () => memberNames((await newest()) ?? by)).toBe("Scribe (ann@desk)");
});

test("a document that is open in an office program, or has edits that wait for review, is replaced once that is over", async () => {
  const letter = (words: string) => docxOf(`<w:p><w:r><w:t>${words}</w:t></w:r></w:p>`);
  const first = letter("one");
  const ann = await machine("ann", { "a.docx": first });
  await ann.join().idle();
  const ben = await machine("ben");
  await ben.join().idle();
  ben.write(".~lock.a.docx#", ",ben,desk,01.01.2026 10:00,file:///x;");
  const edited = letter("one, by an agent");
  const by = { kind: "agent", name: "Scribe" } as const;
  await ann.engine.documents.changeBytes(ann.at("a.docx"), [ann.root], { by, reason: "edit", edit: () => edited });
  await eventually(() => ben.problems().get("a.docx")).toMatch(/open in LibreOffice/);
  expect(ben.read("a.docx")).toBe(hashOf(first));
  rmSync(ben.at(".~lock.a.docx#"));
  await eventually(() => ben.read("a.docx")).toBe(hashOf(edited));
  // The file is replaced before its version is in the history.
  const newest = async () => (await ben.engine.history.list(ben.at("a.docx")))[0]?.by;
  await eventually(async () => memberNames((await newest()) ?? by)).toBe("Scribe (ann@desk)");
  const later = letter("one, by Ben");
  ben.write("a.docx", later);
  await eventually(() => ann.problems().get("a.docx")).toMatch(/wait for review/);
  expect(ann.read("a.docx")).toBe(hashOf(edited));
  const found = await ann.engine.documents.textProjection(ann.at("a.docx"), [ann.root]);
  const pending = found && (await ann.engine.review.of({ realPath: ann.at("a.docx"), ...found }));
  const hunks = pending ? [...textsOfHunks(pending.pending, (from, to) => found.text.slice(from, to)).keys()] : [];
  await ann.engine.review.keep(ann.at("a.docx"), hunks);
  await eventually(() => ann.read("a.docx")).toBe(hashOf(later));
});

test("readers and commenters get files and send none, and wrong hashes, wrong secrets and pages of a browser get nothing", async () => {
  const image = randomBytes(100);
  const ann = await machine("ann", { "a.png": image });
  await ann.join().idle();
  const hash = hashOf(image);
  const other = randomBytes(50);
  for (const role of ["reader", "commenter"]) {
    const secret = secrets[role] ?? "";
    expect(Buffer.from(await (await blob(hash, secret)).arrayBuffer())).toEqual(image);
    expect((await blob(hashOf(other), secret, { method: "PUT", body: other })).status).toBe(403);
  }
  const editor = secrets["editor"] ?? "";
  expect((await blob(hashOf(other), editor, { method: "PUT", body: image })).status).toBe(422);
  expect((await blob(hash, "x".repeat(40))).status).toBe(401);
  expect((await blob(hash, editor, { headers: { Origin: "https://example.org" } })).status).toBe(403);
  expect((await blob(hashOf(other), editor)).status).toBe(404);
  expect(await store.blobs.sizeOf(hashOf(other))).toBeNull();
  const ben = await machine("ben", { "own.png": other });
  await ben.join("reader").idle();
  expect(ben.read("a.png")).toBe(hashOf(image));
  ben.write("a.png", "changed by a reader");
  await ben.leave();
  await ben.join("reader").idle();
  expect([ann.names(), ben.read("a.png")]).toEqual([["a.png"], hashOf("changed by a reader")]);
  await store.makeLinks({ roles: [], revoke: true });
  expect((await blob(hash, editor)).status).toBe(401);
  expect((await blob(hashOf(other), editor, { method: "PUT", body: other })).status).toBe(401);
});

test("a link that has ended is tried once, and costs nobody else of this address their access", async () => {
  const client = createBlobClient({ url: `ws://127.0.0.1:${server.port}`, secret: "x".repeat(43) });
  const { signal } = new AbortController();
  for (let time = 0; time < 40; time++) await expect(client.has("0".repeat(64), signal)).rejects.toThrow("rejects");
  client.close();
  expect((await blob("0".repeat(64), secrets["editor"] ?? "")).status).toBe(404);
});

test("who reads a content slowly does not have a transfer for ever", async () => {
  const { port } = server;
  await server.close();
  await serve(port, { transfers: 1, transferMs: 400 });
  // More than a connection takes in advance.
  const bytes = randomBytes(30 * 1024 * 1024);
  const hash = hashOf(bytes);
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += 1024 * 1024) yield bytes.subarray(at, at + 1024 * 1024);
  }
  await store.blobs.write({ hash, size: bytes.length }, pieces());
  const editor = secrets["editor"] ?? "";
  const slow = await blob(hash, editor);
  expect([slow.status, (await blob(hash, editor, { method: "HEAD" })).status]).toEqual([200, 429]);
  await eventually(async () => (await blob(hash, editor, { method: "HEAD" })).status).toBe(200);
  await slow.body?.cancel();
});

test("readers and commenters cannot change which version a path has", async () => {
  const ann = await machine("ann", { "a.png": randomBytes(10) });
  await ann.join().idle();
  for (const role of ["reader", "commenter"]) {
    const client = connectClient(server.port, secrets[role] ?? "", "files");
    ending.push(async () => client.end());
    await client.synced();
    expect([...wholeList(client.doc).entries().keys()]).toEqual(["a.png"]);
    const forged = { hash: hashOf("forged"), size: 6, by: "", before: [] };
    wholeList(client.doc).set("forged.png", forged);
    wholeList(client.doc).remove("a.png");
    // What comes later over the same socket is answered later.
    const { websocketProvider } = client;
    const later = new HocuspocusProvider({ websocketProvider, name: "comments", token: secrets[role] ?? "" });
    later.attach();
    await expect.poll(() => later.isSynced).toBe(true);
    const document = new Y.Doc();
    Y.applyUpdate(document, (await store.load("files")) ?? new Uint8Array());
    expect([...wholeList(document).entries().keys()]).toEqual(["a.png"]);
    later.destroy();
  }
  expect(ann.names()).toEqual(["a.png"]);
});

test("a file over the quota is named as a problem, and the others are sent", async () => {
  const { port } = server;
  await server.close();
  await serve(port, { blobQuota: 10_000 });
  const ann = await machine("ann", { "small.png": randomBytes(6000), "large.png": randomBytes(7000) });
  await ann.join().idle();
  const isStored = async () => (await store.blobs.total()) > 0;
  await eventually(isStored).toBe(true);
  await eventually(() => [...ann.problems().values()].join()).toMatch(/no space left/);
});
