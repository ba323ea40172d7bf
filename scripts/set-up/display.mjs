import { spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hasProgram } from "./libraries.mjs";
import { inProject, SetUpError } from "./project.mjs";

/** Whether there is no display, so that a virtual one must be started. */
export const lacksDisplay = () => process.platform === "linux" && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY;

/**
 * Starts Xvfb for this user only. Returns the environment variables for it, and `stop`. It runs in its own process group, so that Ctrl+C reaches the
 * app first; it ends when this process is killed, if the system supports that.
 */
export async function startVirtualDisplay() {
  const folder = mkdtempSync(join(tmpdir(), "galley-display-"));
  const authority = join(folder, "authority");
  writeFileSync(authority, authorityEntry(randomBytes(16)), { mode: 0o600 });
  const xvfb = [
    "Xvfb",
    "-displayfd",
    "3",
    "-screen",
    "0",
    "1600x1200x24",
    "-r",
    "-nolisten",
    "tcp",
    "-auth",
    authority,
  ];
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

/** One entry of an X authority file that is valid for every host and display, as `xauth add` writes it. */
function authorityEntry(cookie) {
  const counted = (bytes) => Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 255]), bytes]);
  const anyHost = Buffer.from([0xff, 0xff]);
  const none = Buffer.alloc(0);
  const name = Buffer.from("MIT-MAGIC-COOKIE-1");
  return Buffer.concat([anyHost, counted(none), counted(none), counted(name), counted(cookie)]);
}

function displayNumber(server) {
  return new Promise((resolve, reject) => {
    let errorOutput = "";
    server.stderr.on("data", (bytes) => {
      errorOutput += bytes;
    });
    server.once("error", (error) => reject(new SetUpError(`Xvfb could not be started: ${error.message}`)));
    server.once("exit", (code) => reject(new SetUpError(`Xvfb ended immediately (${code}). ${errorOutput.trim()}`)));
    let number = "";
    server.stdio[3].on("data", (bytes) => {
      number += bytes;
      if (number.endsWith("\n")) resolve(number.trim());
    });
  });
}

/** A command prefix that sends SIGTERM to the command when this process is killed. */
const diesWithParent = () => (hasProgram("setpriv") ? ["setpriv", "--pdeathsig", "TERM"] : []);

/**
 * The command that runs `argv` so that Chromium's sandbox works. Chromium does not sandbox for root, so root runs it in a user namespace as user
 * 1000, where files still belong to root. If that is impossible, `sandbox` is false, and the caller must pass `--no-sandbox`.
 */
export function asSandboxedUser(argv) {
  if (process.platform !== "linux") return { argv, env: {}, sandbox: true };
  const isRoot = process.getuid() === 0;
  const namespace = ["unshare", "--user", "--map-user=1000", "--map-group=1000"];
  const sandbox = canNest(isRoot ? namespace : []) || (!isRoot && hasSandboxHelper());
  const prefix = isRoot && sandbox ? namespace : [];
  return {
    argv: [...prefix, ...diesWithParent(), ...argv],
    // The user id differs in the namespace, so the graphics library would not find its cache.
    env: prefix.length > 0 ? { MESA_SHADER_CACHE_DISABLE: "true" } : {},
    sandbox,
  };
}

/** Chromium creates a user namespace for its sandbox: that must be possible inside `prefix`. */
const canNest = (prefix) => {
  const [program, ...args] = [...prefix, "unshare", "--user", "--map-root-user", "true"];
  return spawnSync(program, args, { stdio: "ignore" }).status === 0;
};

/** If users may not create namespaces, an administrator may have made Chromium's own helper setuid root. */
function hasSandboxHelper() {
  const helper = inProject("node_modules/electron/dist/chrome-sandbox");
  if (!existsSync(helper)) return false;
  const { uid, mode } = statSync(helper);
  return uid === 0 && (mode & 0o4000) !== 0;
}
