/**
 * The registry of agents: a JSON file in the format of the Agent Client Protocol's own
 * (https://github.com/agentclientprotocol/registry, FORMAT.md). What it says is not trusted: of what would run only a package of npm in exactly one
 * version, the name of a program in it and plain arguments are taken. Anything else is listed with its website.
 */
import { z } from "zod";
import { shownLine } from "./shown-text";

const MAX_AGENTS = 300;
const MAX_ARGUMENTS = 30;
const VERSION = /^\d{1,10}\.\d{1,10}\.\d{1,10}(?:-[0-9A-Za-z.-]{1,40})?(?:\+[0-9A-Za-z.-]{1,40})?$/;
const COMMAND = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,79}$/;
/** Without what a shell understands: programs of npm are started by one on Windows. */
const ARGUMENT = /^[A-Za-z0-9_.,:=@/+-]{0,200}$/;

const npmPackage = z.object({
  package: z.string().regex(/^(?:@[a-z0-9~][a-z0-9._~-]{0,80}\/)?[a-z0-9~][a-z0-9._~-]{0,100}$/),
  version: z.string().regex(VERSION),
  /** The program; null for the one that is named like the package, or its only one. */
  command: z.string().regex(COMMAND).nullable(),
  args: z.array(z.string().regex(ARGUMENT)).max(MAX_ARGUMENTS),
});

/** A package of npm, and how a program of it is started. */
export type NpmPackage = z.infer<typeof npmPackage>;

/** An agent as it is stored: its texts are one line that is safe to show. */
export const registryAgent = z.object({
  id: z.string().regex(/^[a-z][a-z0-9-]{0,59}$/),
  name: z.string().min(1).max(100),
  version: z.string().max(60),
  description: z.string().max(400),
  licence: z.string().max(100),
  /** An https address. */
  website: z.string().max(300).startsWith("https://").nullable(),
  /** Null if Galley cannot install it. */
  npm: npmPackage.nullable(),
});

/** An agent of the registry. */
export type RegistryAgent = z.infer<typeof registryAgent>;

const listedAgent = z.looseObject({
  id: z.string(),
  name: z.string(),
  version: z.string(),
  description: z.string().optional(),
  license: z.string().optional(),
  website: z.string().optional(),
  repository: z.string().optional(),
  distribution: z.looseObject({
    npx: z
      .looseObject({ package: z.string(), cmd: z.string().optional(), args: z.array(z.string()).optional() })
      .optional()
      .catch(undefined),
  }),
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
  const read = listedAgent.safeParse(json);
  if (!read.success) return null;
  const { id, name, version, description = "", license = "", website, repository, distribution } = read.data;
  const agent = registryAgent.safeParse({
    id,
    name: shownLine(name, 60),
    version: shownLine(version, 40),
    description: shownLine(description, 300),
    licence: shownLine(license, 60),
    website: webAddress(website) ?? webAddress(repository),
    npm: packageOf(distribution.npx, version),
  });
  return agent.success ? agent.data : null;
}

function packageOf(
  given: { package: string; cmd?: string | undefined; args?: string[] | undefined } | undefined,
  version: string,
): NpmPackage | null {
  if (given === undefined) return null;
  const at = given.package.lastIndexOf("@");
  const [name, named] = at > 0 ? [given.package.slice(0, at), given.package.slice(at + 1)] : [given.package, version];
  const read = npmPackage.safeParse({
    package: name,
    version: named,
    command: given.cmd ?? null,
    args: given.args ?? [],
  });
  return read.success ? read.data : null;
}

function webAddress(text: string | undefined): string | null {
  if (text === undefined || text.length > 300 || !URL.canParse(text)) return null;
  const { protocol, username, password, href } = new URL(text);
  return protocol === "https:" && username === "" && password === "" && href.length <= 300 ? href : null;
}
