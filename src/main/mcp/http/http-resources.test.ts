import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Client } from "@modelcontextprotocol/client";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Engine } from "../../engine";
import { createEngine } from "../../engine/host/create-engine";
import { resourceUri } from "../resource-addresses";
import { createTestHttpServer, type TestHttpServer } from "./testing/test-http-server";

let testServer: TestHttpServer;
let engine: Engine;
let folder: string;
let root: string;

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "galley-http-")));
  root = join(folder, "notes");
  engine = await createEngine({ dataDir: join(folder, "data") });
  testServer = await createTestHttpServer();
  testServer.appState.folders = [root];
  // The one tool of the test server that writes writes `a.md`.
  testServer.appState.dataDir = join(folder, "data");
  testServer.run = ({ name, arguments: given, ...call }) => {
    const write = { name: "text_editor", arguments: { action: "write", path: "a.md", content: "mine\n" } };
    const { comment } = (given ?? {}) as { comment?: unknown };
    if (comment !== undefined) return engine.run({ ...call, name: "comments", arguments: comment });
    return engine.run({ ...call, ...(name === "write_it" ? write : { name, arguments: given }) });
  };
  await mkdir(root);
  for (const name of ["a.md", "b.md"]) await writeFile(join(root, name), "one\n");
});
afterEach(async () => {
  await testServer.close();
  await engine.close();
  await rm(folder, { recursive: true, force: true });
});

const documentUri = (name: string) => resourceUri({ kind: "document", path: join(root, name) });

/** What the client is notified of, in order. */
function notificationsOf(client: Client): string[] {
  const notified: string[] = [];
  client.setNotificationHandler("notifications/resources/updated", ({ params }) => void notified.push(params.uri));
  client.setNotificationHandler("notifications/resources/list_changed", () => void notified.push("list"));
  return notified;
}

test.each(["legacy", "auto"] as const)("a client over HTTP lists folders and reads documents: %s", async (mode) => {
  const client = await testServer.client(mode);
  expect(client.getServerCapabilities()?.resources).toEqual({ listChanged: true, subscribe: true });
  const { resources } = await client.listResources();
  expect(resources).toMatchObject([{ uri: resourceUri({ kind: "folder", path: root }) }]);
  const { contents } = await client.readResource({ uri: documentUri("a.md") });
  expect(contents).toEqual([{ uri: documentUri("a.md"), mimeType: "text/markdown", text: "one" }]);
  const outside = resourceUri({ kind: "document", path: "/etc/hostname" });
  await expect(client.readResource({ uri: outside })).rejects.toThrow(/outside/);
  await expect(client.readResource({ uri: documentUri("missing.md") })).rejects.toThrow(/missing\.md/);
});

test("a session is notified of what it subscribed to and of the list, and another session is not", async () => {
  const [client, other] = [await testServer.client("legacy", "anna"), await testServer.client("legacy", "ben")];
  const [notified, ofOther] = [notificationsOf(client), notificationsOf(other)];
  for (const name of ["a.md", "b.md"]) await client.subscribeResource({ uri: documentUri(name) });
  await expect(client.subscribeResource({ uri: documentUri("missing.md") })).rejects.toThrow(/missing\.md/);
  // Of its own writes it is not notified.
  await client.readResource({ uri: documentUri("a.md") });
  expect((await client.callTool({ name: "write_it", arguments: {} })).isError).toBeFalsy();
  await writeFile(join(root, "b.md"), "the user's\n");
  await expect.poll(() => notified).toEqual([documentUri("b.md")]);
  testServer.server.foldersChanged();
  await expect.poll(() => notified).toEqual([documentUri("b.md"), "list"]);
  await expect.poll(() => ofOther).toEqual(["list"]);
  await client.unsubscribeResource({ uri: documentUri("b.md") });
  await other.subscribeResource({ uri: documentUri("b.md") });
  await writeFile(join(root, "b.md"), "again\n");
  await expect.poll(() => ofOther).toEqual(["list", documentUri("b.md")]);
  expect(notified).toEqual([documentUri("b.md"), "list"]);
});

test("a client of 2026-07-28 is notified of the documents and the list that it listens to", async () => {
  const client = await testServer.client("auto");
  const notified = notificationsOf(client);
  const outside = resourceUri({ kind: "document", path: "/etc/hostname" });
  const subscription = await client.listen({
    resourcesListChanged: true,
    resourceSubscriptions: [documentUri("a.md"), outside],
  });
  await expect
    .poll(async () => {
      await writeFile(join(root, "a.md"), `${Math.random()}\n`);
      return notified.includes(documentUri("a.md"));
    })
    .toBe(true);
  testServer.server.foldersChanged();
  await expect.poll(() => notified.includes("list")).toBe(true);
  expect(notified).not.toContain(outside);
  await subscription.close();
});

test.each(["legacy", "auto"] as const)("each client is notified of the comments of others alone: %s", async (mode) => {
  const [anna, ben] = [await testServer.client(mode, "anna"), await testServer.client(mode, "ben")];
  const [ofAnna, ofBen] = [notificationsOf(anna), notificationsOf(ben)];
  const uri = resourceUri({ kind: "comments", path: join(root, "a.md") });
  for (const client of [anna, ben]) {
    if (mode === "legacy") await client.subscribeResource({ uri });
    else await client.listen({ resourceSubscriptions: [uri] });
  }
  const as = async (client: Client | null, comment: Record<string, unknown>): Promise<string> => {
    const you = { id: "you", name: "you", roots: [root], isUser: true } as const;
    const { signal } = new AbortController();
    const { structuredContent } = client
      ? await client.callTool({ name: "write_it", arguments: { comment } })
      : { structuredContent: (await engine.run({ name: "comments", arguments: comment, caller: you, signal })).data };
    return String((structuredContent as { thread?: string } | undefined)?.thread);
  };
  const thread = await as(anna, { action: "add", path: "a.md", quote: "one", text: "Is it?" });
  await expect.poll(() => ofBen).toEqual([uri]);
  await as(null, { action: "reply", thread, text: "It is." });
  await expect.poll(() => ofBen).toEqual([uri, uri]);
  await expect.poll(() => ofAnna).toEqual([uri]);
  await as(ben, { action: "resolve", thread });
  await expect.poll(() => ofAnna).toEqual([uri, uri]);
  expect(ofBen).toEqual([uri, uri]);
  const { contents } = await anna.readResource({ uri });
  expect(contents).toEqual([{ uri, mimeType: "text/plain", text: "0 open threads" }]);
});

test("a client that listens again before its old stream ends goes on to be notified", async () => {
  const client = await testServer.client("auto");
  const notified = notificationsOf(client);
  const first = await client.listen({ resourceSubscriptions: [documentUri("a.md")] });
  await client.listen({ resourceSubscriptions: [documentUri("a.md")] });
  await first.close();
  await writeFile(join(root, "a.md"), "changed\n");
  await expect.poll(() => notified).toContain(documentUri("a.md"));
});

test("a client that the user holds back lists, reads and subscribes to nothing", async () => {
  const client = await testServer.client("legacy", "anna");
  testServer.run = async () => {
    const error = { code: "denied", message: "the user has paused this agent" } as const;
    return { ok: false, message: error.message, summary: "", error };
  };
  await expect(client.listResources()).rejects.toThrow("paused");
  await expect(client.readResource({ uri: documentUri("a.md") })).rejects.toThrow("paused");
  await expect(client.subscribeResource({ uri: documentUri("a.md") })).rejects.toThrow("paused");
});
