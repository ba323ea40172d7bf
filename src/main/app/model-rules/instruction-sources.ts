/**
 * Which files each agent takes instructions and settings from when it is started in a folder, as the agents' own documentation and programs have it. The files
 * of the user's home are the user's own, and are not listed.
 */

/** Paths are relative to the folder that has them, with `/`. */
export type InstructionSources = {
  /** Looked for in the folder and in those above it. */
  files: readonly string[];
  /** Read also in folders below, when the agent works there. */
  below: readonly string[];
  /** Folders of which every file counts. They are looked for in the folder, and above it up to the root of the repository. */
  folders: readonly string[];
  /** What agents store in these folders themselves: nothing of it instructs them. */
  stores: readonly string[];
  /** How far above the folder `files` are looked for: to the root of its repository, or to the user's home. */
  above: "repository" | "home";
  /** Whether `@path` in a file of `below` reads another file. */
  hasImports: boolean;
  /** Files because of which programs may run. */
  programs: RegExp;
};

const claude: InstructionSources = {
  files: ["CLAUDE.md", "CLAUDE.local.md", "AGENTS.md", ".mcp.json"],
  below: ["CLAUDE.md", "CLAUDE.local.md", "AGENTS.md"],
  folders: [".claude"],
  stores: [".claude/worktrees", ".claude/plans"],
  above: "home",
  hasImports: true,
  programs: /^(?:\.mcp\.json|\.claude\/(?:settings(?:\.local)?\.json|scheduled_tasks\.json|(?:hooks|workflows)\/.*))$/,
};

const codex: InstructionSources = {
  files: ["AGENTS.override.md", "AGENTS.md"],
  below: [],
  folders: [".codex", ".agents"],
  stores: [],
  above: "repository",
  hasImports: false,
  programs: /^\.codex\/(?:config\.toml|hooks\.json|(?:hooks|rules)\/.*)$/,
};

const gemini: InstructionSources = {
  files: ["GEMINI.md", ".env"],
  below: ["GEMINI.md"],
  folders: [".gemini", ".agents"],
  stores: [".gemini/tmp", ".gemini/plans", ".gemini/worktrees"],
  above: "home",
  hasImports: true,
  // Variables of the environment can name programs, too.
  programs: /^(?:\.env|\.gemini\/(?:\.env|settings\.json|(?:hooks|extensions|policies)\/.*))$/,
};

const opencode: InstructionSources = {
  files: ["AGENTS.md", "CLAUDE.md", "CONTEXT.md", "opencode.json", "opencode.jsonc"],
  below: ["AGENTS.md", "CLAUDE.md"],
  folders: [".opencode", ".claude/skills", ".agents/skills"],
  stores: [".opencode/node_modules"],
  above: "home",
  hasImports: false,
  programs: /^(?:opencode\.jsonc?|\.opencode\/(?:opencode\.jsonc?|package\.json|(?:plugins?|tools?)\/.*))$/,
};

const others: InstructionSources = {
  files: ["AGENTS.md"],
  below: [],
  folders: [".agents"],
  stores: [],
  above: "repository",
  hasImports: false,
  programs: /^$/,
};

const known: Readonly<Record<string, InstructionSources>> = { claude, codex, gemini, opencode };

/** By the id of an agent that Galley knows; null for any other. */
export const sourcesOf = (agent: string | null): InstructionSources =>
  (agent === null || !Object.hasOwn(known, agent) ? null : known[agent]) ?? others;

const script = /\.(?:sh|bash|zsh|fish|py|js|mjs|cjs|ts|mts|rb|pl|lua|ps1|bat|cmd|exe|jar)$/i;
/** Hooks in the header of a skill, command or agent, and lines of a shell that are replaced by what they print. */
const runsInText = /^\s*hooks\s*:|!`|!\{/m;

/** Whether an agent may run programs because of a file; `text` is its text if it has one. */
export const canRunPrograms = ({ programs }: InstructionSources, path: string, text: string): boolean =>
  programs.test(path) || (path.includes("/") && (script.test(path) || runsInText.test(text)));
