import { spawn } from "node:child_process";
import { constants } from "node:fs";
import { access, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { ConversionJob, ConversionResult, Converter } from "../../ports/converter";

export type LibreOfficeOptions = {
  /** Creates an empty folder for one conversion, which only this user can read, and removes it with its contents. */
  makeFolder(): Promise<{ path: string; remove(): Promise<void> }>;
  /** The time limit of a conversion, in seconds; 120 by default. */
  seconds?: number;
  /** Paths to try for the program, in order; the default locations if absent. */
  candidatePaths?: () => string[];
};

/**
 * Converts with an installed LibreOffice, without a shell. The package is copied under a plain name into its own folder, with a temporary
 * profile that forbids macros, links and network access.
 */
export function libreOffice({
  makeFolder,
  seconds = 120,
  candidatePaths = defaultPaths,
}: LibreOfficeOptions): Converter {
  const program = async (): Promise<string | null> => {
    for (const path of candidatePaths()) {
      if (
        await access(path, constants.X_OK).then(
          () => true,
          () => false,
        )
      )
        return path;
    }
    return null;
  };
  return {
    program,
    async convert(job) {
      const found = await program();
      if (found === null) return { status: "missing" };
      const folder = await makeFolder();
      try {
        return await convertIn(folder.path, found, job, seconds);
      } finally {
        await folder.remove();
      }
    },
  };
}

async function convertIn(
  folder: string,
  program: string,
  job: ConversionJob,
  seconds: number,
): Promise<ConversionResult> {
  const { bytes, format, to, signal } = job;
  const profile = join(folder, "profile");
  const source = join(folder, `document.${format}`);
  await mkdir(join(profile, "user"), { recursive: true, mode: 0o700 });
  await writeFile(join(profile, "user", "registrymodifications.xcu"), registry);
  await writeFile(source, bytes, { mode: 0o600 });
  const args = [
    `-env:UserInstallation=${pathToFileURL(profile).href}`,
    ...["--headless", "--norestore", "--nologo", "--nodefault", "--nofirststartwizard", "--nolockcheck"],
    ...["--convert-to", to, "--outdir", join(folder, "out"), source],
  ];
  const ended = await runProgram(program, args, { folder, seconds, signal });
  signal?.throwIfAborted();
  if (ended.status === "too slow") return { status: "too slow", seconds };
  const [result] = await readdir(join(folder, "out")).catch(() => []);
  if (result === undefined)
    return { status: "failed", why: ended.output.trim().split("\n").at(-1)?.slice(0, 300) ?? "" };
  return { status: "converted", bytes: await readFile(join(folder, "out", result)) };
}

type Run = { folder: string; seconds: number; signal: AbortSignal | undefined };
type ProgramResult = { status: "ended" | "too slow"; output: string };

/** How many characters of the program's output are kept. */
const MAX_OUTPUT = 4000;

function runProgram(
  program: string,
  args: readonly string[],
  { folder, seconds, signal }: Run,
): Promise<ProgramResult> {
  return new Promise((resolve) => {
    const isWindows = process.platform === "win32";
    const { PATH, SYSTEMROOT, LANG } = process.env;
    const child = spawn(program, args, {
      cwd: folder,
      shell: false,
      // Its own process group: the program starts others, and all of them must be killed.
      detached: !isWindows,
      windowsHide: true,
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        HOME: folder,
        TMPDIR: folder,
        TEMP: folder,
        TMP: folder,
        LANG: LANG ?? "C.UTF-8",
        ...(PATH !== undefined && { PATH }),
        ...(SYSTEMROOT !== undefined && { SYSTEMROOT }),
        // Sends every request to a proxy that does not exist.
        http_proxy: UNREACHABLE_PROXY,
        https_proxy: UNREACHABLE_PROXY,
        all_proxy: UNREACHABLE_PROXY,
      },
    });
    let output = "";
    let isSlow = false;
    const end = (): void => {
      try {
        if (child.pid !== undefined && !isWindows) process.kill(-child.pid, "SIGKILL");
        else child.kill("SIGKILL");
      } catch {
        // It has already ended.
      }
    };
    const timer = setTimeout(() => {
      isSlow = true;
      end();
    }, seconds * 1000);
    signal?.addEventListener("abort", end, { once: true });
    const collect = (chunk: Buffer): void => {
      output = (output + chunk.toString("utf8")).slice(-MAX_OUTPUT);
    };
    child.stdout.on("data", collect);
    child.stderr.on("data", collect);
    const done = (why = ""): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve({ status: isSlow ? "too slow" : "ended", output: output + why });
    };
    child.on("error", (error) => done(error.message));
    child.on("close", () => done());
    if (signal?.aborted) end();
  });
}

const UNREACHABLE_PROXY = "http://127.0.0.1:9";

function defaultPaths(): string[] {
  const names = process.platform === "win32" ? ["soffice.exe"] : ["soffice", "libreoffice"];
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  return [
    ...folders.flatMap((folder) => names.map((name) => join(folder, name))),
    ...["/usr/bin/soffice", "/usr/local/bin/soffice", "/snap/bin/libreoffice", "/opt/libreoffice/program/soffice"],
    "/Applications/LibreOffice.app/Contents/MacOS/soffice",
    "C:\\Program Files\\LibreOffice\\program\\soffice.exe",
  ];
}

const setting = (path: string, name: string, value: string): string =>
  `<item oor:path="/org.openoffice.${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`;

/** No macros, no following or updating of links, no network. */
const registry = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
${[
  setting("Office.Common/Security/Scripting", "MacroSecurityLevel", "3"),
  setting("Office.Common/Security/Scripting", "DisableMacrosExecution", "true"),
  setting("Office.Common/Security/Scripting", "BlockUntrustedRefererLinks", "true"),
  setting("Office.Common/Security/Scripting", "DisableActiveContent", "true"),
  setting("Office.Writer/Content/Update", "Link", "0"),
  setting("Office.Calc/Content/Update", "Link", "1"),
  setting("Inet/Settings", "ooInetProxyType", "1"),
  ...["HTTP", "HTTPS", "FTP"].flatMap((name) => [
    setting("Inet/Settings", `ooInet${name}ProxyName`, "127.0.0.1"),
    setting("Inet/Settings", `ooInet${name}ProxyPort`, "9"),
  ]),
].join("\n")}
</oor:items>
`;
