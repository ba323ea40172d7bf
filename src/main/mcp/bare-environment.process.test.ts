import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { getDefaultEnvironment, StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { version } from "../../../package.json";
import { type CliFixture, createCliFixture } from "../cli/testing/galley-process";
import type { Envelope } from "../engine/ports/caller";
import { leaveDataFolderPointer } from "../engine/storage/files/data-folder-pointer";
import { dataFolder } from "../engine/storage/files/folders";
import { type LocalApp, serveLocal } from "./local-socket-server";

/** Servers are started as the official SDK starts them: our environment is not passed on. */
let fixture: CliFixture;
let clients: Client[];

beforeEach(async () => {
  fixture = await createCliFixture();
  clients = [];
  // The SDK passes HOME on; the server does not see the other variables of a session.
  vi.stubEnv("HOME", join(dirname(fixture.root), "home"));
  vi.stubEnv("XDG_RUNTIME_DIR", join(dirname(fixture.root), "session"));
  for (const name of ["XDG_DATA_HOME", "GALLEY_DATA"]) vi.stubEnv(name, undefined);
  await mkdir(join(dirname(fixture.root), "session"), { mode: 0o700 });
});
afterEach(async () => {
  for (const client of clients) await client.close();
  vi.unstubAllEnvs();
  await fixture.remove();
});

/** A client whose server has the SDK's environment, plus `more`, as a shell of the user would set it. */
const startClient = async (more: Record<string, string> = {}): Promise<Client> => {
  // When Electron runs as Node, the program needs only this variable. `env` sets it, so that the SDK's default stays unchanged.
  const assignments = ["ELECTRON_RUN_AS_NODE=1", ...Object.entries(more).map(([name, value]) => `${name}=${value}`)];
  const args = [...assignments, fixture.galley.command, ...fixture.galley.args, "mcp", "--root", fixture.root];
  const client = new Client({ name: "bare", version: "1" });
  clients.push(client);
  await client.connect(new StdioClientTransport({ command: "env", args, stderr: "ignore" }));
  return client;
};

const call = async (client: Client, args: Record<string, unknown>): Promise<{ ok: boolean; text: string }> => {
  const { content, isError } = await client.callTool({ name: "text_editor", arguments: args });
  return { ok: isError !== true, text: (content as { text: string }[])[0]?.text ?? "" };
};

const serveApp = async (dataDir: string) => {
  const answer: Envelope = { ok: true, message: "unsaved typing", summary: "s", data: {} };
  const app: LocalApp = {
    version,
    accepts: () => true,
    run: async () => answer,
    open: async () => ({ ok: true }),
    connected: () => {},
    disconnected: () => {},
    called: () => {},
  };
  const server = await serveLocal({ dataDir, app, graceMs: 50 });
  if (server.status !== "serving") throw new Error(server.status);
  return server;
};

describe.skipIf(process.platform === "win32")("a server in the SDK's default environment", () => {
  test("has no variables of the session", () => {
    expect(Object.keys(getDefaultEnvironment())).not.toContain("XDG_RUNTIME_DIR");
  });

  test("finds the app of the session, and sees the unsaved edits there", async () => {
    const server = await serveApp(dataFolder());
    await writeFile(join(fixture.root, "a.md"), "on disk");
    expect((await call(await startClient(), { action: "read", path: "a.md" })).text).toBe("unsaved typing");
    await server.close();
  });

  test("finds an app whose data is in XDG_DATA_HOME, although the server does not get that variable", async () => {
    vi.stubEnv("XDG_DATA_HOME", join(dirname(fixture.root), "elsewhere"));
    const server = await serveApp(dataFolder());
    leaveDataFolderPointer();
    await writeFile(join(fixture.root, "a.md"), "on disk");
    expect((await call(await startClient(), { action: "read", path: "a.md" })).text).toBe("unsaved typing");
    await server.close();
  });

  test.runIf(process.platform === "linux")(
    "works although another user has taken the name that Galley used in the temporary folder [A30]",
    async () => {
      // What is at that path no longer matters: nothing is created or requested there.
      const before = await readdir("/tmp");
      await writeFile(join(fixture.root, "a.md"), "on disk");
      expect((await call(await startClient(), { action: "read", path: "a.md" })).text).toContain("on disk");
      expect((await readdir("/tmp")).filter((name) => /^galley-\d+$/.test(name) && !before.includes(name))).toEqual([]);
    },
  );

  test("takes turns with a server that has the session's variables: no confirmed write is lost", async () => {
    const path = join(fixture.root, "a.md");
    await writeFile(path, "top\n");
    const session = { XDG_RUNTIME_DIR: join(dirname(fixture.root), "session") };
    const both = await Promise.all([startClient(), startClient(session)]);
    const confirmed: string[] = [];
    const writes = process.env["GALLEY_LONG"] ? 150 : 40;
    const write = async (client: Client, word: string) => {
      const { ok } = await call(client, { action: "patch", path: "a.md", patch_text: `@@ top\n+${word}` });
      if (ok) confirmed.push(word);
    };
    await Promise.all(
      both.map(async (client, number) => {
        for (let index = 0; index < writes; index++) await write(client, `word-${number}-${index}`);
      }),
    );
    const lines = new Set((await readFile(path, "utf8")).split("\n"));
    expect(confirmed.length).toBeGreaterThan(writes * 1.6);
    expect(confirmed.filter((word) => !lines.has(word))).toEqual([]);
    // They lock in the same place, the data folder: neither keeps anything in the session's.
    expect(await readdir(session.XDG_RUNTIME_DIR)).toEqual([]);
    expect(await readdir(join(dataFolder(), "locks"))).not.toEqual([]);
  });
});
