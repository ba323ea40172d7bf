import { spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hasProgram } from "./libraries.mjs";
import { inProject, SetUpError } from "./project.mjs";

/** Whether windows have nowhere to appear, so that a virtual display must be started. */
export const lacksDisplay = () => process.platform === "linux" && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY;

/**
 * Starts Xvfb for this user alone. Answers with the variables that lead programs to it, and `stop`. It is in a process
 * group of its own, so that Ctrl+C reaches the app first; it ends when we are killed, where the system can do that.
 */
export async function startVirtualDisplay() {
  const folder = mkdtempSync(join(tmpdir(), "galley-display-"));
  const authority = join(folder, "authority");
  writeFileSync(authority, authorityEntry(randomBytes(16)), { mode: 0o600 });
  const xvfb = ["Xvfb", "-displayfd", "3", "-screen", "0", "1600x1200x24", "-nolisten", "tcp", "-auth", authority];
  const [program, ...args] = [...diesWithParent(), ...xvfb];
  const server = spawn(program, args, { stdio: ["ignore", "ignore", "pipe", "pipe"], detached: true });
  const stop = () => {
    server.kill("SIGTERM");
    rmSync(folder, { recursive: true, force: true });
  };
  process.once("exit", stop);
  try {
    const number = await displayNumber(server);
    server.stderr.resume();
    server.stdio[3].destroy();
    server.unref();
    server.stderr.unref();
    return { env: { DISPLAY: `:${number}`, XAUTHORITY: authority }, stop };
  } catch (error) {
    stop();
    throw error;
  }
}

/** One entry of an X authority file that holds for every host and display: what `xauth add` would write. */
function authorityEntry(cookie) {
  const counted = (bytes) => Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 255]), bytes]);
  const anyHost = Buffer.from([0xff, 0xff]);
  const none = Buffer.alloc(0);
  const name = Buffer.from("MIT-MAGIC-COOKIE-1");
  return Buffer.concat([anyHost, counted(none), counted(none), counted(name), counted(cookie)]);
}

function displayNumber(server) {
  return new Promise((resolve, reject) => {
    let said = "";
    server.stderr.on("data", (bytes) => {
      said += bytes;
    });
    server.once("error", (error) => reject(new SetUpError(`Xvfb could not be started: ${error.message}`)));
    server.once("exit", (code) => reject(new SetUpError(`Xvfb ended at once (${code}). ${said.trim()}`)));
    let number = "";
    server.stdio[3].on("data", (bytes) => {
      number += bytes;
      if (number.endsWith("\n")) resolve(number.trim());
    });
  });
}

/** The words to put before a command so that it gets SIGTERM when this process dies without a chance to tell it. */
const diesWithParent = () => (hasProgram("setpriv") ? ["setpriv", "--pdeathsig", "TERM"] : []);

/**
 * The command that runs `argv` where Chromium's sandbox works. It refuses to sandbox for root; so root runs it in a user
 * namespace as user 1000, where files still are root's. Where that cannot be had, `sandbox` is false, and the caller must
 * pass `--no-sandbox`.
 */
export function asSandboxedUser(argv) {
  if (process.platform !== "linux") return { argv, env: {}, sandbox: true };
  const isRoot = process.getuid() === 0;
  const namespace = ["unshare", "--user", "--map-user=1000", "--map-group=1000"];
  const sandbox = canNest(isRoot ? namespace : []) || (!isRoot && hasSandboxHelper());
  const words = isRoot && sandbox ? namespace : [];
  return {
    argv: [...words, ...diesWithParent(), ...argv],
    // In there the user has another number, so that the graphics library would not find its cache.
    env: words.length > 0 ? { MESA_SHADER_CACHE_DISABLE: "true" } : {},
    sandbox,
  };
}

/** Chromium makes a user namespace of its own for the sandbox: it must be possible from where it will run. */
const canNest = (words) => {
  const [program, ...args] = [...words, "unshare", "--user", "--map-root-user", "true"];
  return spawnSync(program, args, { stdio: "ignore" }).status === 0;
};

/** Where user namespaces are closed to users, an administrator may have given Chromium's own helper the right to make one. */
function hasSandboxHelper() {
  const helper = inProject("node_modules/electron/dist/chrome-sandbox");
  if (!existsSync(helper)) return false;
  const { uid, mode } = statSync(helper);
  return uid === 0 && (mode & 0o4000) !== 0;
}
