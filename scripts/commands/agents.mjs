import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { inProject, printLine } from "../set-up/project.mjs";
import { readyBuild, readyElectron } from "../set-up/ready.mjs";
import { runCommand } from "../set-up/run-command.mjs";
import { play } from "./playwright.mjs";

/** Where the agents are installed: outside the project, in one folder a version. */
const cache = () => process.env.GALLEY_AGENTS ?? join(homedir(), ".cache", "galley", "agents");

/**
 * Installs real agents (Claude Code, Codex, Gemini CLI, opencode) from npm, pinned, runs each with Galley and a local model, first as a client of its
 * MCP server and then in its panel, and writes docs/agents.md from the requests that they send. Arguments: names of agents, to run only those as clients, the page is not changed
 * then; or `panel`, to run only those in the panel.
 */
export async function run(args) {
  const electron = await readyElectron({ windows: "none" });
  await readyBuild();
  const child = (module, ...given) =>
    runCommand(
      [
        electron,
        "--no-warnings",
        "--experimental-transform-types",
        inProject("src/main/engine/testing/run-ts.mjs"),
        inProject("bench/agents", module),
        ...given,
      ],
      { output: "kept", env: { ELECTRON_RUN_AS_NODE: "1", GALLEY_NODE: process.execPath } },
    );
  const { clients, panel } = JSON.parse((await child("list.child.ts")).printed);
  if (args[0] === "panel") {
    const code = await runPanel(panel);
    return code || (await child("write-page.child.ts")).code;
  }
  const results = mkdtempSync(join(tmpdir(), "galley-agents-"));
  const found = [];
  for (const client of clients.filter(({ name }) => args.length === 0 || args.includes(name))) {
    const folder = join(cache(), `${client.name}-${client.version}`);
    const problem = await install(client, folder);
    if (problem) {
      found.push(`${client.name}=${problem}`);
      continue;
    }
    printLine(`${client.name} ${client.version} …`);
    const { code, printed } = await child(
      "run.child.ts",
      client.name,
      folder,
      inProject("bin/galley"),
      join(folder, "requests.log"),
    );
    const figures = join(results, `${client.name}.json`);
    const json = printed.slice(printed.indexOf('{"name"'));
    if (code === 0) writeFileSync(figures, json);
    else printLine(printed);
    found.push(code === 0 ? figures : `${client.name}=${printed.trim().split("\n").at(-1)}`);
  }
  if (args.length > 0) return 0;
  const panelCode = await runPanel(panel);
  const { code, printed } = await child("write-page.child.ts", ...found);
  rmSync(results, { recursive: true });
  printLine(code === 0 ? "docs/agents.md written." : printed);
  return code || panelCode;
}

/** Installs the agents of the panel, and runs them in the real app; each leaves its figures in out/agents. Returns the exit code. */
async function runPanel(agents) {
  rmSync(inProject("out", "agents"), { recursive: true, force: true });
  for (const agent of agents) {
    const problem = await install(agent, join(cache(), agent.folder));
    if (problem) printLine(`${agent.packageName} ${problem}`);
  }
  return play(["--project=agents", "--workers=1"]);
}

/** Installs a client unless it is there. Returns the reason if it cannot be installed. */
async function install({ packageName, version, program }, folder) {
  if (existsSync(join(folder, program))) return undefined;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{"private":true}\n');
  printLine(`Installing ${packageName} ${version} …`);
  const npm = [
    "npm",
    "install",
    "--no-audit",
    "--no-fund",
    "--save-exact",
    "--prefix",
    folder,
    `${packageName}@${version}`,
  ];
  // Run by npm, this command hands on the project's rule that packages run no scripts. Two agents put their program in place with one: theirs alone runs.
  const rebuild = ["npm", "rebuild", "--ignore-scripts=false", "--prefix", folder, packageName];
  for (const command of [npm, rebuild]) {
    const { code, printed } = await runCommand(command, { output: "kept" });
    if (code === 0 && existsSync(join(folder, program))) continue;
    rmSync(folder, { recursive: true });
    return `could not be installed: ${printed.trim().split("\n").at(-1)}`;
  }
  return undefined;
}
