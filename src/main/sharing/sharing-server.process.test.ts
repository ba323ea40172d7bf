import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { HocuspocusProvider, HocuspocusProviderWebsocket } from "@hocuspocus/provider";
import { afterEach, beforeEach, expect, test } from "vitest";
import * as Y from "yjs";
import type { ReadToken } from "./identity-tokens";
import { type SharingServer, startSharingServer } from "./sharing-server";
import type { SharedFolderStore } from "./store/shared-folder-store";
import { openSqliteStore } from "./store/sqlite-store";

let folder: string;
let store: SharedFolderStore;
let server: SharingServer;
let isAway: boolean;
let secret: string;
let now: Awaited<ReturnType<ReadToken>>;
let isProviderAway: boolean;
const ending: (() => void)[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "galley-sharing-"));
  isAway = false;
  isProviderAway = false;
  store = openSqliteStore(folder, () => {});
  const unless =
    <Given extends unknown[], Result>(call: (...given: Given) => Promise<Result>) =>
    async (...given: Given): Promise<Result> => {
      if (isAway) throw new Error("away");
      return call(...given);
    };
  const { append, load, check, roleOf, links } = store;
  const failing = {
    append: unless(append),
    load: unless(load),
    check: unless(check),
    roleOf: unless(roleOf),
    links: unless(links),
  };
  server = await startSharingServer({
    port: 0,
    host: "127.0.0.1",
    store: { ...store, ...failing },
    ownSecret: "the member's here",
    readToken: async () => {
      if (isProviderAway) throw new Error("the provider is away");
      return now;
    },
    limits: { failures: { burst: 5, perSecond: 2 }, commentsBytes: 1000 },
    log: () => {},
  });
  const [link] = await store.makeLinks({ roles: [], revoke: false });
  secret = link?.secret ?? "";
});
afterEach(async () => {
  for (const end of ending.splice(0)) end();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const connection = () =>
  new HocuspocusProviderWebsocket({ url: `ws://127.0.0.1:${server.port}`, delay: 50, minDelay: 50 });

const client = (token: string, letter = "a", websocketProvider = connection()) =>
  clientOf(`text/${letter.repeat(24)}`, token, websocketProvider);

function clientOf(name: string, token: string, websocketProvider: HocuspocusProviderWebsocket) {
  const doc = new Y.Doc();
  const seen = { refused: "" };
  const provider = new HocuspocusProvider({
    websocketProvider,
    name,
    token,
    document: doc,
    onAuthenticationFailed: ({ reason }) => (seen.refused = reason),
  });
  provider.attach();
  ending.push(() => {
    provider.destroy();
    websocketProvider.destroy();
  });
  return { doc, text: doc.getText("t"), seen, isConfirmed: () => provider.isSynced && provider.unsyncedChanges === 0 };
}

const health = async () => (await fetch(`http://127.0.0.1:${server.port}/health`)).status;

test("while the store is away, health fails, nothing is confirmed and nobody is rejected; then everything is stored", async () => {
  const editor = client(secret);
  await expect.poll(editor.isConfirmed).toBe(true);
  expect(await health()).toBe(200);
  isAway = true;
  editor.text.insert(0, "kept by the client");
  const newcomer = client(secret, "b");
  newcomer.text.insert(0, "new");
  await expect.poll(health).toBe(503);
  expect([editor.isConfirmed(), newcomer.isConfirmed()]).toEqual([false, false]);
  isAway = false;
  await expect.poll(editor.isConfirmed).toBe(true);
  await expect.poll(newcomer.isConfirmed).toBe(true);
  expect([editor.seen.refused, newcomer.seen.refused]).toEqual(["", ""]);
  await expect.poll(health).toBe(200);
  const late = client(secret);
  await expect.poll(() => late.text.toString()).toBe("kept by the client");
});

test("while the identity provider is away the store is well, and nobody is rejected; then tokens are read", async () => {
  const metrics = async () => (await fetch(`http://127.0.0.1:${server.port}/metrics`)).text();
  const editor = client(secret);
  await expect.poll(editor.isConfirmed).toBe(true);
  isProviderAway = true;
  now = { role: "editor", until: Date.now() + 3_600_000 };
  const members = Array.from({ length: 10 }, (_, at) => client(`a.token.${at}`));
  await expect.poll(metrics).toMatch(/reason="too many wrong secrets"/);
  expect(await metrics()).toMatch(/^galley_rejections_total\{reason="unreadable token"\} [1-9]\d*$/m);
  expect(await metrics()).toMatch(/^galley_store_up 1$/m);
  expect(await health()).toBe(200);
  editor.text.insert(0, "goes on");
  await expect.poll(editor.isConfirmed).toBe(true);
  isProviderAway = false;
  await expect.poll(() => members.some(({ isConfirmed }) => isConfirmed())).toBe(true);
  expect(new Set(members.map(({ seen }) => seen.refused))).toEqual(new Set([""]));
});

test("a client whose link ends while it is connected is sent away, and so is one whose token ends", async () => {
  now = { role: "editor", until: Date.now() + 3_600_000 };
  const [byLink, byToken] = [client(secret), client("a.token.1")];
  await expect.poll(byLink.isConfirmed).toBe(true);
  await expect.poll(byToken.isConfirmed).toBe(true);
  await store.makeLinks({ roles: [], revoke: true });
  await expect.poll(() => byLink.seen.refused).toBe("this link is not valid, or was revoked");
  expect(byToken.seen.refused).toBe("");
  now = { role: "editor", until: Date.now() + 10 };
  const short = client("a.token.2");
  await expect.poll(short.isConfirmed).toBe(true);
  now = null;
  await expect.poll(() => short.seen.refused).toBe("this link is not valid, or was revoked");
});

test("the member in the server's process stays, whatever links end and however many wrong secrets its address tries", async () => {
  const shared = connection();
  let closed = 0;
  shared.on("close", () => closed++);
  const own = client("the member's here", "a", shared);
  await expect.poll(own.isConfirmed).toBe(true);
  const metrics = async () => (await fetch(`http://127.0.0.1:${server.port}/metrics`)).text();
  for (let at = 0; at < 10; at++) client(`guess ${at}`);
  await expect.poll(metrics).toMatch(/reason="too many wrong secrets"/);
  // It may still open further documents.
  const further = client("the member's here", "b", shared);
  further.text.insert(0, "further");
  await expect.poll(further.isConfirmed).toBe(true);
  const member = client(secret, "b");
  await expect.poll(() => member.text.toString()).toBe("further");
  await store.makeLinks({ roles: [], revoke: true });
  await expect.poll(() => member.seen.refused).toBe("this link is not valid, or was revoked");
  expect([own.seen.refused, further.seen.refused, closed]).toEqual(["", "", 0]);
});

test("comments that are too much are not confirmed, and the commenter's connection goes on with texts and what others comment", async () => {
  const [link] = await store.makeLinks({ roles: ["commenter"], revoke: false });
  const shared = connection();
  let closed = 0;
  shared.on("close", () => closed++);
  const [commenter, text] = [clientOf("comments", link?.secret ?? "", shared), client(link?.secret ?? "", "a", shared)];
  const [editor, editorsText] = [clientOf("comments", secret, connection()), client(secret)];
  await expect.poll(() => commenter.isConfirmed() && editor.isConfirmed()).toBe(true);
  const begin = (map: Y.Map<unknown>, letter: string, count: number) => {
    for (let at = 0; at < count; at++) {
      const status = JSON.stringify({ status: "open", changed: "2026-01-01T00:00:00.000Z" });
      map.set(`${"a".repeat(24)}/c_${letter.repeat(9)}${at}/status`, status);
    }
  };
  const [commenters, editors] = [commenter.doc.getMap("comments"), editor.doc.getMap("comments")];
  begin(commenters, "b", 2);
  await expect.poll(() => editors.size).toBe(2);
  commenter.doc.transact(() => begin(commenters, "c", 10));
  begin(commenters, "d", 2);
  begin(editors, "e", 3);
  editorsText.text.insert(0, "goes on");
  await expect.poll(() => [...commenters.keys()].filter((key) => key.includes("c_e"))).toHaveLength(3);
  await expect.poll(() => text.text.toString()).toBe("goes on");
  expect([editors.size, commenter.isConfirmed(), closed]).toEqual([5, false, 0]);
});
