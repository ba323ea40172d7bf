/** What the user allows an agent holds for its name and folder, whatever process runs it: real `galley mcp` with and without the app's socket. */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { version } from "../package.json";
import { createAgentHolds } from "../src/main/app/agents/agent-holds";
import { type Agents, createAgents } from "../src/main/app/agents/agents";
import { type CliFixture, createCliFixture } from "../src/main/cli/testing/galley-process";
import { heldAgentsPath } from "../src/main/engine/documents";
import { createEngine } from "../src/main/engine/host/create-engine";
import { serveLocal } from "../src/main/mcp/local-socket-server";

let fixture: CliFixture;
let file: string;
beforeEach(async () => {
  fixture = await createCliFixture();
  await mkdir(fixture.dataDir, { recursive: true });
  file = join(fixture.root, "harbour.md");
  await writeFile(file, "# Harbour\n\nferry 0\n");
});
afterEach(() => fixture.remove());

/** The agents of a running app, which serves the socket and stores the decisions. */
async function startApp() {
  const engine = await createEngine({ dataDir: fixture.dataDir });
  const failures: unknown[] = [];
  const holds = createAgentHolds(heldAgentsPath(fixture.dataDir), (error) => failures.push(error));
  const agents: Agents = createAgents(holds, () => undefined, 0);
  const server = await serveLocal({
    dataDir: fixture.dataDir,
    graceMs: 50,
    app: {
      version,
      accepts: () => true,
      denial: agents.denial,
      run: (call) => agents.run(call, async () => engine),
      open: async () => ({ ok: true }),
      connected: agents.connected,
      disconnected: agents.disconnected,
      called: agents.called,
    },
  });
  if (server.status !== "serving") throw new Error(server.status);
  return {
    agents,
    async quit() {
      await server.close();
      await engine.close();
      await holds.idle();
      expect(failures).toEqual([]);
    },
  };
}

let edits = 0;

/** A new process of the agent; `write` changes the number in the document. Returns the reason of a rejection. */
async function startAgent(name: string) {
  const { process, client } = fixture.startMcp();
  await client.initialize(name);
  const ask = async (args: object) => {
    const { result } = await client.callTool("text_editor", { path: "harbour.md", ...args });
    const { content } = result as { content: { text: string }[] };
    return { isError: result?.["isError"] === true, text: content[0]?.text ?? "" };
  };
  return {
    async write() {
      const before = await readFile(file, "utf8");
      const { isError, text } = await ask({ action: "read" });
      if (isError) return text;
      edits += 1;
      const next = { action: "patch", old_text: before.split("\n")[2], new_text: `ferry ${edits}` };
      const patched = await ask(next);
      expect(await readFile(file, "utf8")).toBe(patched.isError ? before : `# Harbour\n\nferry ${edits}\n`);
      return patched.isError ? patched.text : "written";
    },
    kill: () =>
      new Promise<void>((done) => {
        process.once("exit", () => done());
        process.kill("SIGKILL");
      }),
  };
}

const connectedId = async ({ agents }: { agents: Agents }, name: string) => {
  await expect.poll(() => agents.list().map((each) => each.name)).toContain(name);
  return agents.list().find((each) => each.name === name)?.id ?? "";
};

// The short run has the same of a server in one process: src/main/mcp/paused-agents.process.test.ts.
test.runIf(process.env["GALLEY_LONG"])(
  "an agent that is paused, killed and started again is rejected with and without the app, until the user allows it",
  async () => {
    const app = await startApp();
    const first = await startAgent("anna");
    expect(await first.write()).toBe("written");
    app.agents.setAccess(await connectedId(app, "anna"), "paused");
    expect(await first.write()).toContain("has paused this agent");
    await first.kill();
    const second = await startAgent("anna");
    expect(await second.write()).toContain("has paused this agent");
    // Another name is another agent.
    expect(await (await startAgent("ben")).write()).toBe("written");
    await app.quit();
    // The running process, and a new one, now use their own engine.
    expect(await second.write()).toContain("has paused this agent");
    await second.kill();
    const third = await startAgent("Anna");
    expect(await third.write()).toContain("has paused this agent");
    await third.kill();

    const later = await startApp();
    const [kept] = later.agents.kept();
    expect(kept).toMatchObject({ name: "anna", access: "paused", roots: [fixture.root] });
    later.agents.setAccess(kept?.id ?? "", "write");
    expect(await (await startAgent("anna")).write()).toBe("written");
    await later.quit();
    expect(await (await startAgent("anna")).write()).toBe("written");
  },
);

// In `npm test` with the app closed only: src/main/mcp/paused-agents.process.test.ts.
test.runIf(process.env["GALLEY_LONG"])(
  "an agent that is blocked is rejected in its process and in every new one, and continues when it is allowed",
  async () => {
    const app = await startApp();
    const first = await startAgent("anna");
    expect(await first.write()).toBe("written");
    const id = await connectedId(app, "anna");
    app.agents.cutOff(id);
    expect(app.agents.list()).toEqual([]);
    expect(await first.write()).toContain("has blocked this agent");
    const second = await startAgent("anna");
    expect(await second.write()).toContain("has blocked this agent");
    expect(app.agents.past().map(({ name, access }) => `${name} ${access}`)).toEqual(["anna blocked", "anna blocked"]);
    expect(app.agents.past().every(({ counts }) => counts.refused === 1)).toBe(true);
    await app.quit();
    expect(await second.write()).toContain("has blocked this agent");

    const later = await startApp();
    const third = await startAgent("anna");
    expect(await third.write()).toContain("has blocked this agent");
    later.agents.setAccess(later.agents.past()[0]?.id ?? "", "write");
    expect([await third.write(), await second.write()]).toEqual(["written", "written"]);
    expect(later.agents.list().map(({ name }) => name)).toContain("anna");
    await later.quit();
  },
);
