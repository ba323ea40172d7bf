import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir, userInfo } from "node:os";
import { basename, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Argument, DocumentSnapshot } from "../../shared/contract";
import { guestPaths, guestRequests, mayRequest } from "../../shared/guest";
import { requestSamples } from "../app/testing/request-samples";
import { type CliFixture, createCliFixture, runGalley } from "./testing/galley-process";
import { type Served, startServing } from "./testing/shared-folder-client";
import { cookieOf, guestOver, joinAsGuest, logIn, openSocket, originOf, type WebGuest } from "./testing/web-guest";

let fixture: CliFixture;
let data: string;
let served: Served;
let guests: WebGuest[];

const TEXT = "# Plan\n\nThe first paragraph.\n";
const REFUSED = "This is not possible on the page for guests.";

beforeEach(async () => {
  fixture = await createCliFixture();
  data = await mkdtemp(join(tmpdir(), "galley-shared-"));
  guests = [];
  await mkdir(join(fixture.root, "sub"));
  await mkdir(join(fixture.root, ".hidden"));
  await writeFile(join(fixture.root, "plan.md"), TEXT);
  await writeFile(join(fixture.root, "sub", "deep.md"), "deep words\n");
  await writeFile(join(fixture.root, ".hidden", "inside.md"), "hidden words\n");
  await writeFile(join(fixture.root, ".env"), "KEY=hidden words\n");
  await writeFile(join(fixture.root, "server.key"), "hidden words\n");
  await writeFile(join(fixture.root, ".gitignore"), "ignored.md\n");
  await writeFile(join(fixture.root, "ignored.md"), "hidden words\n");
  await writeFile(join(fixture.home, "outside.md"), "hidden words\n");
  await symlink(join(fixture.home, "outside.md"), join(fixture.root, "link.md"));
  await symlink(join(fixture.root, ".env"), join(fixture.root, "inner.md"));
  await symlink(fixture.home, join(fixture.root, "home"));
});
afterEach(async () => {
  // No guest learns where the folder is.
  for (const { seen } of guests) expect(seen.received).not.toContain(fixture.root);
  for (const guest of guests) guest.close();
  await fixture.remove();
  await rm(data, { recursive: true, force: true });
});

async function serve(...more: string[]): Promise<void> {
  const folder = ["--folder", fixture.root, "--mcp-port", "0", "--web"];
  served = await startServing(fixture, "--data", data, ...folder, ...more);
}

async function enter(role: "reader" | "commenter" | "editor", name: string): Promise<WebGuest> {
  const guest = await joinAsGuest(served.port, served.secrets[role] ?? "", name);
  guests.push(guest);
  await guest.ask("app:start");
  return guest;
}

const inFolder = (...path: string[]): string => join(fixture.root, ...path);
/** The same as guests know it. */
const forGuests = (...path: string[]): string => join(`/${basename(fixture.root)}`, ...path);

async function open(guest: WebGuest, path = forGuests("plan.md")): Promise<DocumentSnapshot> {
  const answer = await guest.ask("document:open", path);
  if (!answer.ok || answer.document === null) throw new Error("not opened");
  return answer.document;
}

const typed = ({ doc, version }: DocumentSnapshot, insert: string): Argument<"document:save"> => ({
  doc,
  base: version,
  seq: 1,
  changes: [{ from: 0, to: 0, insert }],
  why: "auto",
});

/** The status of the answer to an upgrade, with headers that a browser does not let a page set. */
function upgradeStatus(headers: Record<string, string>): Promise<number> {
  const { port } = served;
  const upgrade = { Connection: "Upgrade", Upgrade: "websocket", "Sec-WebSocket-Version": "13" };
  const key = { "Sec-WebSocket-Key": Buffer.alloc(16).toString("base64") };
  return new Promise((done, failed) => {
    const asked = request({
      port,
      host: "127.0.0.1",
      path: guestPaths.socket,
      headers: { ...upgrade, ...key, ...headers },
    });
    asked.on("response", ({ statusCode = 0 }) => done(statusCode));
    asked.on("upgrade", ({ statusCode = 0 }, socket) => {
      socket.destroy();
      done(statusCode);
    });
    asked.on("error", failed);
    asked.end();
  });
}

test("guests read, comment and write by their roles, and see each other's words live", async () => {
  await serve("--link", "reader", "--link", "commenter");
  const ann = await enter("editor", "Ann");
  const ben = await enter("editor", "Ben");
  const [annsDocument, bensDocument] = [await open(ann), await open(ben)];
  expect(annsDocument).toMatchObject({ text: TEXT, readOnly: null, name: "plan.md" });
  expect(await ann.ask("document:save", typed(annsDocument, "Ann was here. "))).toMatchObject({ status: "saved" });
  expect(await readFile(inFolder("plan.md"), "utf8")).toBe(`Ann was here. ${TEXT}`);
  await expect
    .poll(() => ben.eventsOf("document:changed"))
    .toMatchObject([
      { doc: bensDocument.doc, by: { kind: "program", name: "Ann (guest)" }, changes: [{ insert: "Ann was here. " }] },
    ]);
  expect(ann.eventsOf("document:changed")).toEqual([]);
  // Ben has not seen Ann's words yet: nothing of hers is lost.
  expect(await ben.ask("document:save", typed(bensDocument, "Ben, too. "))).toMatchObject({ status: "stale" });

  // For a guest, the words of the server's user are not their own.
  const { username } = userInfo();
  expect(await ben.ask("history:authors", bensDocument.doc)).toMatchObject({ user: username, owner: username });

  const versions = await ben.ask("history:list", bensDocument.doc);
  expect(versions).toMatchObject({ ok: true, versions: [{ by: { name: "Ann (guest)" } }, {}] });

  const cleo = await enter("commenter", "Cleo");
  const cleosDocument = await open(cleo);
  expect(cleosDocument.readOnly).toContain("comment on them");
  expect(cleosDocument.mayOnlyRead).toBe(true);
  const comment = { doc: cleosDocument.doc, from: 0, words: "first", text: "Why first?", needsMe: false };
  expect(await cleo.ask("comments:add", comment)).toMatchObject({ ok: true });
  await expect.poll(() => ben.eventsOf("comments:changed").length).toBeGreaterThan(0);
  expect(await ben.ask("comments:list", bensDocument.doc)).toMatchObject({
    ok: true,
    threads: [{ words: "first", messages: [{ name: "Cleo (guest)", text: "Why first?", isMine: false }] }],
  });
  await expect(cleo.ask("document:save", typed(cleosDocument, "x"))).rejects.toThrow(REFUSED);

  const dan = await enter("reader", "Dan");
  const dansDocument = await open(dan);
  await expect(dan.ask("comments:add", { ...comment, doc: dansDocument.doc })).rejects.toThrow(REFUSED);
  await expect(dan.ask("document:typed", typed(dansDocument, "x"))).rejects.toThrow(REFUSED);
  expect(await readFile(inFolder("plan.md"), "utf8")).toBe(`Ann was here. ${TEXT}`);
});

test("every request of the contract that a role does not have is rejected, and so is one that does not exist", async () => {
  await serve("--link", "reader", "--link", "commenter");
  expect(requestSamples.length).toBeGreaterThan(Object.keys(guestRequests).length * 3);
  for (const role of ["reader", "commenter", "editor"] as const) {
    const guest = await enter(role, "Eve");
    for (const { name, arguments: samples } of requestSamples.filter((each) => !mayRequest(role, each.name)))
      for (const argument of samples.slice(0, 2))
        expect(await guest.raw(name, argument), `${role} ${name}`).toMatchObject({ kind: "failed", why: REFUSED });
    for (const name of ["app:nothing", "__proto__", "constructor", "toString", "document:open ", ""])
      expect(await guest.raw(name, fixture.root), name).toMatchObject({ kind: "failed", why: REFUSED });
    guest.close();
  }
});

test("nothing but the shared texts can be reached, whatever a guest asks", async () => {
  await serve();
  const eve = await enter("editor", "Eve");
  const plan = await open(eve);
  const away = [
    ...["/etc/passwd", fixture.home, fixture.dataDir, data, inFolder("..", "home", "outside.md"), inFolder("link.md")],
    ...[inFolder("inner.md"), inFolder("home", "outside.md"), inFolder(".hidden", "inside.md"), inFolder(".env")],
    ...[inFolder("server.key"), inFolder("ignored.md"), inFolder("sub", "..", ".env"), inFolder("missing.md")],
    ...[join(fixture.dataDir, "server-token"), inFolder("sub"), `${inFolder("plan.md")}/../.env`],
  ];
  for (const path of away) {
    expect(await eve.raw("document:open", path), path).toMatchObject({ value: { ok: false } });
    expect(await eve.raw("review:keep", { path, hunks: ["1"] }), path).toMatchObject({ value: { ok: false } });
    const query = { text: "words", regex: false, caseSensitive: false, wholeWord: false, include: "", exclude: "" };
    const found = await eve.ask("search:files", { query, paths: [path] });
    expect(found, path).toMatchObject({ files: [] });
  }
  for (const path of [fixture.home, inFolder(".hidden"), inFolder("home"), inFolder(".."), "/", fixture.dataDir])
    expect(await eve.raw("workspace:list", path), path).toMatchObject({ value: { ok: false } });
  for (const path of [".env", "../home/outside.md", "link.md", "inner.md", "ignored.md", ".hidden/inside.md"]) {
    expect(await eve.raw("links:headings", path), path).toMatchObject({ value: { ok: false } });
    const embed = await eve.ask("links:embed", { doc: plan.doc, target: path });
    expect(embed.ok, path).toBe(false);
    const link = await eve.ask("links:place", { doc: plan.doc, kind: "address", target: path });
    expect(JSON.stringify(link), path).not.toMatch(/"status":"file"/);
    expect((await eve.ask("document:image", { doc: plan.doc, path })).ok, path).toBe(false);
  }
  expect(await eve.ask("workspace:files")).toMatchObject({ files: ["plan.md", "sub/deep.md"] });
  const listed = await eve.ask("workspace:list", fixture.root);
  expect(listed.ok && listed.entries.map(({ name }) => name)).toEqual(["sub", "plan.md"]);
  const query = { text: "words", regex: false, caseSensitive: false, wholeWord: false, include: "", exclude: "" };
  const search = await eve.ask("search:begin", { ...query, search: 1, unsaved: "left out" });
  expect(search).toMatchObject({ page: { files: [{ name: "sub/deep.md" }], fileCount: 1, paragraphCount: 1 } });
  // The documents of one guest are not another's.
  const other = await enter("editor", "Mallory");
  expect(await other.ask("document:text", plan.doc)).toMatchObject({ ok: false });
  expect(await other.ask("document:save", typed(plan, "x"))).toMatchObject({ status: "refused" });
});

test("only the page itself is let in: other origins, hosts and cookies, wrong and ended links are rejected", async () => {
  await serve("--link", "reader");
  const { port, secrets } = served;
  const secret = secrets.editor ?? "";
  const body = { secret, name: "Ann" };
  const own = { Origin: originOf(port) };
  for (const headers of [
    { Origin: "https://evil.example" },
    { Origin: "null" },
    { Origin: `http://localhost:${port}` },
    { "Sec-Fetch-Site": "cross-site" },
  ])
    expect((await logIn(port, body, headers)).status, JSON.stringify(headers)).toBe(403);
  for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"])
    expect((await logIn(port, body, { "Content-Type": type })).status).toBe(400);
  for (const wrong of [
    "",
    "[]",
    "{",
    "null",
    { secret, name: " \u202e\u200b" },
    { secret: 7, name: "Ann" },
    "x".repeat(9000),
  ])
    expect((await logIn(port, wrong)).status).toBe(400);
  expect((await logIn(port, { secret: "wrong", name: "Ann" })).status).toBe(403);

  const answer = await logIn(port, body);
  expect(answer.status).toBe(200);
  const given = answer.headers.get("set-cookie") ?? "";
  for (const part of ["HttpOnly", "SameSite=Strict", "Path=/", "Max-Age=43200"]) expect(given).toContain(part);
  expect(given).not.toContain(secret);
  const Cookie = cookieOf(answer);
  const refused = [
    {},
    own,
    { Cookie },
    { ...own, Cookie: `${Cookie}x` },
    { ...own, Cookie: `galley-guest=${secret}` },
    { Cookie, Origin: "https://evil.example" },
    { Cookie, Origin: `http://localhost:${port}` },
    { ...own, Cookie, "Sec-Fetch-Site": "cross-site" },
  ];
  expect(await upgradeStatus({ ...own, Cookie, Host: `evil.example:${port}` })).toBe(403);
  expect(await upgradeStatus({ Host: `127.0.0.1:${port}`, ...own, Cookie })).toBe(101);
  for (const headers of refused) expect(await openSocket(port, headers), JSON.stringify(headers)).toBeNull();
  // The header in which the server hands on the session is not believed.
  expect(await openSocket(port, { ...own, "X-Galley-Guest": "1" })).toBeNull();

  const socket = await openSocket(port, { ...own, Cookie });
  const guest = guestOver(socket as WebSocket, Cookie);
  guests.push(guest);
  await guest.ask("app:start");
  expect(served.printed()).not.toContain("Ann");

  // The end of a link ends the guests that came with it, and their sessions.
  const store = new DatabaseSync(join(data, "sharing.db"), { timeout: 5000 });
  store.exec("DELETE FROM links");
  store.close();
  await expect.poll(() => guest.seen.ended).toBe("The link of this page is no longer valid.");
  expect(await openSocket(port, { ...own, Cookie })).toBeNull();
  expect((await logIn(port, body)).status).toBe(403);
  // Too many wrong secrets: not even the right one is read.
  for (let count = 0; count < 25; count++) await logIn(port, { secret: "wrong", name: "Ann" });
  expect((await logIn(port, body)).status).toBe(429);
});

test("malformed and oversized messages end their own connection and no other", async () => {
  await serve("--link", "reader");
  const ann = await enter("editor", "Ann");
  const plan = await open(ann);
  const messages: unknown[] = [
    "x",
    "[]",
    "null",
    "{}",
    { kind: "request" },
    { kind: "request", id: -1, name: "app:start" },
    { kind: "request", id: 1, name: "x".repeat(200) },
    { kind: "hello", window: null, received: 0 },
    { kind: "received", number: 1.5 },
  ];
  for (const message of messages) {
    const eve = await enter("editor", "Eve");
    eve.send(message);
    await expect.poll(() => eve.seen.closed, { message: JSON.stringify(message) }).toBe(4400);
  }
  const ahead = await enter("editor", "Eve");
  ahead.send({ kind: "request", id: 99, name: "app:start" });
  await expect.poll(() => ahead.seen.closed).not.toBe(0);
  const reader = await enter("reader", "Eve");
  reader.send({ kind: "request", id: 2, name: "search:begin", argument: "x".repeat(300_000) });
  await expect.poll(() => reader.seen.closed).toBe(4400);
  const large = await enter("editor", "Eve");
  large.send({ kind: "request", id: 2, name: "document:save", argument: "x".repeat(17 * 1024 * 1024) });
  await expect.poll(() => large.seen.closed).not.toBe(0);

  for (const argument of [
    undefined,
    7,
    { doc: plan.doc },
    { ...typed(plan, "x"), changes: [{ from: 9e9, to: 1, insert: 1 }] },
  ])
    expect(await ann.raw("document:save", argument)).toMatchObject({
      kind: "failed",
      why: "The request is not valid.",
    });
  expect(await ann.ask("document:save", typed(plan, "Ann. "))).toMatchObject({ status: "saved" });
});

test("a connection that breaks loses nothing and does nothing twice, and what was typed is saved if the guest stays away", async () => {
  await serve();
  const ann = await enter("editor", "Ann");
  const plan = await open(ann);
  expect(await ann.ask("document:save", typed(plan, "one "))).toMatchObject({ status: "saved" });
  const comment = { doc: plan.doc, from: 0, words: "first", text: "Why first?", needsMe: false };
  expect(await ann.ask("comments:add", comment)).toMatchObject({ ok: true });
  ann.close();
  await expect.poll(() => ann.seen.closed).not.toBe(0);
  // Written while the page is away.
  const ben = await enter("editor", "Ben");
  const bens = await open(ben);
  expect(await ben.ask("document:save", typed(bens, "two "))).toMatchObject({ status: "saved" });

  const headers = { Origin: originOf(served.port), Cookie: ann.cookie };
  ann.comeBack((await openSocket(served.port, headers)) as WebSocket);
  await expect.poll(() => ann.seen.welcome).toBe(4);
  await expect.poll(() => ann.eventsOf("document:changed").length).toBe(1);
  // A request that the server has already is not run again.
  ann.send({ kind: "request", id: 4, name: "comments:add", argument: comment });
  await ann.ask("document:check", plan.doc);
  await ann.ask("comments:add", { ...comment, text: "Later." });
  const listed = await ann.ask("comments:list", plan.doc);
  const texts = listed.ok && listed.threads.map(({ messages }) => messages[0]?.text).sort();
  expect(texts).toEqual(["Later.", "Why first?"]);
  expect(await readFile(inFolder("plan.md"), "utf8")).toBe(`two one ${TEXT}`);

  const cleo = await enter("editor", "Cleo");
  const cleos = await open(cleo);
  const { why: _why, ...unsaved } = typed(cleos, "three ");
  await cleo.ask("document:typed", unsaved);
  cleo.close();
  await expect.poll(() => readFile(inFolder("plan.md"), "utf8")).toBe(`three two one ${TEXT}`);
  // A window belongs to the session that opened it.
  const mallory = await enter("editor", "Mallory");
  const other = await openSocket(served.port, { Origin: originOf(served.port), Cookie: mallory.cookie });
  const thief = guestOver(other as WebSocket, mallory.cookie, ben.window());
  guests.push(thief);
  await expect.poll(() => thief.seen.ended).toBe("The server has forgotten this page.");
});

test("the server gives the built page and nothing beside it, under a strict policy", async () => {
  await serve();
  const { port } = served;
  const get = (
    path: string,
    headers: Record<string, string> = {},
  ): Promise<{ status: number; text: string; policy: string }> =>
    new Promise((done, failed) => {
      const asked = request({ port, host: "127.0.0.1", path, headers }, (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (part) => (text += part));
        const policy = String(response.headers["content-security-policy"] ?? "");
        response.on("end", () => done({ status: response.statusCode ?? 0, text, policy }));
      });
      asked.on("error", failed);
      asked.end();
    });
  const page = await get("/");
  expect(page.status).toBe(200);
  expect(page.policy).toContain("default-src 'none'; script-src 'self'; style-src 'self' 'nonce-");
  expect(page.policy).toContain("frame-ancestors 'none'");
  expect(page.policy).not.toMatch(/unsafe|\*|https:/);
  const script = /src="\.\.(\/assets\/[^"]+)"/.exec(page.text)?.[1] ?? "";
  expect((await get(script)).status).toBe(200);
  expect((await get("/drawings/frame/index.html")).policy).toContain("sandbox allow-scripts");
  const away = ["/../main/cli.js", "/assets/../../main/cli.js", "/assets/%2e%2e/index.html", "//etc/passwd", "/.env"];
  for (const path of [...away, "/index.html", "/assets/", "/plan.md", "/guest/index.html", `${script}/..`])
    expect((await get(path)).status, path).toBe(404);
  expect((await get("/", { Host: "evil.example" })).status).toBe(421);
  expect((await get(guestPaths.session)).status).toBe(401);
  expect((await get("/health")).status).toBe(200);
  expect((await fetch(originOf(port), { method: "POST", body: "x" })).status).toBe(405);
});

test("--web needs a folder and, for other machines, a proxy with TLS", async () => {
  const run = (...args: string[]) => runGalley(fixture, ["serve", "--data", data, "--web", ...args]);
  expect((await run()).stderr).toContain("--web needs --folder");
  const folder = ["--folder", fixture.root];
  expect((await run(...folder, "--host", "0.0.0.0")).stderr).toContain("--web needs --url");
  expect((await run(...folder, "--url", "https://example.org/x/")).stderr).toContain("without a path");
});
