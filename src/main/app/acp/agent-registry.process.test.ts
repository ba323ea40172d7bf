/** The registry of agents from its address to an answer in the panel, with npm as a program of the test. */
import { createHash } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { zipSync } from "fflate";
import { afterEach, expect, it, vi } from "vitest";
import { createTestAssistant, type TestAssistant } from "../assistant/testing/test-assistant";

const script = fileURLToPath(new URL("./testing/scripted-agent.mjs", import.meta.url));
const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const each of cleanUps.splice(0).reverse()) await each();
  vi.unstubAllEnvs();
});

/** A folder on PATH with an `npm` that installs the scripted agent as any package, in the version that is asked for. */
function putNpmOnPath(): void {
  const folder = mkdtempSync(join(tmpdir(), "galley-npm-"));
  writeFileSync(
    join(folder, "npm"),
    `#!/usr/bin/env node
const { mkdirSync, writeFileSync, chmodSync } = require("node:fs");
const [, , , , prefix, , , , spec] = process.argv;
const at = spec.lastIndexOf("@");
const bin = prefix + "/node_modules/.bin/";
mkdirSync(bin, { recursive: true });
mkdirSync(prefix + "/node_modules/" + spec.slice(0, at), { recursive: true });
writeFileSync(prefix + "/node_modules/" + spec.slice(0, at) + "/package.json", JSON.stringify({ version: spec.slice(at + 1), bin: { "acme-agent": "x" } }));
writeFileSync(bin + "acme-agent", "#!/bin/sh\\nexec node ${script} \\"$@\\"\\n");
chmodSync(bin + "acme-agent", 0o755);
`,
  );
  chmodSync(join(folder, "npm"), 0o755);
  vi.stubEnv("PATH", `${folder}${delimiter}${process.env["PATH"]}`);
}

async function serve(answer: () => string): Promise<string> {
  const server: Server = createServer((_, response) => response.end(answer()));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  cleanUps.push(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/registry.json`;
}

async function withRegistry(registry: string): Promise<TestAssistant> {
  const made = await createTestAssistant({ registry });
  cleanUps.push(() => made.end());
  return made;
}

const registry = (version: string, args = ["none"]) =>
  JSON.stringify({
    version: "1.0.0",
    agents: [
      {
        id: "acme",
        name: "Acme",
        version,
        description: "Writes",
        distribution: { npx: { package: `@acme/agent@${version}`, args } },
      },
      {
        id: "claude-acp",
        name: "Claude Agent",
        version,
        distribution: { npx: { package: "@agentclientprotocol/claude-agent-acp" } },
      },
      // The same name for whoever compares names as permissions do.
      { id: "codex2", name: "Code\u2179", version, distribution: { npx: { package: "not-codex" } } },
      { id: "acme2", name: "ACME", version, distribution: { npx: { package: "acme2" } } },
    ],
  });

it("an agent of the registry is listed, installed by the line that is shown, asked, updated and removed", async () => {
  putNpmOnPath();
  let now = registry("1.0.0");
  const { assistant, acp, begin, ask, dataDir, restart } = await withRegistry(await serve(() => now));
  const entry = async (id: string) => (await assistant.setup.publicSetup()).agents.find((each) => each.id === id);
  const install = async (id: string) => assistant.installAgent(id, (await entry(id))?.install ?? "");
  expect((await assistant.setup.publicSetup()).registry.loadedAt).toBeNull();
  await assistant.refreshRegistry();
  expect((await assistant.setup.publicSetup()).registry.loadedAt).not.toBeNull();
  const folder = join(dataDir, "agents", "acme");
  expect(await entry("registry-acme")).toMatchObject({
    name: "Acme",
    command: null,
    install: `npm install --prefix ${folder} --no-audit --no-fund --save-exact @acme/agent@1.0.0`,
    registry: { description: "Writes", latest: "1.0.0", installed: null, args: "none", isChanged: false },
  });
  // What Galley knows by itself is not listed twice, and nobody takes another's name.
  expect(await entry("registry-claude-acp")).toBeUndefined();
  expect((await entry("registry-codex2"))?.name).toMatch(/ \(codex2\)$/);
  expect((await entry("registry-acme2"))?.name).toBe("ACME (acme2)");

  await expect(assistant.installAgent("registry-acme", "npm install something-else")).rejects.toThrow(
    "has changed since you saw",
  );
  await install("registry-acme");
  const command = `${folder}/node_modules/.bin/acme-agent none`;
  expect(await entry("registry-acme")).toMatchObject({ command, registry: { installed: "1.0.0", isChanged: false } });
  await assistant.setup.chooseAgent("registry-acme");
  const id = begin();
  expect(await ask(id, "Hello")).toMatchObject({ model: "Acme", state: { status: "done" } });

  // What the registry says later runs only after another yes.
  now = registry("1.1.0", ["environment"]);
  await assistant.refreshRegistry();
  expect(await entry("registry-acme")).toMatchObject({
    command,
    registry: { installed: "1.0.0", latest: "1.1.0", args: "environment", isChanged: true },
  });
  const { connection } = assistant.agentSession(id);
  await Promise.all([install("registry-acme"), install("registry-acme")]);
  await connection.gone;
  expect(await entry("registry-acme")).toMatchObject({
    command: `${folder}/node_modules/.bin/acme-agent environment`,
    registry: { installed: "1.1.0", isChanged: false },
  });
  // One that has left the list can still be used and removed.
  now = JSON.stringify({ agents: [] });
  await assistant.refreshRegistry();
  expect(await entry("registry-acme")).toMatchObject({ name: "Acme", install: null, registry: { installed: "1.1.0" } });
  const later = await restart("close");
  cleanUps.push(() => later.assistant.close());
  const after = (await later.assistant.setup.publicSetup()).agents.find((each) => each.id === "registry-acme");
  expect(after?.registry?.installed).toBe("1.1.0");
  await acp.remove("registry-acme");
  expect(existsSync(folder)).toBe(false);
  expect(await entry("registry-acme")).toBeUndefined();
});

it("an agent is installed from PyPI by uv where that is on PATH, and from an archive with its hash", async () => {
  const uv = mkdtempSync(join(tmpdir(), "galley-uv-"));
  const program = `#!/bin/sh\nexec node ${script} "$@"\n`;
  const archive = zipSync({ "acme/bin/agent": Buffer.from(program) });
  const sha256 = createHash("sha256").update(archive).digest("hex");
  const server = createServer((_, response) => response.end(archive));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  cleanUps.push(() => server.close());
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const binary = { archive: `http://${host}/acme.zip`, cmd: "./acme/bin/agent", args: ["none"] };
  const systems = ["linux", "darwin"].flatMap((os) => ["x86_64", "aarch64"].map((cpu) => `${os}-${cpu}`));
  const about = { version: "1.0.0", description: "Writes" };
  const agents = [
    { ...about, id: "snake", name: "Snake", distribution: { uvx: { package: "snake-agent==1.0.1", args: ["none"] } } },
    {
      ...about,
      id: "packed",
      name: "Packed",
      distribution: { binary: Object.fromEntries(systems.map((each) => [each, binary])) },
    },
  ];
  const { assistant, dataDir, begin, ask } = await withRegistry(await serve(() => JSON.stringify({ agents })));
  const entry = async (id: string) => (await assistant.setup.publicSetup()).agents.find((each) => each.id === id);
  const install = async (id: string) => assistant.installAgent(id, (await entry(id))?.install ?? "");
  await assistant.refreshRegistry();
  const snake = join(dataDir, "agents", "snake");
  expect(await entry("registry-snake")).toMatchObject({
    install: `UV_TOOL_DIR=${snake}/tools UV_TOOL_BIN_DIR=${snake}/bin uv tool install --force snake-agent==1.0.1`,
    registry: { latest: "1.0.1", needs: "uv", host: null },
  });
  await expect(install("registry-snake")).rejects.toThrow("uv is not installed on this computer");
  writeFileSync(
    join(uv, "uv"),
    `#!/usr/bin/env node
const { mkdirSync, writeFileSync } = require("node:fs");
const bin = process.env.UV_TOOL_BIN_DIR;
mkdirSync(bin, { recursive: true });
writeFileSync(bin + "/snake-agent", ${JSON.stringify(program)}, { mode: 0o755 });
`,
    { mode: 0o755 },
  );
  vi.stubEnv("PATH", `${uv}${delimiter}${process.env["PATH"]}`);
  expect((await entry("registry-snake"))?.registry?.needs).toBeNull();
  await install("registry-snake");
  expect(await entry("registry-snake")).toMatchObject({
    command: `${snake}/bin/snake-agent none`,
    registry: { installed: "1.0.1", isChanged: false, sha256: null },
  });

  const packed = join(dataDir, "agents", "packed", "program");
  expect(await entry("registry-packed")).toMatchObject({
    install: `http://${host}/acme.zip → ${packed}`,
    registry: { host, latest: "1.0.0", needs: null, sha256: null },
  });
  await install("registry-packed");
  expect(await entry("registry-packed")).toMatchObject({
    command: `${packed}/acme/bin/agent none`,
    registry: { installed: "1.0.0", isChanged: false, sha256 },
  });
  for (const agent of ["registry-snake", "registry-packed"]) {
    await assistant.setup.chooseAgent(agent);
    expect((await ask(begin(), "Hello")).state.status).toBe("done");
    await assistant.removeAgent(agent);
    expect((await entry(agent))?.registry?.installed).toBeNull();
  }
  expect(readdirSync(join(dataDir, "agents"))).toEqual([]);
});

it("a stored list and records that somebody has changed are not believed", async () => {
  const { dataDir, restart } = await withRegistry("");
  const agents = [{ id: "../../x", name: "X", version: "1", description: "", licence: "", website: null, npm: null }];
  writeFileSync(join(dataDir, "agent-registry.json"), JSON.stringify({ source: "", loadedAt: "", agents }));
  const folder = join(dataDir, "agents", "acme");
  mkdirSync(folder, { recursive: true });
  const record = { ...agents[0], id: "acme", npm: { package: "a", version: "1.0.0", command: null, args: ["& calc"] } };
  writeFileSync(join(folder, "galley-agent.json"), JSON.stringify(record));
  const { assistant, logged } = await restart("close");
  cleanUps.push(() => assistant.close());
  const setup = await assistant.setup.publicSetup();
  expect(setup.agents.filter(({ id }) => id.startsWith("registry-"))).toEqual([]);
  expect(logged.join()).toContain("agent-registry.json");
});

it("what cannot be read changes nothing, and is said in a sentence", async () => {
  let text = registry("1.0.0");
  const address = await serve(() => text);
  const { assistant } = await withRegistry(address);
  await assistant.refreshRegistry();
  const listed = async () => (await assistant.setup.publicSetup()).agents.length;
  const before = await listed();
  text = "<html>";
  await expect(assistant.refreshRegistry()).rejects.toThrow(`${address} is not a registry of agents.`);
  text = `"${"x".repeat(5 * 1024 * 1024)}"`;
  await expect(assistant.refreshRegistry()).rejects.toThrow("more than 4 MB");
  expect(await listed()).toBe(before);
  for (const wrong of ["http://example.com/registry.json", "ftp://x", "nonsense"])
    await expect((await withRegistry(wrong)).assistant.refreshRegistry()).rejects.toThrow(
      "must be an https address or a file",
    );
  const file = join(mkdtempSync(join(tmpdir(), "galley-registry-")), "agents.json");
  await expect((await withRegistry(file)).assistant.refreshRegistry()).rejects.toThrow("could not be read");
  mkdirSync(join(file, ".."), { recursive: true });
  writeFileSync(file, registry("2.0.0"));
  const fromFile = await withRegistry(file);
  await fromFile.assistant.refreshRegistry();
  expect(
    (await fromFile.assistant.setup.publicSetup()).agents.find((each) => each.id === "registry-acme")?.registry?.latest,
  ).toBe("2.0.0");
});
