/**
 * The registry of agents: a JSON file in the format of the Agent Client Protocol's own
 * (https://github.com/agentclientprotocol/registry, FORMAT.md). What it says is not trusted: entries that could mean something else on a command line
 * are left out.
 */
import { z } from "zod";
import { shownLine } from "./shown-text";

const MAX_AGENTS = 300;
const MAX_ARGUMENTS = 30;
const VERSION = /^[0-9][0-9A-Za-z.+-]{0,39}$/;
const COMMAND = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,79}$/;
/** Variables that decide what a program loads, or that mean something to Galley. */
const FORBIDDEN_VARIABLE = /^(?:PATH|NODE_OPTIONS|NODE_PATH|LD_.*|DYLD_.*|ELECTRON_.*|GALLEY_.*|PYTHON.*|npm_.*)$/i;

/** How an agent is obtained: a package of npm, a package of PyPI that `uv` installs, or by the user. */
export type Distribution =
  | {
      kind: "npm" | "uv";
      package: string;
      extras: string;
      version: string;
      command: string;
      isNamed: boolean;
      args: string[];
      env: Record<string, string>;
    }
  | { kind: "website" };

/** An agent of the registry; its texts are one line that is safe to show. */
export type RegistryAgent = {
  id: string;
  name: string;
  version: string;
  description: string;
  licence: string;
  /** An https address; null if there is none. */
  website: string | null;
  distribution: Distribution;
};

const started = z.looseObject({
  package: z.string().max(200),
  cmd: z.string().regex(COMMAND).optional(),
  args: z
    .array(
      z
        .string()
        .max(500)
        .regex(/^\P{Cc}*$/u),
    )
    .max(MAX_ARGUMENTS)
    .optional(),
  env: z.record(z.string(), z.string().max(1000)).optional(),
});
const entry = z.looseObject({
  id: z.string().regex(/^[a-z][a-z0-9-]{0,59}$/),
  name: z.string().min(1),
  version: z.string().regex(VERSION),
  description: z.string().optional(),
  license: z.string().optional(),
  website: z.string().optional(),
  repository: z.string().optional(),
  distribution: z.looseObject({ npx: started.optional(), uvx: started.optional() }),
});
const registry = z.looseObject({ agents: z.array(z.unknown()) });

/** The agents of a registry file that can be shown, in their order; null if it is not such a file. */
export function readRegistry(json: unknown): RegistryAgent[] | null {
  const read = registry.safeParse(json);
  if (!read.success) return null;
  const agents = new Map<string, RegistryAgent>();
  for (const each of read.data.agents.slice(0, MAX_AGENTS)) {
    const agent = agentOf(each);
    if (agent !== null && !agents.has(agent.id)) agents.set(agent.id, agent);
  }
  return [...agents.values()];
}

function agentOf(json: unknown): RegistryAgent | null {
  const read = entry.safeParse(json);
  if (!read.success) return null;
  const { id, version, distribution, ...about } = read.data;
  const name = shownLine(about.name, 60);
  if (name === "") return null;
  return {
    id,
    name,
    version,
    description: shownLine(about.description ?? "", 300),
    licence: shownLine(about.license ?? "", 60),
    website: webAddress(about.website) ?? webAddress(about.repository),
    distribution: npmPackage(distribution.npx, version) ?? uvPackage(distribution.uvx, version) ?? { kind: "website" },
  };
}

type Started = z.infer<typeof started> | undefined;

function npmPackage(given: Started, version: string): Distribution | null {
  const found = /^((?:@[a-z0-9~][a-z0-9._~-]*\/)?([a-z0-9~][a-z0-9._~-]*))(?:@([^@]*))?$/.exec(given?.package ?? "");
  if (given === undefined || found === null) return null;
  const [, name = "", bare = "", named = version] = found;
  if (!VERSION.test(named)) return null;
  return {
    kind: "npm",
    package: name,
    extras: "",
    version: named,
    command: given.cmd ?? bare,
    isNamed: given.cmd !== undefined,
    ...startOf(given),
  };
}

function uvPackage(given: Started, version: string): Distribution | null {
  const found = /^([A-Za-z0-9][A-Za-z0-9._-]*)(\[[A-Za-z0-9,._-]+\])?(?:(?:==|@)(.*))?$/.exec(given?.package ?? "");
  if (given === undefined || found === null) return null;
  const [, name = "", extras = "", named = version] = found;
  if (!VERSION.test(named)) return null;
  return {
    kind: "uv",
    package: name,
    extras,
    version: named,
    command: given.cmd ?? name,
    isNamed: given.cmd !== undefined,
    ...startOf(given),
  };
}

const startOf = ({ args = [], env = {} }: NonNullable<Started>) => ({
  args,
  env: Object.fromEntries(
    Object.entries(env)
      .filter(([name]) => /^[A-Za-z_][A-Za-z0-9_]{0,60}$/.test(name) && !FORBIDDEN_VARIABLE.test(name))
      .slice(0, 30),
  ),
});

function webAddress(text: string | undefined): string | null {
  if (text === undefined || text.length > 300 || !URL.canParse(text)) return null;
  const { protocol, username, password, href } = new URL(text);
  return protocol === "https:" && username === "" && password === "" ? href : null;
}
