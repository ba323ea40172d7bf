import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, it } from "vitest";
import { inProject, root } from "./project.mjs";

const folder = mkdtempSync(join(tmpdir(), "galley-fresh-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

// Needs the package registry and half a minute, so only `npm run test:long` runs it.
it.runIf(process.env.GALLEY_LONG)(
  "a fresh clone with an empty cache serves two concurrent agents, and installs and builds only once",
  async () => {
    const clone = join(folder, "clone");
    execFileSync("git", ["clone", "--quiet", root, clone]);
    const env = { ...process.env, npm_config_cache: join(folder, "npm"), XDG_CACHE_HOME: join(folder, "cache") };
    delete env.ELECTRON_RUN_AS_NODE;
    delete env.NODE_OPTIONS;
    const ask = () => promisify(execFile)(join(clone, "bin/galley"), ["--version"], { env });
    const answers = await Promise.all([ask(), ask()]);
    const { version } = JSON.parse(readFileSync(inProject("package.json"), "utf8"));
    expect(answers.map(({ stdout }) => stdout.trim())).toEqual([version, version]);
    const output = answers.map(({ stderr }) => stderr).join("");
    expect(output.match(/installing dependencies/g)).toHaveLength(1);
    expect(output.match(/building/g)).toHaveLength(1);
  },
  600_000,
);
