/** The agents that run in Galley's panel, over the Agent Client Protocol: how each works offline with a local model, and how that model calls tools. */
import { join } from "node:path";
import { knownAgents } from "../../src/main/app/acp/known-agents";
import type { NewCall } from "./conversation";
import {
  claudeEnvironment,
  codexConfig,
  geminiEnvironment,
  geminiSettings,
  opencodeConfig,
  opencodeEnvironment,
  putConfig,
} from "./offline";

/** A file, and the words in it that an agent replaces. */
export type Replacement = { file: string; before: string; after: string };

export type PanelAgent = {
  /** As in the registry. */
  id: string;
  /** The names of the folder in the cache and of the package, and its version. */
  folder: string;
  title: string;
  packageName: string;
  version: string;
  /** A file that its installed folder has. */
  program: string;
  /** The mode that is chosen in the panel, where in the usual one a model decides that this server cannot stand in for. */
  mode?: string;
  /** The environment of the app that starts it; writes the agent's configuration into `home`. */
  prepare(home: string, modelUrl: string): Promise<Record<string, string>>;
  /** How its model calls a tool of Galley. */
  galley(tool: string, input: object): NewCall;
  /** Where it offers a server's tools only after its model has searched for them: that call. */
  search?: (tools: readonly string[]) => NewCall;
  /** The turns of a model that replaces words with the agent's own tools, which write the file without Galley. */
  byItself(wanted: Replacement): NewCall[][];
};

/** The turns of a model that replaces words with Galley's `text_editor`. */
export const withGalley = ({ galley, search }: PanelAgent, wanted: Replacement): NewCall[][] => [
  ...(search === undefined ? [] : [[search(["text_editor"])]]),
  [galley("text_editor", patch(wanted))],
];

const patch = ({ file, before, after }: Replacement) => ({
  action: "patch",
  path: file,
  old_text: before,
  new_text: after,
});

/** The commands that the registry names, in an installed folder. Two packages put a program in place when they are installed. */
const programs: Record<string, string> = {
  claude: "node_modules/.bin/claude-agent-acp",
  codex: "node_modules/.bin/codex-acp",
  gemini: "node_modules/.bin/gemini",
  opencode: "node_modules/.bin/opencode",
};

/** What is installed for an agent of the registry. */
function installed(id: string): Pick<PanelAgent, "id" | "folder" | "title" | "packageName" | "version" | "program"> {
  const agent = knownAgents.find((each) => each.id === id);
  if (!agent?.package) throw new Error(`The registry has no package for ${id}.`);
  const { name, version } = agent.package;
  return {
    id,
    folder: `panel-${id}-${version}`,
    title: agent.name,
    packageName: name,
    version,
    program: programs[id] ?? "",
  };
}

const claude: PanelAgent = {
  ...installed("claude"),
  async prepare(home, modelUrl) {
    // In its automatic mode a model, which this one cannot stand in for, decides what it may do.
    await putConfig(join(home, "claude"), "settings.json", JSON.stringify({ permissions: { defaultMode: "default" } }));
    return claudeEnvironment(join(home, "claude"), modelUrl);
  },
  galley: (tool, input) => ({ call: `mcp__galley__${tool}`, input }),
  search: (tools) => ({
    call: "ToolSearch",
    input: { query: `select:${tools.map((tool) => `mcp__galley__${tool}`).join(",")}`, max_results: 5 },
  }),
  byItself: ({ file, before, after }) => [
    [{ call: "Read", input: { file_path: file } }],
    [{ call: "Edit", input: { file_path: file, old_string: before, new_string: after } }],
  ],
};

const codex: PanelAgent = {
  ...installed("codex"),
  mode: "Read-only",
  async prepare(home, modelUrl) {
    await putConfig(join(home, "codex"), "config.toml", `${codexConfig(modelUrl).join("\n")}\n`);
    return { CODEX_HOME: join(home, "codex"), OPENAI_API_KEY: "none" };
  },
  galley: (tool, input) => ({ call: `mcp__galley/${tool}`, input }),
  search: (tools) => ({ call: "tool_search", input: { query: tools.join(" and ") } }),
  byItself: ({ file, before, after }) => [
    [
      {
        call: "apply_patch",
        input: { text: `*** Begin Patch\n*** Update File: ${file}\n@@\n-${before}\n+${after}\n*** End Patch\n` },
      },
    ],
  ],
};

const gemini: PanelAgent = {
  ...installed("gemini"),
  async prepare(home, modelUrl) {
    await putConfig(join(home, ".gemini"), "settings.json", JSON.stringify(geminiSettings));
    return geminiEnvironment(modelUrl);
  },
  galley: (tool, input) => ({ call: `mcp_galley_${tool}`, input }),
  byItself: ({ file, before, after }) => [
    [
      {
        call: "replace",
        input: { file_path: file, old_string: before, new_string: after, instruction: `Replace ${before}` },
      },
    ],
  ],
};

const opencode: PanelAgent = {
  ...installed("opencode"),
  async prepare(home, modelUrl) {
    const config = {
      ...opencodeConfig(modelUrl),
      permission: { edit: "ask" },
    };
    await putConfig(join(home, ".config/opencode"), "opencode.json", JSON.stringify(config));
    return opencodeEnvironment;
  },
  galley: (tool, input) => ({ call: `galley_${tool}`, input }),
  byItself: ({ file, before, after }) => [
    [{ call: "read", input: { filePath: file } }],
    [{ call: "edit", input: { filePath: file, oldString: before, newString: after } }],
  ],
};

export const panelAgents: readonly PanelAgent[] = [claude, codex, gemini, opencode];
