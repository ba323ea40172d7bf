/**
 * Sixteen agents, each with its own `galley mcp`, that edit one file as fast as they get answers, without and with the app: how long each call takes,
 * compared with as many calls of one agent, one after the other.
 */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect, test } from "@playwright/test";
import { cleanEnv, electronProgram, project, start } from "../e2e/launch";
import { report } from "./figures";

const agents = 16;
const edits = 40;
const path = "a.md";
const names = Array.from({ length: agents }, (_, index) => `agent ${String.fromCharCode(97 + index)}`);
const lineOf = ({ name, edits }: Pick<Agent, "name" | "edits">) => `${name} has made edit ${edits}.`;

async function server(root: string, data: string, name: string): Promise<Client> {
  const client = new Client({ name, version: "1" });
  const args = [join(project, "out/main/cli.js"), "mcp", "--root", root];
  const env = cleanEnv({ ELECTRON_RUN_AS_NODE: "1", GALLEY_DATA: data });
  await client.connect(new StdioClientTransport({ command: electronProgram, args, env, stderr: "ignore" }));
  return client;
}

/** An agent, and how many edits it has made to its own line. */
type Agent = { client: Client; name: string; edits: number };

/** Edits the agent's line `count` times, about `pause` milliseconds apart. Returns how long each call took. */
async function edit(agent: Agent, count: number, pause = 0): Promise<number[]> {
  const times: number[] = [];
  for (let turn = 0; turn < count; turn++) {
    if (pause > 0) await sleep(pause * 2 * Math.random());
    const [old_text, new_text] = [lineOf(agent), lineOf({ ...agent, edits: agent.edits + 1 })];
    const asked = performance.now();
    const given = { action: "patch", path, old_text, new_text };
    const answer = await agent.client.callTool({ name: "text_editor", arguments: given }, { timeout: 60_000 });
    times.push(performance.now() - asked);
    if (answer.isError) throw new Error(JSON.stringify(answer.content));
    agent.edits++;
  }
  return times;
}

/** Milliseconds of processor time that processes have used so far. 0 outside Linux. */
async function computed(pids: readonly number[]): Promise<number> {
  const stats = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/stat`, "utf8").catch(() => "")));
  const fields = stats.filter((stat) => stat !== "").map((stat) => stat.slice(stat.lastIndexOf(")")).split(" "));
  return fields.reduce((sum, [, , , , , , , , , , , , user, system]) => sum + 10 * (Number(user) + Number(system)), 0);
}

const pidOf = ({ client: { transport } }: Agent): number =>
  (transport instanceof StdioClientTransport ? transport.pid : null) ?? 0;

for (const how of ["without the app", "while the app shows it"] as const)
  test(`sixteen agents on one file, ${how}`, async () => {
    const root = await mkdtemp(join(process.env["GALLEY_BENCH"] ?? tmpdir(), "galley-bench-"));
    const data = await mkdtemp(join(tmpdir(), "galley-bench-data-"));
    const lines = names.map((name) => `${lineOf({ name, edits: 0 })}\n\nA paragraph beside it.\n`);
    await writeFile(join(root, path), lines.join("\n"));
    const app = how === "without the app" ? null : await start({ root, data });
    await app?.open(path);
    const all = await Promise.all(
      names.map(async (name): Promise<Agent> => ({ name, client: await server(root, data, name), edits: 0 })),
    );
    // The first call of each server starts an engine.
    for (const agent of all) await edit(agent, 1);
    const pids = [...all.map(pidOf), app?.app.process().pid ?? 0];
    const began = await computed(pids);
    const one = all[0] as Agent;
    const alone = await edit(one, agents * edits);
    const between = await computed(pids);
    const busy = (await Promise.all(all.map((agent) => edit(agent, edits)))).flat();
    const ended = await computed(pids);
    const paced = (await Promise.all(all.map((agent) => edit(agent, edits / 2, 500)))).flat();

    await report(
      `An edit by 16 agents on one file, ${how}`,
      [
        { name: "16 edits of one agent, one after the other", runs: sumsOf(alone) },
        { name: "an edit while 16 edit without a pause", runs: busy },
        { name: "an edit while 16 edit twice a second each", runs: paced },
      ],
      "99 of 100 wait at most 250 ms longer than their own edit takes, on a machine that does nothing else",
    );
    const [own, both] = [between - began, ended - between].map((ms) => (ms / alone.length).toFixed(1));
    const late = [alone, busy, paced].map((times) => percentile(times, 0.99).toFixed(0));
    console.log(`  99 of 100: alone ${late[0]} ms, without a pause ${late[1]} ms, twice a second ${late[2]} ms`);
    console.log(`  computing for an edit, in all processes but the page: alone ${own} ms, among sixteen ${both} ms\n`);

    if (app) await app.runMenuCommand("Save");
    const text = await readFile(join(root, path), "utf8");
    for (const agent of all) expect(text).toContain(lineOf(agent));
    for (const { client } of all) await client.close();
    await app?.close();
    for (const each of [root, data]) await rm(each, { recursive: true, force: true, maxRetries: 5 });
  });

const sumsOf = (times: readonly number[]): number[] =>
  Array.from({ length: times.length / agents }, (_, index) =>
    times.slice(index * agents, (index + 1) * agents).reduce((sum, ms) => sum + ms, 0),
  );

function percentile(times: readonly number[], part: number): number {
  return [...times].sort((a, b) => a - b)[Math.ceil(times.length * part) - 1] ?? 0;
}
