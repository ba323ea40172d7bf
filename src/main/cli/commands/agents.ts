import { resolve } from "node:path";
import { printableName } from "../../../core/text/printable-name";
import type { HeldAgent, HeldAgents } from "../../engine/documents";
import { painter } from "../colour";
import { type Command, type CommandContext, CommandError, exitCode, UsageError } from "../command";
import { canAsk, confirm } from "../confirm";
import { formatHelp, outputFormat } from "../output-format";
import { isAppRunning } from "../running-app";
import { dataDirOf, folderOptionHelp, folderOptions, rootsOf } from "../shared-options";

// Imported when needed, since most commands need no part of it.
const loadDocuments = () => import("../../engine/documents");

type Access = HeldAgent["access"];

const options = { ...folderOptions, format: { type: "string" } } as const;

const shown: Record<Access, string> = {
  write: "read and write",
  read: "read only",
  paused: "paused",
  blocked: "blocked",
};

const list: Command = {
  name: "agents",
  takes: "",
  summary: "List what you allow agents.",
  details: `Each agent for which you made a decision, with its permission, its folders and the time of the decision. Every other agent may read and write.

  galley agents
  galley agents pause "Claude Code"
  galley agents allow --all`,
  options: { data: { type: "string" }, format: { type: "string" } },
  optionHelp: { ...formatHelp, "data DIR": folderOptionHelp["data DIR"] },
  arity: [0, 0],
  async run(ctx) {
    const { isAllPaused, agents } = await stored(dataDirOf(ctx.values));
    const newest = agents.toReversed();
    if (outputFormat(ctx.values) === "json") {
      await ctx.print(`${JSON.stringify({ all_paused: isAllPaused, agents: newest }, null, 2)}\n`);
      return exitCode.ok;
    }
    const paint = painter(ctx.values);
    if (isAllPaused) await ctx.print(`${paint("warning", "All agents are paused.")}\n`);
    if (newest.length === 0) await ctx.print("You have limited no agent.\n");
    for (const { name, access, events, roots, isHttp } of newest) {
      const last = events[0] === undefined ? "" : `since ${events[0].at.slice(0, 16).replace("T", " ")}`;
      const where = [...roots, ...(isHttp ? ["over HTTP"] : [])].map(printableName).join(", ");
      const style = access === "write" ? "added" : access === "blocked" ? "removed" : "warning";
      await ctx.print(`${paint("name", printableName(name))}  ${paint(style, shown[access])}  ${last}  ${where}\n`);
    }
    return exitCode.ok;
  },
};

const decide = (name: string, access: Access, summary: string, details: string): Command => ({
  name: `agents ${name}`,
  takes: access === "paused" || access === "write" ? "NAME | --all" : "NAME",
  summary,
  details: `${details} NAME is what the agent calls itself, as galley agents and the app show it. The decision is kept for this name in these folders.`,
  options: {
    ...options,
    yes: { type: "boolean", short: "y" },
    ...(access === "paused" || access === "write" ? ({ all: { type: "boolean" } } as const) : {}),
  },
  optionHelp: {
    ...(access === "paused" ? { all: "Every agent outside Galley, in all folders." } : {}),
    ...(access === "write" ? { all: "End the pause of all agents. What you decided about single ones stays." } : {}),
    "root DIR":
      "Only in this folder; may be repeated. Default: wherever you have decided about this name, else this folder.",
    "yes, -y": "Do not ask.",
    ...formatHelp,
    "data DIR": folderOptionHelp["data DIR"],
  },
  arity: [0, 1],
  run: (ctx) => run(ctx, access),
});

/** `galley agents …`: what the user allows agents, in `agents.json` of the data folder. */
export const agentsCommands: readonly Command[] = [
  decide("allow", "write", "Allow an agent to read and write.", "Lifts what you decided before."),
  decide("read-only", "read", "Let an agent only read.", "Its writes are rejected."),
  decide("pause", "paused", "Pause an agent, or all.", "Its calls are rejected until you allow it again."),
  decide(
    "block",
    "blocked",
    "Block an agent.",
    "Its calls are rejected until you allow it again, however it connects.",
  ),
  list,
];

async function run(ctx: CommandContext, access: Access): Promise<number> {
  const { values, positionals, print } = ctx;
  const isText = outputFormat(values) === "text";
  const [name] = positionals;
  const isAll = values["all"] === true;
  if (isAll === (name !== undefined)) throw new UsageError("Name one agent, or give --all.");
  const dataDir = dataDirOf(values);
  const now = await stored(dataDir);
  const [{ heldAgentsPath, withDecision }, { replaceFile }] = await Promise.all([
    loadDocuments(),
    import("../../connect/replace-file"),
  ]);
  if (await isAppRunning(values, false))
    throw new CommandError("Galley is running: change it there, under Agents and Activity. Nothing was changed.");
  const here = await rootsOf(values);
  const roots = values["root"] === undefined ? null : here.map((root) => resolve(root));
  const next: HeldAgents = isAll
    ? { ...now, isAllPaused: access === "paused" }
    : withDecision(now, { name: name ?? "", roots, fallbackRoots: here }, access, new Date().toISOString());
  const who = isAll ? "All agents" : printableName(name ?? "");
  // Taking rights away needs no question; giving them does, since agents can start programs, too.
  const isLess = access === "paused" || access === "blocked";
  if (!isLess && values["yes"] !== true && !(isText && canAsk() && (await confirm(`${who}: ${shown[access]}?`)))) {
    ctx.complain(
      canAsk() && isText ? "Nothing was changed." : "Nothing was changed: add --yes, or run it in a terminal.",
    );
    return exitCode.failed;
  }
  await replaceFile(heldAgentsPath(dataDir), `${JSON.stringify(next, null, 2)}\n`, 0o600);
  const ended = isAll && access === "write" ? "no longer paused" : shown[access];
  await print(isText ? `${who}: ${ended}.\n` : `${JSON.stringify({ agent: name ?? null, access }, null, 2)}\n`);
  return exitCode.ok;
}

async function stored(dataDir: string): Promise<HeldAgents> {
  const { heldAgentsPath, readHeldAgents } = await loadDocuments();
  const path = heldAgentsPath(dataDir);
  const file = readHeldAgents(path);
  if (file.status === "read") return file.value;
  throw new CommandError(
    `${path} cannot be read, so all agents are paused. Open Galley, which keeps it aside and starts a new one.`,
  );
}
