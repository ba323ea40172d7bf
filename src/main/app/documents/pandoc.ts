import { spawn } from "node:child_process";
import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, isAbsolute, join } from "node:path";
import type { PandocFormat, PandocPage } from "../../../shared/pandoc";
import { ToolError } from "../../engine/ports/tool-error";
import { PANDOC_LIMITS } from "../core/limits";
import { t } from "../core/messages";

/**
 * The HTML that Galley made of the document, since pandoc reads Markdown in another way. Footnotes are as in EPUBs. Nothing raw: a document of someone
 * else's could otherwise write commands into a LaTeX file.
 */
const FROM = "html+epub_html_exts-native_divs-raw_html-raw_tex";

/** How a page begins. Formats without pages have a rule there. */
const PAGE_BREAKS: Record<PandocFormat, string> = {
  tex: "\\newpage",
  rst: "----------",
  adoc: "<<<",
  org: "-----",
  wiki: "-----",
  textile: "<hr />",
  rtf: "\\page",
  xml: "",
};

/** Pandoc's name of each format. */
const WRITERS: Record<PandocFormat, string> = {
  tex: "latex",
  rst: "rst",
  adoc: "asciidoc",
  org: "org",
  wiki: "mediawiki",
  textile: "textile",
  rtf: "rtf",
  xml: "docbook5",
};

/** The path of an installed pandoc; null if there is none. */
export async function findPandoc(candidatePaths = usualPaths): Promise<string | null> {
  for (const path of candidatePaths()) {
    const isProgram = await access(path, constants.X_OK).then(
      async () => (await stat(path)).isFile(),
      () => false,
    );
    if (isProgram) return path;
  }
  return null;
}

/**
 * Converts a page with an installed pandoc: without a shell, with fixed arguments, the page through its input and the result through its output. With
 * `--sandbox` it reads no file and no address that a document names.
 */
export async function convertWithPandoc(
  { html, pageBreak, hasContents }: PandocPage,
  { to, signal }: { to: PandocFormat; signal: AbortSignal },
  candidatePaths = usualPaths,
): Promise<Uint8Array> {
  const program = await findPandoc(candidatePaths);
  if (program === null) throw new ToolError("unsupported", t.pandoc.missing);
  const args = [
    "+RTS",
    "-M512M",
    "-RTS",
    "--sandbox",
    "--from",
    FROM,
    "--to",
    WRITERS[to],
    "--standalone",
    ...(hasContents ? ["--toc"] : []),
    "--output",
    "-",
  ];
  const { bytes, code, message } = await runPandoc(program, args, html, signal);
  if (signal.aborted) throw new ToolError("wrong_state", t.exports.cancelled);
  if (code !== 0) {
    // Before 2.15, pandoc had no sandbox.
    if (/--sandbox/.test(message)) throw new ToolError("unsupported", t.pandoc.tooOld);
    throw new ToolError("unsupported", t.pandoc.failed(message.trim().split("\n")[0] ?? ""));
  }
  const written = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!written.includes(pageBreak)) return bytes;
  return Buffer.from(
    written.toString("utf8").replaceAll(pageBreak, () => PAGE_BREAKS[to]),
    "utf8",
  );
}

type Result = { bytes: Uint8Array; code: number | null; message: string };

function runPandoc(program: string, args: readonly string[], text: string, signal: AbortSignal): Promise<Result> {
  const { PATH, SYSTEMROOT, LANG, HOME } = process.env;
  const child = spawn(program, args, {
    cwd: tmpdir(),
    shell: false,
    windowsHide: true,
    stdio: ["pipe", "pipe", "pipe"],
    timeout: PANDOC_LIMITS.time,
    killSignal: "SIGKILL",
    signal,
    env: {
      LANG: LANG ?? "C.UTF-8",
      ...(HOME !== undefined && { HOME }),
      ...(PATH !== undefined && { PATH }),
      ...(SYSTEMROOT !== undefined && { SYSTEMROOT }),
    },
  });
  return new Promise((resolve) => {
    const pieces: Buffer[] = [];
    let length = 0;
    let message = "";
    child.stdout.on("data", (piece: Buffer) => {
      length += piece.length;
      if (length <= PANDOC_LIMITS.output) pieces.push(piece);
      else child.kill("SIGKILL");
    });
    child.stderr.on("data", (piece: Buffer) => {
      message = (message + piece.toString("utf8")).slice(0, PANDOC_LIMITS.message);
    });
    child.on("error", (error) => resolve({ bytes: new Uint8Array(), code: -1, message: message || error.message }));
    child.on("close", (code) => resolve({ bytes: Buffer.concat(pieces), code, message: message || t.pandoc.ended }));
    // Pandoc may end before it has read everything; the write then fails.
    child.stdin.on("error", () => {});
    child.stdin.end(text, "utf8");
  });
}

function usualPaths(): string[] {
  const name = process.platform === "win32" ? "pandoc.exe" : "pandoc";
  // A relative folder in PATH would be found beside whatever is open.
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter(isAbsolute);
  return [
    ...folders.map((folder) => join(folder, name)),
    ...["/usr/bin/pandoc", "/usr/local/bin/pandoc", "/opt/homebrew/bin/pandoc"],
    ...(process.platform === "win32" ? ["C:\\Program Files\\Pandoc\\pandoc.exe"] : []),
  ];
}
