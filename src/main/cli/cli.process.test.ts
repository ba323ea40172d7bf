import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { version } from "../../../package.json";
import { isTemporaryName } from "../engine/storage/files/temporary-files";
import { startChild } from "../engine/testing/child-process";
import { type LocalApp, serveLocal } from "../mcp/local-socket-server";
import { type CliFixture, createCliFixture, runGalley, untilEnded } from "./testing/galley-process";
import { runMain } from "./testing/run-main";

let fixture: CliFixture;

beforeEach(async () => {
  fixture = await createCliFixture();
});
afterEach(() => fixture.remove());

const galley = (...args: string[]) => runMain(fixture, args);
const galleyProcess = (...args: string[]) => runGalley(fixture, args);
const json = (value: unknown) => JSON.stringify(value);
const call = (given: unknown, ...args: string[]) => galley("call", "text_editor", json(given), ...args);
const callProcess = (given: unknown) => galleyProcess("call", "text_editor", json(given));
const textOf = (name: string) => readFile(join(fixture.root, name), "utf8");

describe("what a killed process left", () => {
  const saver = new URL("../engine/storage/saving/disk.child.ts", import.meta.url);
  const size = 2 * 1024 * 1024;

  /** Kills a process in the middle of a save. Returns the names of the files that it left beside the document. */
  const killAmidSave = async (): Promise<string[]> => {
    const target = join(fixture.root, "a.md");
    const left = async () => (await readdir(fixture.root)).filter(isTemporaryName);
    for (let tries = 0; tries < 20; tries++) {
      await writeFile(target, Buffer.alloc(size, "0\n"));
      const args = [join(fixture.dataDir, "locks"), join(fixture.dataDir, "saves"), target, String(size)];
      const one = startChild(saver, args, { env: { GALLEY_TEST_WAITS: "once" } });
      await one.printed("ready");
      one.send("go");
      while ((await left()).length === 0 && one.process.exitCode === null);
      one.process.kill("SIGKILL");
      await one.ended;
      if ((await left()).length > 0) return left();
    }
    throw new Error("every kill came too late");
  };
  const isClean = async () => {
    expect((await readdir(fixture.root)).filter(isTemporaryName)).toEqual([]);
    expect(await readdir(join(fixture.dataDir, "saves"))).toEqual([]);
  };

  test.each([
    ["a call that reads another file", ["call", "text_editor", json({ action: "read", path: "b.md" })]],
    ["a command without an engine", ["library", "list"]],
  ])("is removed after %s", async (_, args) => {
    await writeFile(join(fixture.root, "b.md"), "other\n");
    expect(await killAmidSave()).not.toEqual([]);
    expect(await galleyProcess(...args)).toMatchObject({ code: 0, stderr: "" });
    await isClean();
  });

  test("is removed soon after an MCP server has started, before any call", async () => {
    expect(await killAmidSave()).not.toEqual([]);
    fixture.startMcp();
    await expect.poll(() => isClean().then(() => "clean", String), { timeout: 10_000 }).toBe("clean");
  });
});

describe("exit codes and streams", () => {
  test("a successful call prints its envelope and exits with 0", async () => {
    const { code, stdout, stderr } = await callProcess({ action: "write", path: "a.md", content: "# A\n" });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, data: { path: "a.md", format: "markdown" } });
    expect(stdout).toContain('\n  "message": ');
    expect(await textOf("a.md")).toBe("# A\n");
  });

  test("a read returns as many lines as the user set in the app; damaged settings count as none", async () => {
    await writeFile(join(fixture.root, "long.md"), "line\n".repeat(300));
    await mkdir(fixture.dataDir, { recursive: true });
    for (const [settings, lines] of [
      ['{"theme": "dark", "defaultLineCount": 3}', 3],
      ['{"defaultLineCount": -1}', 200],
      ['{"defaultLine', 200],
    ] as const) {
      await writeFile(join(fixture.dataDir, "settings.json"), settings);
      const { stdout } = await call({ action: "read", path: "long.md" });
      expect(JSON.parse(stdout).data.lines).toHaveLength(lines);
    }
  });

  test("a built Galley finds its search program", async () => {
    await writeFile(join(fixture.root, "a.md"), "one\n\nneedle\n");
    const { stdout } = await galleyProcess("call", "grep", json({ pattern: "needle", path: "." }));
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, data: { matches: [{ file: "a.md", line: 3 }] } });
  });

  test("a call with a tool error prints its envelope and exits with 1", async () => {
    const { code, stdout, stderr } = await callProcess({ action: "read", path: "missing.md" });
    expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
    expect(JSON.parse(stdout)).toMatchObject({ ok: false, error: { code: "not_found" } });
  });

  test.each<[string, unknown, string]>([
    ["no_such_tool", {}, "not_found"],
    ["__proto__", {}, "not_found"],
    ["text_editor", [1], "bad_arguments"],
    ["text_editor", null, "bad_arguments"],
    ["text_editor", {}, "bad_arguments"],
  ])("%s with %j gives a tool error, not a usage error", async (name, given, errorCode) => {
    const { code, stdout } = await galley("call", name, json(given));
    expect({ code, errorCode: JSON.parse(stdout).error.code }).toEqual({ code: 1, errorCode });
  });

  test.each<[string[], RegExp]>([
    [["cal"], /^galley: "cal" is not a command of galley; did you mean call\?\n$/],
    [["call"], /^galley: galley call needs TOOL/],
    [["call", "text_editor", "{", "}"], /Did the shell split the JSON\?/],
    [["call", "text_editor", "{action:1}"], /not JSON: .* The shell removed the double quotes/],
    [["call", "text_editor", "-5"], /"-5" is not an option/],
    [
      ["call", "text_editor", "{}", "--root", "no/such/folder"],
      /^galley: --root no\/such\/folder: there is no such folder\.\n$/,
    ],
    [["call", "text_editor", "-", "--stdin", "content"], /not both/],
    [["call", "text_editor", "[]", "--stdin", "content"], /must be an object/],
    [["call", "text_editor", '{"content":""}', "--stdin", "content"], /given twice/],
    [["call", "text_editor", "{}", "--file", "content"], /ARG=PATH/],
    [["call", "text_editor", "{}", "--file", "content=missing"], /cannot be read/],
    [["mcp", "--rot", "x"], /did you mean --root\?/],
    [["tools", "extra"], /too many/],
  ])("%j is wrong usage: one sentence, exit code 2", async (args, sentence) => {
    const run = args[0] === "cal" ? galleyProcess : galley;
    const { code, stdout, stderr } = await run(...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(sentence);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  });

  test("help and version are printed to standard output", async () => {
    for (const args of [
      [],
      ["--help"],
      ["help"],
      ["call", "-h"],
      ["help", "mcp"],
      ["call", "no_such_tool", "--help"],
    ]) {
      const { code, stdout, stderr } = await galley(...args);
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      expect(stdout).toContain("Usage");
    }
    expect((await galleyProcess("--version")).stdout).toBe(`${version}\n`);
    expect((await galley("open", "--version")).stdout).toBe(`${version}\n`);
    expect((await galley("call", "text_editor", "--help")).stdout).toContain("open_in_canvas (boolean)");
  });

  test("tools are listed, for people and for programs", async () => {
    const listed = JSON.parse((await galley("tools", "--json")).stdout);
    expect(listed[0]).toMatchObject({ name: "text_editor", changes: "documents", inputSchema: { type: "object" } });
    const { stdout } = await galleyProcess("tools");
    expect(
      stdout
        .trimEnd()
        .split("\n")
        .map((line) => line.split(" ")[0]),
    ).toEqual(listed.map(({ name }: { name: string }) => name));
  });

  test("a reader that closes the pipe is not an error", async () => {
    const child = fixture.start("tools", "--json");
    child.stdout.destroy();
    const { stderr } = await untilEnded(child);
    expect(stderr).toBe("");
    expect(child.exitCode).toBe(0);
  });
});

describe("input", () => {
  test("JSON comes from standard input, with or without a byte order mark", async () => {
    for (const mark of ["", "\uFEFF"]) {
      const content = `${mark === "" ? "with" : "without"} 世界 😀\n`;
      const { code } = await runGalley(
        fixture,
        ["call", "text_editor", "-"],
        mark + json({ action: "write", path: "in.md", content }),
      );
      expect(code).toBe(0);
      expect(await textOf("in.md")).toBe(content);
    }
  });

  test("standard input that is not JSON, or not UTF-8, is wrong usage", async () => {
    for (const input of ["", "{", Buffer.from([0x7b, 0xff])]) {
      const { code, stderr } = await runMain(fixture, ["call", "text_editor", "-"], input);
      expect(code).toBe(2);
      expect(stderr.trimEnd().split("\n")).toHaveLength(1);
    }
  });

  test("standard input fills one argument with a long text, byte for byte", async () => {
    const text = '\uFEFFquotes " and \\ and 世界\r\nlast line'.repeat(50_000);
    const args = ["call", "text_editor", json({ action: "write", path: "long.txt" }), "--stdin", "content"];
    const { code, stdout } = await runGalley(fixture, args, text);
    expect({ code, lines: JSON.parse(stdout).data.total_lines }).toEqual({ code: 0, lines: 50_001 });
    expect(await textOf("long.txt")).toBe(text);
  });

  test("a file fills one argument with its text", async () => {
    await writeFile(join(fixture.root, "draft=1.md"), "the draft\n");
    const { code } = await call({ action: "write", path: "b.md" }, "--file", "content=draft=1.md");
    expect(code).toBe(0);
    expect(await textOf("b.md")).toBe("the draft\n");
  });

  test.each([
    "a b.md",
    "-rf.md",
    "--help.md",
    "章节 一.md",
    "a&b$HOME`x`.md",
    'it\'s "so".md',
    "é\u0301.md",
    "deep/er/c.md",
  ])("a file may be called %s", async (path) => {
    // The operating system passes on names with what a shell or a parser of options could take for its own.
    const write = path.startsWith("a") || path.startsWith("-rf") ? callProcess : call;
    expect((await write({ action: "write", path, content: `I am ${path}` })).code).toBe(0);
    const read = await call({ action: "read", path });
    expect(JSON.parse(read.stdout).message).toContain(`I am ${path}`);
    expect(await textOf(path)).toBe(`I am ${path}`);
  });
});

describe("roots", () => {
  test("nothing outside the roots is reachable, and the folder outside stays unchanged", async () => {
    const before = await readdir(join(fixture.root, ".."));
    for (const path of ["../out.md", join(fixture.root, "..", "out.md"), "/etc/hostname", "a/../../out.md"]) {
      const { code, stdout } = await call({ action: "write", path, content: "x" });
      expect({ path, code, error: JSON.parse(stdout).error.code }).toEqual({
        path,
        code: 1,
        error: "outside_workspace",
      });
    }
    expect((await readdir(join(fixture.root, ".."))).filter((name) => !before.includes(name)).sort()).toEqual(["data"]);
  });

  test("several roots can be given; relative paths are relative to the first, and a root can be a file", async () => {
    await writeFile(join(fixture.root, "only.md"), "only");
    await call({ action: "write", path: "sub/x.md", content: "x" });
    const both = ["--root", "sub", "--root", "only.md"];
    expect((await call({ action: "read", path: "x.md" }, ...both)).code).toBe(0);
    expect((await call({ action: "read", path: join(fixture.root, "only.md") }, ...both)).code).toBe(0);
    expect((await call({ action: "read", path: join(fixture.root, "other.md") }, ...both)).code).toBe(1);
  });
});

describe("beside a running app", () => {
  const serveApp = async (changes: Partial<LocalApp> = {}) => {
    const diary: string[] = [];
    const app: LocalApp = {
      version,
      accepts: (roots) => roots.includes(fixture.root),
      run: async ({ name, arguments: given }) => ({
        ok: true,
        message: "from the app",
        summary: "s",
        data: { name, given },
      }),
      open: async (path) => {
        diary.push(`open ${path}`);
        return { ok: true };
      },
      connected: ({ name, kind }) => diary.push(`+ ${name}, ${kind}`),
      disconnected: () => diary.push("-"),
      called: (_id, description) => diary.push(description),
      ...changes,
    };
    const server = await serveLocal({ dataDir: fixture.dataDir, app, graceMs: 50 });
    if (server.status !== "serving") throw new Error(server.status);
    return { server, diary };
  };

  test("a call runs in the app", async () => {
    const { server, diary } = await serveApp();
    const { code, stdout } = await callProcess({ action: "read", path: "x.md" });
    expect({ code, envelope: JSON.parse(stdout) }).toMatchObject({
      code: 0,
      envelope: { message: "from the app", data: { name: "text_editor", given: { action: "read", path: "x.md" } } },
    });
    await server.close();
    expect(diary.slice(0, 2)).toEqual(["+ command line, command line", "text_editor read x.md"]);
  });

  test("a call with folders that the app has not open does not run in the app", async () => {
    const { server } = await serveApp({ accepts: () => false });
    await call({ action: "write", path: "x.md", content: "own" });
    expect(await textOf("x.md")).toBe("own");
    await server.close();
  });

  test("open shows a file in the app, whatever its name", async () => {
    const { server, diary } = await serveApp();
    await writeFile(join(fixture.root, "-文 a.md"), "");
    const { code, stdout } = await galleyProcess("open", "--", "-文 a.md");
    const path = join(fixture.root, "-文 a.md");
    expect({ code, stdout, diary }).toEqual({
      code: 0,
      stdout: `Opened ${path} in Galley\n`,
      diary: expect.arrayContaining([`open ${path}`]),
    });
    await server.close();
  });

  test("open reports why something cannot be shown", async () => {
    const { server } = await serveApp({ open: async () => ({ ok: false, error: { message: "It is a picture." } }) });
    expect(await galley("open", fixture.root)).toEqual({ code: 1, stdout: "", stderr: "galley: It is a picture.\n" });
    expect(await galley("open", "missing.md")).toEqual({
      code: 1,
      stdout: "",
      stderr: 'galley: There is no file or folder "missing.md".\n',
    });
    await server.close();
  });
});

describe.skipIf(process.platform === "win32")("galley open without a running app", () => {
  const openWith = async (script: string) => {
    const app = join(fixture.root, "app.sh");
    await writeFile(app, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    Object.assign(fixture.env, { GALLEY_APP: app, DISPLAY: ":9" });
    return galleyProcess("open", "app.sh", "--data", fixture.dataDir);
  };

  test("starts the app, with the file and the data folder", async () => {
    const { code, stdout } = await openWith('printf "%s|" "$@" > started; exec sleep 5');
    expect({ code, stdout }).toEqual({ code: 0, stdout: `Started Galley with ${join(fixture.root, "app.sh")}\n` });
    expect(await textOf("started")).toBe(`${join(fixture.root, "app.sh")}|--data|${fixture.dataDir}|`);
  });

  test("reports that the app ended at once, or does not exist", async () => {
    expect(await openWith("exit 3")).toEqual({
      code: 1,
      stdout: "",
      stderr: "galley: Galley exited right after it was started.\n",
    });
    Object.assign(fixture.env, { GALLEY_APP: join(fixture.root, "no-app") });
    const { code, stderr } = await galley("open", fixture.root);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(/^galley: Galley could not be started: .*\n$/),
    });
  });
});

test.runIf(process.platform === "linux")(
  "open without an app and without a display reports the missing display",
  async () => {
    const { code, stderr } = await galley("open", fixture.root);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(/^galley: There is no display here.*\n$/),
    });
  },
);
