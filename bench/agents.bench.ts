/**
 * Sixteen agents, each with its own `galley mcp` in the environment that the MCP SDK gives it, edit one file as fast as they get answers, without and
 * with the app. How long each call takes, beside sixteen processes that only save: write, sync, rename, sync the folder, in turns.
 */
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "@modelcontextprotocol/client";
import { getDefaultEnvironment, StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect, test } from "@playwright/test";
import { electronProgram, project, start } from "../e2e/launch";
import { report } from "./figures";
import { startPlainSavers } from "./plain-saves";

const agents = 16;
const rounds = 3;
/** Edits of each agent in each round, and how many when it pauses. */
const edits = 15;
const pacedEdits = 20;
const path = "a.md";
const names = Array.from({ length: agents }, (_, index) => `agent ${String.fromCharCode(97 + index)}`);
const lineOf = ({ name, edits }: Pick<Editor, "name" | "edits">) => `${name} has made edit ${edits}.`;
const startText = names.map((name) => `${lineOf({ name, edits: 0 })}\n\nA paragraph beside it.\n`).join("\n");

/** Somebody who edits a line of the file, and how many edits were made. */
type Editor = { name: string; edits: number; replace(from: string, to: string): Promise<void> };

/** A call: when it was sent and when it was answered, in milliseconds. */
type Call = { asked: number; answered: number };

type Agent = Editor & { client: Client };

async function startAgent(root: string, home: string, name: string): Promise<Agent> {
  const client = new Client({ name, version: "1" });
  const program = [electronProgram, join(project, "out/main/cli.js"), "mcp", "--root", root];
  const env = { ...getDefaultEnvironment(), HOME: home };
  const args = ["ELECTRON_RUN_AS_NODE=1", ...program];
  await client.connect(new StdioClientTransport({ command: "env", args, env, stderr: "ignore" }));
  const replace = async (from: string, to: string) => {
    const patch = { action: "patch", path, old_text: from, new_text: to };
    const answer = await client.callTool({ name: "text_editor", arguments: patch }, { timeout: 60_000 });
    if (answer.isError) throw new Error(JSON.stringify(answer.content));
  };
  return { client, name, edits: 0, replace };
}

/** Edits the line of `editor` `count` times, about `pause` milliseconds apart. */
async function edit(editor: Editor, count: number, pause = 0): Promise<Call[]> {
  const calls: Call[] = [];
  for (let turn = 0; turn < count; turn++) {
    if (pause > 0) await sleep(pause * 2 * Math.random());
    const asked = performance.now();
    await editor.replace(lineOf(editor), lineOf({ ...editor, edits: editor.edits + 1 }));
    calls.push({ asked, answered: performance.now() });
    editor.edits++;
  }
  return calls;
}

const editAll = async (editors: readonly Editor[], count: number, pause = 0): Promise<Call[]> =>
  (await Promise.all(editors.map((editor) => edit(editor, count, pause)))).flat();

const durations = (calls: readonly Call[]): number[] => calls.map(({ asked, answered }) => answered - asked);

/** How many calls were answered after one that was sent more than `margin` milliseconds later. */
const overtaken = (calls: readonly Call[], margin: number): number =>
  calls.filter((call) => calls.some((other) => other.asked > call.asked + margin && other.answered < call.answered))
    .length;

function percentile(times: readonly number[], part: number): number {
  return [...times].sort((a, b) => a - b)[Math.ceil(times.length * part) - 1] ?? 0;
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
    const home = await mkdtemp(join(tmpdir(), "galley-bench-home-"));
    // Where a server without a variable of ours looks.
    const data = join(home, ".local/share/galley");
    await mkdir(data, { recursive: true, mode: 0o700 });
    await writeFile(join(root, path), startText);
    await writeFile(join(home, path), startText);
    const app = how === "without the app" ? null : await start({ root, data });
    await app?.open(path);
    const galley = await Promise.all(names.map((name) => startAgent(root, home, name)));
    const savers = await startPlainSavers(join(home, path), agents);
    const plain: Editor[] = savers.map(({ replace }, index) => ({ name: names[index] ?? "", edits: 0, replace }));
    // The first call of each server starts an engine.
    for (const editor of [...galley, ...plain]) await edit(editor, 1);
    const pids = [...galley.map(pidOf), app?.app.process().pid ?? 0];
    const saved: Call[] = [];
    // Sixteen processes that have just started compile what they run, all at once.
    const first = await editAll(galley, edits);
    const busy: Call[] = [];
    let processor = 0;
    for (let round = 0; round < rounds; round++) {
      saved.push(...(await editAll(plain, edits)));
      const before = await computed(pids);
      busy.push(...(await editAll(galley, edits)));
      processor += (await computed(pids)) - before;
    }
    const paced = await editAll(galley, pacedEdits, 500);

    await report(
      `An edit by 16 agents on one file, ${how}`,
      [
        { name: "a save by 16 processes that do nothing else, without a pause", runs: durations(saved) },
        { name: "an edit by 16 agents without a pause, their first 15 each", runs: durations(first) },
        { name: "an edit by 16 agents without a pause, afterwards", runs: durations(busy) },
        { name: "an edit by 16 agents, twice a second each", runs: durations(paced) },
      ],
      {
        wanted: "99 of 100 edits, twice a second each, within 250 ms",
        holds: () => percentile(durations(paced), 0.99) <= 250,
      },
    );
    const late = [saved, busy, paced, first].map((calls) => percentile(durations(calls), 0.99));
    const [least = 1, most = 0, apart = 0, early = 0] = late;
    const ms = (value: number) => `${value.toFixed(0)} ms`;
    console.log(
      `  99 of 100: plain saves ${ms(least)}, first edits ${ms(early)}, without a pause ${ms(most)}, twice a second ${ms(apart)}`,
    );
    console.log(`  99 of 100, beside plain saves: × ${(most / least).toFixed(2)} and × ${(apart / least).toFixed(2)}`);
    console.log(`  answered after one that was sent 250 ms later: ${overtaken(busy, 250)} of ${busy.length}`);
    console.log(`  computing for an edit, in all processes but the page: ${(processor / busy.length).toFixed(1)} ms\n`);

    if (app) await app.runMenuCommand("Save");
    const text = await readFile(join(root, path), "utf8");
    for (const editor of galley) expect(text).toContain(lineOf(editor));
    for (const { client } of galley) await client.close();
    for (const saver of savers) await saver.end();
    await app?.close();
    for (const each of [root, home]) await rm(each, { recursive: true, force: true, maxRetries: 5 });
  });
