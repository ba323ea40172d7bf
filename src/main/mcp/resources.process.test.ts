import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterEach, beforeEach, expect, test } from "vitest";
import { version } from "../../../package.json";
import { type CliFixture, createCliFixture, runGalley } from "../cli/testing/galley-process";
import { serveLocal } from "./local-socket-server";
import { resourceUri } from "./resource-addresses";

let fixture: CliFixture;
const clients: Client[] = [];
beforeEach(async () => {
  fixture = await createCliFixture();
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
  await fixture.remove();
});

async function connected(mode: "legacy" | "auto" = "legacy"): Promise<Client> {
  const { command, args } = fixture.galley;
  const client = new Client({ name: "anna", version: "1" }, { versionNegotiation: { mode } });
  clients.push(client);
  await client.connect(
    new StdioClientTransport({
      command,
      args: [...args, "mcp", "--root", fixture.root],
      env: fixture.env as Record<string, string>,
      stderr: "ignore",
    }),
  );
  return client;
}

/** A client whose server has the environment that the SDK passes on by default, and the test's data folder. */
async function bareClient(mode: "legacy" | "auto"): Promise<Client> {
  const { command, args } = fixture.galley;
  const client = new Client({ name: "anna", version: "1" }, { versionNegotiation: { mode } });
  clients.push(client);
  const assignments = ["ELECTRON_RUN_AS_NODE=1", `GALLEY_DATA=${fixture.dataDir}`];
  const all = [...assignments, command, ...args, "mcp", "--root", fixture.root];
  await client.connect(new StdioClientTransport({ command: "env", args: all, stderr: "ignore" }));
  return client;
}

const pathOf = (name: string) => join(fixture.root, name);
const documentUri = (name: string) => resourceUri({ kind: "document", path: pathOf(name) });
const folderUri = (name: string) => resourceUri({ kind: "folder", path: pathOf(name) });

async function textOf(client: Client, uri: string): Promise<string> {
  const { contents } = await client.readResource({ uri });
  expect(contents).toHaveLength(1);
  const [content] = contents;
  return content !== undefined && "text" in content ? content.text : "";
}

test.each(["legacy", "auto"] as const)("a client lists its folder and reads documents by address: %s", async (mode) => {
  await mkdir(pathOf("会议 记录"));
  await writeFile(pathOf("会议 记录/第一 章.md"), "# 第一章\n\n海雾。\n");
  const client = await connected(mode);
  const { resources } = await client.listResources();
  expect(resources).toMatchObject([{ uri: folderUri(""), mimeType: "text/plain" }]);
  const { resourceTemplates } = await client.listResourceTemplates();
  expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
    "galley://document/{+path}",
    "galley://comments/{+path}",
    "galley://folder/{+path}",
  ]);
  expect(await textOf(client, folderUri(""))).toContain("第一 章.md");
  expect(await textOf(client, documentUri("会议 记录/第一 章.md"))).toBe("# 第一章\n\n海雾。");
  // It counts as read: lines may be edited by number.
  const edits = [{ from: 3, to: 3, content: "雾散了。" }];
  const given = { action: "patch", path: "会议 记录/第一 章.md", edits };
  const patched = await client.callTool({ name: "text_editor", arguments: given });
  expect(patched.isError).toBeFalsy();
  expect(await readFile(pathOf("会议 记录/第一 章.md"), "utf8")).toBe("# 第一章\n\n雾散了。\n");
});

test("a long document is shown as far as the budget goes, and says how to go on", async () => {
  await writeFile(pathOf("long.md"), "A line of some words that are many.\n".repeat(5_000));
  const text = await textOf(await connected(), documentUri("long.md"));
  expect(text.length).toBeLessThan(40_000);
  const [, shown, next] =
    /lines 1-(\d+) of 5000 are shown\. Read on with text_editor read, line_from (\d+)/.exec(text) ?? [];
  expect(Number(next)).toBe(Number(shown) + 1);
});

test("what is outside of the folder, missing, secret or no address is rejected with a sentence", async () => {
  await writeFile(pathOf(".env"), "PASSWORD=hunter2\n");
  const client = await connected();
  const outside = resourceUri({ kind: "document", path: "/etc/hostname" });
  const cases = [
    [outside, /outside/],
    [documentUri("../../x.md"), /outside/],
    [documentUri("missing.md"), /missing\.md/],
    [documentUri(".env"), /file of secrets/],
    ["galley://elsewhere/x", /not an address of Galley/],
  ] as const;
  for (const [uri, why] of cases) {
    await expect(client.readResource({ uri })).rejects.toThrow(why);
    await expect(client.subscribeResource({ uri })).rejects.toThrow(why);
  }
  await expect(client.subscribeResource({ uri: folderUri("") })).rejects.toThrow("cannot be subscribed to");
});

/** `npm test` has the older protocol's notifications in the test of a subscriber below. */
const notifiedModes = process.env["GALLEY_LONG"] ? (["legacy", "auto"] as const) : (["auto"] as const);

/** As an editor saves: a file that is emptied before it is written has changed twice. */
async function replaceFile(path: string, text: string): Promise<void> {
  await writeFile(`${path}.new`, text);
  await rename(`${path}.new`, path);
}

test("a subscriber is notified of a change by someone else, and not of its own", async () => {
  await writeFile(pathOf("a.md"), "one\n");
  await writeFile(pathOf("b.md"), "one\n");
  const client = await connected();
  const notified: string[] = [];
  client.setNotificationHandler("notifications/resources/updated", ({ params }) => void notified.push(params.uri));
  for (const name of ["a.md", "b.md"]) await client.subscribeResource({ uri: documentUri(name) });
  const write = { action: "write", path: "a.md", content: "mine\n" };
  expect((await client.callTool({ name: "text_editor", arguments: write })).isError).toBeFalsy();
  await replaceFile(pathOf("b.md"), "the user's\n");
  await expect.poll(() => notified).toEqual([documentUri("b.md")]);
  await client.unsubscribeResource({ uri: documentUri("b.md") });
  await replaceFile(pathOf("b.md"), "unnoticed\n");
  await replaceFile(pathOf("a.md"), "the user's\n");
  await expect.poll(() => notified).toEqual([documentUri("b.md"), documentUri("a.md")]);
});

test.each(notifiedModes)("a client reads the comments on a document, and is notified of others': %s", async (mode) => {
  await writeFile(pathOf("a.md"), "# One\n\nThe brown fox.\n");
  const client = await bareClient(mode);
  const uri = resourceUri({ kind: "comments", path: pathOf("a.md") });
  expect(await textOf(client, uri)).toBe("0 open threads");
  const notified: string[] = [];
  client.setNotificationHandler("notifications/resources/updated", ({ params }) => void notified.push(params.uri));
  if (mode === "legacy") await client.subscribeResource({ uri });
  else await client.listen({ resourceSubscriptions: [uri] });
  const add = { action: "add", path: "a.md", quote: "brown", text: "Is it?" };
  const { content } = await client.callTool({ name: "comments", arguments: add });
  const [thread = ""] = /c_\w{10}/.exec(JSON.stringify(content)) ?? [];
  const answered = await runGalley(fixture, ["comments", "reply", thread, "It is."]);
  expect(answered).toMatchObject({ code: 0, stderr: "" });
  await expect.poll(() => notified).toEqual([uri]);
  const text = await textOf(client, uri);
  expect(text).toContain(`a.md:3 in one  ${thread}\n  > brown\n  anna: Is it?\n  command line: It is.`);
  await client.callTool({ name: "comments", arguments: { action: "resolve", thread } });
  expect(await textOf(client, uri)).toBe("0 open threads");
  await runGalley(fixture, ["comments", "reopen", thread]);
  await expect.poll(() => notified).toEqual([uri, uri]);
  for (const path of [fixture.root, pathOf("missing.md"), "/etc/hostname", pathOf(".env")]) {
    const wrong = resourceUri({ kind: "comments", path });
    await expect(client.readResource({ uri: wrong })).rejects.toThrow(/folder|missing|outside|secrets/);
  }
});

test.each(notifiedModes)("a client is notified when the app opens or closes documents: %s", async (mode) => {
  const server = await serveLocal({
    dataDir: fixture.dataDir,
    graceMs: 50,
    app: {
      version,
      accepts: () => true,
      run: async () => ({ ok: true, message: "", summary: "", data: { documents: [] } }),
      open: async () => ({ ok: true }),
      connected: () => {},
      disconnected: () => {},
      called: () => {},
    },
  });
  if (server.status !== "serving") throw new Error(server.status);
  try {
    const client = await connected(mode);
    let notified = 0;
    client.setNotificationHandler("notifications/resources/list_changed", () => void notified++);
    if (mode === "auto") await client.listen({ resourcesListChanged: true });
    // Its first call connects the server to the app, which is a change, too.
    await client.listResources();
    const before = notified;
    await expect
      .poll(() => {
        server.foldersChanged();
        return notified;
      })
      .toBeGreaterThan(before + 1);
  } finally {
    await server.close();
  }
});

test("a client of 2026-07-28 is notified of the documents that it listens to", async () => {
  await writeFile(pathOf("a.md"), "one\n");
  const client = await connected("auto");
  const notified: string[] = [];
  client.setNotificationHandler("notifications/resources/updated", ({ params }) => void notified.push(params.uri));
  const outside = resourceUri({ kind: "document", path: "/etc/hostname" });
  const subscription = await client.listen({ resourceSubscriptions: [documentUri("a.md"), outside] });
  await expect
    .poll(async () => {
      await writeFile(pathOf("a.md"), `${Math.random()}\n`);
      return notified[0];
    })
    .toBe(documentUri("a.md"));
  expect(notified).not.toContain(outside);
  await subscription.close();
});

test("a paused agent lists, reads and subscribes to nothing until the user allows it", async () => {
  await mkdir(fixture.dataDir, { recursive: true });
  await writeFile(pathOf("a.md"), "one\n");
  const hold = (access: "paused" | "blocked" | "write") => {
    const agent = { name: "anna", roots: [fixture.root], isHttp: false, access, events: [] };
    const held = { isAllPaused: false, agents: [agent], http: { admitted: null, asking: [] } };
    return writeFile(join(fixture.dataDir, "agents.json"), JSON.stringify(held));
  };
  const client = await connected();
  for (const access of ["paused", "blocked"] as const) {
    await hold(access);
    await expect(client.listResources()).rejects.toThrow(access);
    await expect(client.readResource({ uri: documentUri("a.md") })).rejects.toThrow(access);
    await expect(client.subscribeResource({ uri: documentUri("a.md") })).rejects.toThrow(access);
  }
  await hold("write");
  expect(await textOf(client, documentUri("a.md"))).toBe("one");
});
