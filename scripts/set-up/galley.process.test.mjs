import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseSync } from "vite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inProject } from "./project.mjs";

const galley = inProject("bin/galley");
const { version } = JSON.parse(readFileSync(inProject("package.json"), "utf8"));

// As on a user's machine: with their own Node, not the Electron that runs these tests.
const env = { ...process.env };
delete env.ELECTRON_RUN_AS_NODE;
delete env.NODE_OPTIONS;

let folder;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "galley-launcher-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (...args) => spawnSync(galley, args, { env, encoding: "utf8", input: "" });

/** Starts `galley mcp`, and waits until it has answered a ping. */
async function waitingServer() {
  const args = ["mcp", "--root", folder, "--data", join(folder, ".data")];
  const child = spawn(galley, args, { env, stdio: ["pipe", "pipe", "inherit"] });
  const ended = new Promise((resolve) => child.once("exit", (code, signal) => resolve({ code, signal })));
  child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" })}\n`);
  const answer = await new Promise((resolve, reject) => {
    child.stdout.once("data", (bytes) => resolve(`${bytes}`));
    child.once("exit", (code) => reject(new Error(`galley mcp ended with ${code}`)));
  });
  expect(JSON.parse(answer)).toMatchObject({ jsonrpc: "2.0", id: 1 });
  return { child, ended };
}

/** On Linux only; elsewhere it returns none, and the test only shows that the launcher ends. */
function childrenOf(parent) {
  if (process.platform !== "linux") return [];
  const isChild = (pid) => {
    try {
      return readFileSync(`/proc/${pid}/status`, "utf8").includes(`\nPPid:\t${parent}\n`);
    } catch {
      return false;
    }
  };
  return readdirSync("/proc").filter((name) => /^\d+$/.test(name) && isChild(name));
}

describe("bin/galley", () => {
  it("prints its version and nothing else", () => {
    const { stdout, stderr, status } = run("--version");
    expect({ stdout: stdout.trim(), stderr, status }).toEqual({ stdout: version, stderr: "", status: 0 });
  });

  it("passes on the exit code of the command line", () => {
    const { stdout, stderr, status } = run("no-such-command");
    expect(status).toBeGreaterThan(0);
    expect(stdout).toBe("");
    expect(stderr).toContain("no-such-command");
  });

  it("ends when the client closes stdin", async () => {
    const { child, ended } = await waitingServer();
    child.stdin.end();
    expect(await ended).toEqual({ code: 0, signal: null });
  });

  it.each(["SIGTERM", "SIGINT"])("passes %s on and leaves no process behind", async (signal) => {
    const { child, ended } = await waitingServer();
    const below = childrenOf(child.pid);
    child.kill(signal);
    await ended;
    expect(below.filter((pid) => existsSync(`/proc/${pid}`))).toEqual([]);
  });
});

describe("the bundled command line", () => {
  it("does not import Electron in any of its files", () => {
    const seen = new Set();
    const visit = (path) => {
      if (seen.has(path)) return;
      seen.add(path);
      const text = readFileSync(path, "utf8");
      const { staticImports, staticExports, dynamicImports } = parseSync(path, text).module;
      const requests = [...staticImports, ...staticExports.flatMap(({ entries }) => entries)].map(
        (one) => one.moduleRequest?.value,
      );
      const later = dynamicImports.map(({ moduleRequest: { start, end } }) => text.slice(start + 1, end - 1));
      for (const specifier of [...requests, ...later].filter(Boolean)) {
        expect(specifier).not.toMatch(/^electron\b/);
        if (specifier.startsWith(".")) visit(join(path, "..", specifier));
      }
    };
    visit(inProject("out/main/cli.js"));
    expect(seen.size).toBeGreaterThan(1);
  });
});
