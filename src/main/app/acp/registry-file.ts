/**
 * The registry of agents: a JSON file in the format of the Agent Client Protocol's own
 * (https://github.com/agentclientprotocol/registry, FORMAT.md). What it says is not trusted: of what would run only a package of npm or of PyPI in exactly
 * one version, or an archive with this computer's program, the name of the program in it and plain arguments are taken. Anything else is listed with its website.
 */
import { z } from "zod";
import { MAX_REGISTRY_AGENTS, MAX_REGISTRY_ARGUMENTS } from "../core/limits";
import { shownLine } from "./shown-text";

const VERSION = /^\d{1,10}\.\d{1,10}\.\d{1,10}(?:-[0-9A-Za-z.-]{1,40})?(?:\+[0-9A-Za-z.-]{1,40})?$/;
const COMMAND = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,79}$/;
/** Without what a shell understands: programs of npm are started by one on Windows. */
const ARGUMENT = /^[A-Za-z0-9_.,:=@/+-]{0,200}$/;

const npmPackage = z.object({
  package: z.string().regex(/^(?:@[a-z0-9~][a-z0-9._~-]{0,80}\/)?[a-z0-9~][a-z0-9._~-]{0,100}$/),
  version: z.string().regex(VERSION),
  /** The program; null for the one that is named like the package, or its only one. */
  command: z.string().regex(COMMAND).nullable(),
  args: z.array(z.string().regex(ARGUMENT)).max(MAX_REGISTRY_ARGUMENTS),
});

const pythonPackage = z.object({
  package: z.string().regex(/^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,98}[A-Za-z0-9])?(?:\[[A-Za-z0-9._,-]{1,60}\])?$/),
  version: z.string().regex(/^\d{1,10}(?:\.\d{1,10}){1,5}(?:(?:a|b|rc|\.post|\.dev)\d{1,6}){0,3}$/),
  /** The program; null for the one that is named like the package, or its only one. */
  command: z.string().regex(COMMAND).nullable(),
  args: z.array(z.string().regex(ARGUMENT)).max(MAX_REGISTRY_ARGUMENTS),
});

const binaryArchive = z.object({
  /** An https address, or one on this computer. */
  archive: z.string().max(500).refine(isDownload),
  kind: z.enum(["zip", "tar.gz"]),
  /** Of the archive, if the registry names it. */
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable(),
  /** The program's path in the archive, with `/`. */
  command: z
    .string()
    .max(300)
    .regex(/^(?:[A-Za-z0-9_@][A-Za-z0-9._@+-]{0,99}\/){0,10}[A-Za-z0-9_][A-Za-z0-9._@+-]{0,99}$/),
  args: z.array(z.string().regex(ARGUMENT)).max(MAX_REGISTRY_ARGUMENTS),
});

/** A package of npm, and how a program of it is started. */
export type NpmPackage = z.infer<typeof npmPackage>;
/** A package of PyPI, and how a program of it is started. */
export type PythonPackage = z.infer<typeof pythonPackage>;
/** An archive with a program for this computer. */
export type BinaryArchive = z.infer<typeof binaryArchive>;

/** An agent as it is stored: its texts are one line that is safe to show. */
export const registryAgent = z.object({
  id: z.string().regex(/^[a-z][a-z0-9-]{0,59}$/),
  name: z.string().min(1).max(100),
  version: z.string().max(60),
  description: z.string().max(400),
  licence: z.string().max(100),
  /** An https address. */
  website: z.string().max(300).startsWith("https://").nullable(),
  /** The first of these that is not null is installed; Galley cannot install an agent that has none. */
  npm: npmPackage.nullable(),
  binary: binaryArchive.nullable().default(null),
  python: pythonPackage.nullable().default(null),
});

/** An agent of the registry. */
export type RegistryAgent = z.infer<typeof registryAgent>;

const listedPackage = z
  .looseObject({ package: z.string(), cmd: z.string().optional(), args: z.array(z.string()).optional() })
  .optional()
  .catch(undefined);
const listedArchive = z.looseObject({
  archive: z.string(),
  sha256: z.string().optional(),
  cmd: z.string(),
  args: z.array(z.string()).optional(),
});

const listedAgent = z.looseObject({
  id: z.string(),
  name: z.string(),
  version: z.string(),
  description: z.string().optional(),
  license: z.string().optional(),
  website: z.string().optional(),
  repository: z.string().optional(),
  distribution: z.looseObject({
    npx: listedPackage,
    uvx: listedPackage,
    binary: z.record(z.string(), listedArchive.optional().catch(undefined)).optional().catch(undefined),
  }),
});
const registry = z.looseObject({ agents: z.array(z.unknown()) });

/** What the registry calls this computer. */
const here = `${{ win32: "windows", darwin: "darwin" }[process.platform as string] ?? process.platform}-${{ x64: "x86_64", arm64: "aarch64" }[process.arch as string] ?? process.arch}`;

/** The agents of a registry file that can be shown, in their order; null if it is not such a file. `platform`: such as `linux-x86_64`. */
export function readRegistry(json: unknown, platform: string = here): RegistryAgent[] | null {
  const read = registry.safeParse(json);
  if (!read.success) return null;
  const agents = new Map<string, RegistryAgent>();
  for (const each of read.data.agents.slice(0, MAX_REGISTRY_AGENTS)) {
    const agent = agentOf(each, platform);
    if (agent !== null && !agents.has(agent.id)) agents.set(agent.id, agent);
  }
  return [...agents.values()];
}

function agentOf(json: unknown, platform: string): RegistryAgent | null {
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
    npm: packageOf(npmPackage, distribution.npx, version, /@/g),
    binary: archiveOf(Object.hasOwn(distribution.binary ?? {}, platform) ? distribution.binary?.[platform] : undefined),
    python: packageOf(pythonPackage, distribution.uvx, version, /==|@/g),
  });
  return agent.success ? agent.data : null;
}

/** `sign`: what is between the name and the version, if there is one. */
function packageOf<Package>(
  schema: z.ZodType<Package>,
  given: z.infer<typeof listedPackage>,
  version: string,
  sign: RegExp,
): Package | null {
  if (given === undefined) return null;
  const last = [...given.package.matchAll(sign)].at(-1);
  const [name, named] =
    last !== undefined && last.index > 0
      ? [given.package.slice(0, last.index), given.package.slice(last.index + last[0].length)]
      : [given.package, version];
  const read = schema.safeParse({ package: name, version: named, command: given.cmd ?? null, args: given.args ?? [] });
  return read.success ? read.data : null;
}

function archiveOf(given: z.infer<typeof listedArchive> | undefined): BinaryArchive | null {
  if (given === undefined || !URL.canParse(given.archive)) return null;
  const { pathname, href } = new URL(given.archive);
  const read = binaryArchive.safeParse({
    archive: href,
    kind: /\.zip$/i.test(pathname) ? "zip" : /\.(?:tar\.gz|tgz)$/i.test(pathname) ? "tar.gz" : null,
    sha256: given.sha256?.toLowerCase() ?? null,
    command: given.cmd.replace(/^\.\//, ""),
    args: given.args ?? [],
  });
  return read.success ? read.data : null;
}

/** Whether a program may be downloaded from an address: over https, or from this computer. */
export function isDownload(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, username, password, hostname } = new URL(address);
  const isHere = protocol === "http:" && ["127.0.0.1", "[::1]", "localhost"].includes(hostname);
  return (protocol === "https:" || isHere) && username === "" && password === "";
}

function webAddress(text: string | undefined): string | null {
  if (text === undefined || text.length > 300 || !URL.canParse(text)) return null;
  const { protocol, username, password, href } = new URL(text);
  return protocol === "https:" && username === "" && password === "" && href.length <= 300 ? href : null;
}
