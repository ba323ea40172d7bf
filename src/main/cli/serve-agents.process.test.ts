import { once } from "node:events";
import { mkdir, mkdtemp, readFile, realpath, rename, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type CliFixture, createCliFixture, type GalleyProcess, runGalley } from "./testing/galley-process";
import { type Served, startServing } from "./testing/shared-folder-client";

/** The server's machine, and a member's with data of its own. */
let server: CliFixture;
let other: CliFixture;
let store: string;
let ending: (() => Promise<unknown>)[];

beforeEach(async () => {
  server = await createCliFixture();
  other = await createCliFixture();
  store = await realpath(await mkdtemp(join(tmpdir(), "galley-shared-")));
  ending = [];
});
afterEach(async () => {
  for (const end of ending) await end();
  await server.remove();
  await other.remove();
  await rm(store, { recursive: true, force: true });
});

const write = (fixture: CliFixture, path: string, text: string) => writeFile(join(fixture.root, path), text);
const read = (fixture: CliFixture, path: string) => readFile(join(fixture.root, path), "utf8").catch(() => null);

type ServedFolder = Served & { mcp: string };

/** Starts a server with a folder and agents, at any free ports. */
async function serve(...args: string[]): Promise<ServedFolder> {
  const served = await startServing(server, "--data", store, "--folder", server.root, "--mcp-port", "0", ...args);
  await expect.poll(served.printed).toContain("Agents on this machine");
  return { ...served, mcp: /http:\S+\/mcp/.exec(served.printed())?.[0] ?? "" };
}

/** Starts `galley join` on the member's machine. */
function joinOther({ port, secrets }: Served, role = "editor"): GalleyProcess {
  const child = other.start("join", `galley://127.0.0.1:${port}/#${secrets[role]}`, other.root);
  child.stdout.resume();
  child.stderr.resume();
  return child;
}

/** Connects an agent with the token of the server's machine. */
async function agent(mcp: string, name = "Editor's agent"): Promise<Client> {
  const token = (await readFile(join(server.dataDir, "server-token"), "utf8")).trim();
  const client = new Client({ name, version: "1" });
  const headers = { Authorization: `Bearer ${token}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(mcp), { requestInit: { headers } }));
  ending.push(() => client.close().catch(() => undefined));
  return client;
}

const call = (client: Client, given: Record<string, unknown>) =>
  client.callTool({ name: "text_editor", arguments: given });

/** A call that must succeed. */
async function edit(client: Client, given: Record<string, unknown>): Promise<void> {
  const answer = await call(client, given);
  expect(answer.isError, JSON.stringify(answer.content)).not.toBe(true);
}

async function ended(child: GalleyProcess, signal: "SIGKILL" | "SIGTERM") {
  const exit = once(child, "exit");
  child.kill(signal);
  return exit;
}

const eventually = (found: () => unknown) => expect.poll(found);

test("what an agent on the server writes reaches members as its edit, and the agent reads what members write in the plain files", async () => {
  await write(server, "plan.md", "# Plan\n\nfrom the server\n");
  const served = await serve("--link", "reader");
  joinOther(served);
  await eventually(() => read(other, "plan.md")).toBe("# Plan\n\nfrom the server\n");

  const client = await agent(served.mcp);
  await edit(client, { command: "str_replace", path: "plan.md", old_str: "from the server", new_str: "by the agent" });
  await eventually(() => read(other, "plan.md")).toBe("# Plan\n\nby the agent\n");
  await edit(client, { command: "create", path: "notes/new.md", file_text: "made by the agent\n" });
  await eventually(() => read(other, "notes/new.md")).toBe("made by the agent\n");

  await write(other, "plan.md", "# Plan\n\nby the agent, and by the member\n");
  await eventually(() => read(server, "plan.md")).toBe("# Plan\n\nby the agent, and by the member\n");
  const { content } = await call(client, { command: "view", path: "plan.md" });
  expect(JSON.stringify(content)).toContain("and by the member");

  // The edit waits for review on the server's machine, under the agent's name.
  const review = await runGalley(server, ["review", "--root", server.root]);
  expect(JSON.parse(review.stdout)).toMatchObject({ documents: [{}, {}] });
  expect(review.stdout).toContain("Editor's agent");
  // Neither the token nor the member's own secret is printed.
  const token = (await readFile(join(server.dataDir, "server-token"), "utf8")).trim();
  expect(served.printed()).not.toContain(token);
  expect(served.printed().match(/#[\w-]{43}/g)).toHaveLength(2);
});

test("agents need the token, reach nothing outside the folder, and are paused by the operator", async () => {
  await write(server, "a.md", "here\n");
  const { mcp } = await serve();
  const ask = (headers: Record<string, string>) =>
    fetch(mcp, { method: "POST", body: "{}", headers: { "content-type": "application/json", ...headers } });
  const refused = await ask({});
  expect([refused.status, await refused.text()]).toEqual([401, expect.stringContaining("server-token")]);
  expect((await ask({ Authorization: "Bearer wrong" })).status).toBe(401);
  expect((await ask({ Origin: "https://example.org" })).status).toBe(403);

  const client = await agent(mcp);
  for (const path of ["/etc/passwd", join(store, "sharing.db"), join(server.dataDir, "server-token")])
    expect(await call(client, { command: "view", path })).toMatchObject({ isError: true });
  await runGalley(server, ["agents", "pause", "Editor's agent", "--root", server.root]);
  expect(await call(client, { command: "view", path: "a.md" })).toMatchObject({ isError: true });
});

test("a server that was killed has what its agent wrote and what was written in its folder meanwhile", async () => {
  await write(server, "a.md", "first\n");
  const first = await serve();
  const joined = joinOther(first);
  await eventually(() => read(other, "a.md")).toBe("first\n");
  const client = await agent(first.mcp);
  await call(client, { command: "view", path: "a.md" });
  await edit(client, { command: "insert", path: "a.md", insert_line: 1, insert_text: "by the agent\n" });
  await ended(first.process, "SIGKILL");
  // Written while the server is away, on both sides.
  await write(server, "b.md", "made on the server\n");
  await write(other, "c.md", "made by the member\n");

  await serve("--port", String(first.port));
  await eventually(() => read(other, "b.md")).toBe("made on the server\n");
  await eventually(() => read(server, "c.md")).toBe("made by the member\n");
  await eventually(() => read(other, "a.md")).toBe("first\nby the agent\n");
  expect(await read(server, "a.md")).toBe("first\nby the agent\n");
  expect(joined.exitCode).toBe(null);
});

test("SIGTERM ends the server once its store has what an agent wrote just before", async () => {
  const { mcp, process: child, secrets } = await serve();
  const client = await agent(mcp);
  await edit(client, { command: "create", path: "last.md", file_text: "last words\n" });
  expect(await ended(child, "SIGTERM")).toEqual([0, null]);
  // Of the store alone: the server's folder is not a member now.
  const again = await startServing(server, "--data", store);
  joinOther({ ...again, secrets });
  await eventually(() => read(other, "last.md")).toBe("last words\n");
});

test("a folder that is away deletes nothing for others, whether the server runs or starts", async () => {
  for (const path of ["a.md", "x.md", "y.md"]) await write(server, path, "first\n");
  const first = await serve();
  joinOther(first);
  await eventually(() => read(other, "a.md")).toBe("first\n");
  const away = `${server.root} away`;
  await rename(server.root, away);
  await eventually(first.printed).toContain("The folder is not there at the moment");
  // Like the place where a disk was mounted.
  await mkdir(server.root);
  await write(server, "x.md", "by a program that does not know\n");
  await write(other, "a.md", "first, and second\n");
  await write(other, "b.md", "meanwhile\n");
  const late = await createCliFixture();
  ending.push(late.remove);
  late.start("join", `galley://127.0.0.1:${first.port}/#${first.secrets["editor"]}`, late.root).stdout.resume();
  await eventually(() => read(late, "b.md")).toBe("meanwhile\n");
  expect([await read(server, "a.md"), await read(server, "b.md")]).toEqual([null, null]);
  await eventually(() => read(late, "x.md")).toBe("first\n");
  await eventually(() => read(late, "y.md")).toBe("first\n");
  await rm(server.root, { recursive: true });
  await rename(away, server.root);
  await eventually(() => read(server, "a.md")).toBe("first, and second\n");
  await eventually(() => read(server, "b.md")).toBe("meanwhile\n");

  await ended(first.process, "SIGTERM");
  await rename(server.root, away);
  await mkdir(server.root);
  const second = await serve("--port", String(first.port));
  await eventually(second.printed).toContain("4 files are gone from this folder; they are brought back");
  await eventually(() => read(server, "b.md")).toBe("meanwhile\n");
  expect([await read(other, "a.md"), await read(other, "b.md")]).toEqual(["first, and second\n", "meanwhile\n"]);
});

test("a folder that another process keeps in sync, a port that is taken, and wrong usage, are rejected", async () => {
  const second = join(store, "second");
  const [data, root] = [join(store, "first"), server.root];
  const taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  ending.push(async () => taken.close());
  const port = String((taken.address() as AddressInfo).port);
  const failed = await runGalley(server, [
    "serve",
    "--data",
    data,
    "--folder",
    root,
    "--port",
    "0",
    "--mcp-port",
    port,
  ]);
  expect(failed).toMatchObject({ code: 1, stdout: "" });
  expect(failed.stderr).toContain("Choose another --mcp-port.");

  // The link, of which there is only one, was not made by the start that failed.
  const first = await startServing(server, "--data", data, "--folder", root, "--mcp-port", "0");
  expect(Object.keys(first.secrets)).toEqual(["editor"]);
  const again = await runGalley(server, ["serve", "--data", second, "--folder", root, "--port", "0"]);
  expect(again).toMatchObject({ code: 1, stdout: "" });
  expect(again.stderr).toContain(`${root} is already kept in sync with a shared folder`);

  const errors = async (...args: string[]) => {
    const { code, stderr } = await runGalley(server, ["serve", ...args]);
    expect(code).toBe(2);
    return stderr;
  };
  expect(await errors("--data", join(root, "store"), "--folder", root)).toContain("must be separate");
  expect(await errors("--data", second, "--folder", server.dataDir)).toContain("Galley's data folder");
  // In the short run only those after which a folder could be damaged.
  if (!process.env["GALLEY_LONG"]) return;
  expect(await errors("--data", second, "--mcp-port", "1")).toContain("--mcp-port needs --folder");
  expect(await errors("--data", second, "--folder", join(root, "none"))).toContain("there is no such folder");
  expect(await errors("--data", second, "--folder", root, "--mcp-port", "x")).toContain("--mcp-port takes a number");
});
