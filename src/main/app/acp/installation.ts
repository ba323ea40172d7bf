/** How agents of a registry are installed in folders of Galley's own, and which program is started afterwards. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { BinaryArchive, NpmPackage, PythonPackage, RegistryAgent } from "./registry-file";

/** What installs an agent, once the user has seen it and said yes. */
export type Installation =
  /** A program with its arguments, in an environment with these variables. */
  | { kind: "line"; words: readonly string[]; variables: Readonly<Record<string, string>> }
  /** An archive that is downloaded and unpacked into the folder, which is replaced. */
  | { kind: "archive"; archive: BinaryArchive; folder: string };

/** One way to install an agent. */
export type Distribution =
  | ({ kind: "npm" } & NpmPackage)
  | ({ kind: "binary"; version: string } & Omit<BinaryArchive, "kind"> & { format: BinaryArchive["kind"] })
  | ({ kind: "python" } & PythonPackage);

/** The way that Galley takes of those that a registry names; null if it can take none. */
export function distributionOf({ npm, binary, python, version }: RegistryAgent): Distribution | null {
  if (npm !== null) return { kind: "npm", ...npm };
  if (binary !== null) {
    const { kind: format, ...rest } = binary;
    return { ...rest, kind: "binary", format, version };
  }
  return python === null ? null : { kind: "python", ...python };
}

/** What installs an agent into its folder. */
export function installationOf(distribution: Distribution, folder: string): Installation {
  switch (distribution.kind) {
    case "npm": {
      const options = ["--no-audit", "--no-fund", "--save-exact"];
      const spec = `${distribution.package}@${distribution.version}`;
      return { kind: "line", words: ["npm", "install", "--prefix", folder, ...options, spec], variables: {} };
    }
    case "python": {
      const variables = { UV_TOOL_DIR: join(folder, "tools"), UV_TOOL_BIN_DIR: join(folder, "bin") };
      const spec = `${distribution.package}==${distribution.version}`;
      return { kind: "line", words: ["uv", "tool", "install", "--force", spec], variables };
    }
    case "binary": {
      const { format, archive, sha256, command, args } = distribution;
      return {
        kind: "archive",
        archive: { archive, kind: format, sha256, command, args },
        folder: join(folder, "program"),
      };
    }
  }
}

/** An installation as one line that the user can read. */
export function shownInstallation(installation: Installation): string {
  if (installation.kind === "line") {
    const variables = Object.entries(installation.variables).map(([name, value]) => `${name}=${value}`);
    return [...variables, ...installation.words].join(" ");
  }
  const { archive, folder } = installation;
  return [archive.archive, ...(archive.sha256 === null ? [] : [`sha256:${archive.sha256}`]), "→", folder].join(" ");
}

/** The program of an installed agent: one that its own package or archive brings. Null if it is not there. */
export function programIn(folder: string, distribution: Distribution): string | null {
  switch (distribution.kind) {
    case "npm":
      return npmProgram(folder, distribution);
    case "python":
      return pythonProgram(join(folder, "bin"), distribution);
    case "binary":
      return fileAt(join(folder, "program", ...distribution.command.split("/")));
  }
}

function npmProgram(folder: string, { package: name, command }: NpmPackage): string | null {
  try {
    const { bin } = JSON.parse(readFileSync(join(folder, "node_modules", name, "package.json"), "utf8"));
    const bare = name.slice(name.lastIndexOf("/") + 1);
    const found = programNamed(
      command ?? bare,
      typeof bin === "string" ? [bare] : Object.keys(bin ?? {}),
      command === null,
    );
    return found === null ? null : join(folder, "node_modules", ".bin", found);
  } catch {
    return null;
  }
}

function pythonProgram(bin: string, { package: name, command }: PythonPackage): string | null {
  try {
    const programs = readdirSync(bin).map((file) => file.replace(/\.exe$/, ""));
    const found = programNamed(command ?? name.replace(/\[.*$/, ""), programs, command === null);
    return found === null ? null : fileAt(join(bin, process.platform === "win32" ? `${found}.exe` : found));
  } catch {
    return null;
  }
}

/** `orAny`: any other if there is none of this name. */
function programNamed(wanted: string, programs: readonly string[], orAny: boolean): string | null {
  const found = programs.includes(wanted) ? wanted : orAny ? programs[0] : undefined;
  return found !== undefined && /^[A-Za-z0-9_][A-Za-z0-9._-]*$/.test(found) ? found : null;
}

const fileAt = (path: string): string | null => (statSync(path, { throwIfNoEntry: false })?.isFile() ? path : null);
