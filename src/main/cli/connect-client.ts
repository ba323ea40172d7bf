/** `galley connect`: shows what changes in a client's configuration, asks, and writes it. */
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { parseToolSets, toolSets } from "../../core/tools/tool-sets";
import type { ClientId, ConnectScope } from "../connect/client-ids";
import { clientOf, clients } from "../connect/clients";
import { ConfigError } from "../connect/config-error";
import {
  type ConfigChange,
  type ConnectTarget,
  connect,
  connectionOf,
  disconnect,
  planConnection,
  planHooks,
  planHooksUndo,
  planSkill,
  planSkillUndo,
  planUndo,
} from "../connect/connection";
import { stableCommand } from "../connect/stable-command";
import { paintDiff, painter } from "./colour";
import { type CommandContext, CommandError, exitCode, type OptionValues, UsageError } from "./command";
import { canAsk, confirm } from "./confirm";
import { outputFormat } from "./output-format";
import { dataDirOf, rootsOf } from "./shared-options";

/** Connects a client, or takes that back. Returns the exit code. */
export async function connectClient(ctx: CommandContext, client: ClientId): Promise<number> {
  const { values } = ctx;
  if (values["skill"] === true && clientOf(client).skill === undefined)
    throw new UsageError("--skill is for claude: of the other clients Galley knows no folder for skills.");
  const roots = await rootsOf(values);
  const scope = values["project"] === true ? "project" : "user";
  const place: ConnectTarget = { client, scope, context: contextOf(roots) };
  try {
    return await (values["undo"] === true ? undo(ctx, place) : write(ctx, place, roots));
  } catch (error) {
    throw error instanceof ConfigError ? new CommandError(error.message) : error;
  }
}

const contextOf = (roots: readonly string[]): ConnectTarget["context"] => ({
  home: homedir(),
  project: roots[0] ?? process.cwd(),
  platform: process.platform === "win32" || process.platform === "darwin" ? process.platform : "linux",
  env: process.env,
});

/** The arguments with which the client starts Galley. */
function serverArgs(values: OptionValues, roots: readonly string[]): string[] {
  const { tools } = values;
  const sets = typeof tools === "string" ? parseToolSets(tools) : undefined;
  if (sets === null)
    throw new UsageError(`--tools takes ${toolSets.join(", ")}, separated by commas, not ${JSON.stringify(tools)}.`);
  return [
    "mcp",
    ...roots.flatMap((root) => ["--root", root]),
    ...(sets === undefined ? [] : ["--tools", sets.join(",")]),
    ...dataArgs(values),
  ];
}

/** Clients start programs almost without an environment, so a data folder of our own is named. */
function dataArgs({ data }: OptionValues): string[] {
  const dataDir = typeof data === "string" ? data : process.env["GALLEY_DATA"];
  return dataDir === undefined || dataDir === "" ? [] : ["--data", resolve(dataDir)];
}

async function write(ctx: CommandContext, place: ConnectTarget, roots: readonly string[]): Promise<number> {
  const [command = "galley", ...before] = ownCommand();
  const args = [...before, ...serverArgs(ctx.values, roots)];
  const planned = [await planConnection(place, { command, args })];
  const skill = ctx.values["skill"] === true ? await planSkill(place) : null;
  if (skill !== null) planned.push(skill);
  const hooks =
    ctx.values["no-hook"] === true
      ? null
      : await planHooks(place, { command, args: [...before, "hook", place.client, ...dataArgs(ctx.values)] });
  if (hooks !== null) planned.push(hooks);
  const { title, hint } = clientOf(place.client);
  return carryOut(ctx, planned, {
    nothing: `${title} is already connected in ${planned[0]?.path}. Nothing was changed.`,
    question: planned.length > 1 ? "Write these changes?" : "Write this change?",
    done: hint,
    apply: async (change, dataDir) => (await connect(change, dataDir)).backup,
  });
}

async function undo(ctx: CommandContext, place: ConnectTarget): Promise<number> {
  const dataDir = dataDirOf(ctx.values);
  const skill = await planSkillUndo(place, dataDir);
  const hooks = ctx.values["skill"] === true ? null : await planHooksUndo(place, dataDir);
  const planned: ConfigChange[] = [];
  try {
    if (ctx.values["skill"] !== true) planned.push(await planUndo(place, dataDir));
  } catch (error) {
    if ((skill ?? hooks) === null || !(error instanceof ConfigError)) throw error;
    ctx.complain(error.message);
  }
  // The last one first: the first to make a folder removes it.
  if (hooks !== null) planned.push(hooks);
  if (skill !== null) planned.push(skill);
  return carryOut(ctx, planned, {
    nothing: "Galley has installed no skill there, so there is nothing to take back.",
    question: planned.length > 1 ? "Take these changes back?" : "Take this change back?",
    done: "",
    apply: async (change, folder) => {
      await disconnect(change, folder);
      return null;
    },
  });
}

type Carrying = {
  nothing: string;
  question: string;
  done: string;
  /** Returns where the file as it was is kept. */
  apply(change: ConfigChange, dataDir: string): Promise<string | null>;
};

/** Shows the changes, asks, and writes them. */
async function carryOut(
  ctx: CommandContext,
  planned: readonly ConfigChange[],
  { nothing, question, done, apply }: Carrying,
): Promise<number> {
  const { values, print } = ctx;
  const isText = outputFormat(values) === "text";
  const paint = painter(values);
  const due = planned.filter(({ before, after }) => before !== after);
  const isAgreed = values["yes"] === true;
  if (isText) for (const each of due) await print(`${describe(each, paint)}\n`);
  const isMeant = due.length > 0 && (isAgreed || (isText && canAsk() && (await confirm(question))));
  const rows: { path: string; kind: string; status: string; diff: string; backup: string | null }[] = [];
  for (const each of planned) {
    const { path, kind, diff } = each;
    const isDue = due.includes(each);
    const backup = isDue && isMeant ? await apply(each, dataDirOf(values)) : null;
    rows.push({ path, kind, status: isDue ? (isMeant ? "written" : "not written") : "unchanged", diff, backup });
  }
  if (!isText) await print(`${JSON.stringify({ changes: rows }, null, 2)}\n`);
  if (due.length === 0) {
    if (isText) await print(`${nothing}\n`);
    return exitCode.ok;
  }
  if (!isMeant) {
    ctx.complain(
      canAsk() && isText ? "Nothing was written." : "Nothing was written: add --yes, or run it in a terminal.",
    );
    return exitCode.failed;
  }
  if (isText) {
    for (const { path, backup, status } of rows)
      if (status === "written")
        await print(`Written: ${path}${backup === null ? "" : paint("faint", `  (before: ${backup})`)}\n`);
    if (done !== "") await print(`${done}\n`);
  }
  return exitCode.ok;
}

function describe({ path, before, after, diff, kind }: ConfigChange, paint: ReturnType<typeof painter>): string {
  if (after === null) return `${paint("heading", path)} is removed: Galley made it.`;
  if (kind === "skill" && before === null)
    return `${paint("heading", path)} is new: Galley's skill, ${after.split("\n").length - 1} lines.`;
  return paintDiff(diff.trimEnd(), paint);
}

/** Lists which clients are connected, for the user and for the project. */
export async function listClients({ values, print }: CommandContext): Promise<number> {
  const roots = await rootsOf(values);
  const context = contextOf(roots);
  const rows: { client: ClientId; scope: ConnectScope; path: string | null; connected: boolean; problem?: string }[] =
    [];
  for (const { id: client } of clients)
    for (const scope of ["user", "project"] as const)
      try {
        const { path, entry } = await connectionOf({ client, scope, context });
        rows.push({ client, scope, path, connected: entry !== null });
      } catch (error) {
        if (!(error instanceof ConfigError)) throw error;
        rows.push({ client, scope, path: null, connected: false, problem: error.message });
      }
  if (outputFormat(values) === "json") {
    await print(`${JSON.stringify({ clients: rows }, null, 2)}\n`);
    return exitCode.ok;
  }
  const paint = painter(values);
  for (const { client, scope, path, connected, problem } of rows) {
    const state =
      problem !== undefined
        ? paint("warning", "unreadable")
        : connected
          ? paint("added", "connected ")
          : paint("faint", "-         ");
    await print(`${paint("name", client.padEnd(9))} ${scope.padEnd(8)} ${state} ${problem ?? path}\n`);
  }
  return exitCode.ok;
}

/** The command that starts this very `galley` again, from anywhere and after a restart: a program's absolute path and its arguments. */
function ownCommand(): string[] {
  const { platform, env, execPath } = process;
  const home = homeOf(import.meta.dirname);
  if (home === null) throw new CommandError("The folder that Galley is installed in was not found.");
  return stableCommand({
    isPackaged: basename(home) === "app.asar.unpacked",
    platform: platform === "win32" || platform === "darwin" ? platform : "linux",
    home,
    resources: dirname(home),
    program: env["GALLEY_APP"] ?? execPath,
    env,
  });
}

/** The folder that holds `out/main/cli.js`, whichever part of the bundle this is. */
function homeOf(from: string): string | null {
  for (let at = from; ; at = dirname(at)) {
    if (existsSync(join(at, "out", "main", "cli.js"))) return at;
    if (at === dirname(at)) return null;
  }
}
