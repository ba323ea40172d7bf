import { chmod, mkdir, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type CliFixture, createCliFixture, runGalley } from "./testing/galley-process";

let fixture: CliFixture;
let home: string;

beforeEach(async () => {
  fixture = await createCliFixture();
  ({ home } = fixture);
  for (const name of ["XDG_CONFIG_HOME", "CODEX_HOME", "CLAUDE_CONFIG_DIR", "GEMINI_CLI_HOME", "APPDATA"])
    delete fixture.env[name];
});
afterEach(() => fixture.remove());

// In a process of its own, because it writes to the home folder.
const connect = (...args: string[]) => runGalley(fixture, ["connect", ...args]);
const read = (path: string) => readFile(path, "utf8");
const place = async (path: string, text: string) => {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
};

/** What each client gets in an empty home, by its file. */
const files = {
  claude: ".claude.json",
  codex: ".codex/config.toml",
  gemini: ".gemini/settings.json",
  opencode: ".config/opencode/opencode.json",
  cursor: ".cursor/mcp.json",
  zed: ".config/zed/settings.json",
};

// TOML, and JSON with comments. The tests below write the files of the other clients, too.
const sample = ["codex", "opencode"];
test.each(Object.entries(files).filter(([client]) => process.env["GALLEY_LONG"] || sample.includes(client)))(
  "%s: its own file gets an entry, and undo leaves nothing behind",
  async (client, file) => {
    expect(await connect(client, "--yes", "--tools", "documents")).toMatchObject({ code: 0, stderr: "" });
    const text = await read(join(home, file));
    expect(text).toContain("bin/galley");
    for (const word of ["mcp", "--root", fixture.root, "--tools", "documents"])
      expect(text).toContain(JSON.stringify(word));
    expect(await connect(client, "--undo", "--yes")).toMatchObject({ code: 0, stderr: "" });
    expect(await readdir(home)).toEqual([]);
  },
);

test("the written command is this one, with the folder and the data, and connecting again says so", async () => {
  await connect("claude", "--yes");
  const { command, args } = JSON.parse(await read(join(home, ".claude.json"))).mcpServers.galley;
  expect(command).toMatch(/bin\/galley$/);
  expect(args.slice(0, 3)).toEqual(["mcp", "--root", fixture.root]);
  expect(args.slice(3)).toEqual(["--data", fixture.dataDir]);
  const again = await connect("claude", "--format", "text");
  expect(again).toMatchObject({ code: 0 });
  expect(again.stdout).toContain("Claude Code is already connected");
});

test("without --yes and without a terminal the difference is shown, and nothing is written", async () => {
  const path = join(home, ".gemini/settings.json");
  await place(path, '{\n  // mine\n  "theme": "x" // one\n}\n');
  const shown = await connect("gemini", "--format", "text");
  expect(shown).toMatchObject({ code: 1 });
  expect(shown.stdout).toContain('+  "mcpServers": {\n');
  expect(shown.stdout).toContain("   // mine\n");
  expect(shown.stderr).toContain("Nothing was written: add --yes, or run it in a terminal.");
  expect(await read(path)).toBe('{\n  // mine\n  "theme": "x" // one\n}\n');
});

test("a file that was changed meanwhile keeps the change when the connection is taken back", async () => {
  const path = join(home, ".codex/config.toml");
  await place(path, '# mine\nmodel = "o3"\n');
  await connect("codex", "--yes");
  await writeFile(path, (await read(path)).replace("o3", "o4"));
  expect(await connect("codex", "--undo", "--yes")).toMatchObject({ code: 0 });
  expect(await read(path)).toBe('# mine\nmodel = "o4"\n');
  const again = await connect("codex", "--undo", "--yes");
  expect(again).toMatchObject({ code: 1, stdout: "" });
  expect(again.stderr).toContain("Galley has not connected Codex");
});

test("an entry that the user changed since is not taken back", async () => {
  const path = join(home, ".cursor/mcp.json");
  await connect("cursor", "--yes");
  await writeFile(path, (await read(path)).replace('"mcp"', '"mcp", "--structured"'));
  const text = await read(path);
  const refused = await connect("cursor", "--undo", "--yes");
  expect(refused).toMatchObject({ code: 1, stdout: "" });
  expect(refused.stderr).toContain("its entry mcpServers.galley was changed since");
  expect(await read(path)).toBe(text);
});

test("a file that cannot be parsed is rejected with the place, and stays", async () => {
  await place(join(home, ".claude.json"), '{\n  "a": oops\n}');
  const json = await connect("claude", "--yes");
  expect(json).toMatchObject({ code: 1, stdout: "" });
  expect(json.stderr).toContain("not valid JSON in line 2, column 8. Nothing was written.");
  expect(await read(join(home, ".claude.json"))).toBe('{\n  "a": oops\n}');
  await place(join(home, ".codex/config.toml"), "a = [\n");
  expect((await connect("codex", "--yes")).stderr).toContain("not valid TOML in line");
  await writeFile(join(home, ".claude.json"), Buffer.from([0x7b, 0xff, 0x7d]));
  expect((await connect("claude", "--yes")).stderr).toContain("is not UTF-8 text");
  expect((await connect()).stdout).toContain("not valid TOML");
});

test("the project's file, a link to a file elsewhere, its permissions, and the file as it was are kept", async () => {
  const target = join(home, "dotfiles/mcp.json");
  await place(target, '{"mcpServers": {"a": {"command": "a"}}}');
  await chmod(target, 0o600);
  await mkdir(join(fixture.root, ".cursor"));
  await symlink(target, join(fixture.root, ".cursor/mcp.json"));
  const { changes } = JSON.parse((await connect("cursor", "--project", "--yes")).stdout);
  expect(changes[0]).toMatchObject({ path: target, status: "written" });
  expect(await read(changes[0].backup)).toBe('{"mcpServers": {"a": {"command": "a"}}}');
  expect(Object.keys(JSON.parse(await read(target)).mcpServers)).toEqual(["a", "galley"]);
  expect((await stat(target)).mode & 0o777).toBe(0o600);
  expect(await readdir(join(fixture.root, ".cursor"))).toEqual(["mcp.json"]);
});

test("the user's own keys of the entry stay, and the form of opencode's file is kept", async () => {
  const path = join(home, ".config/opencode/opencode.jsonc");
  await place(path, '{ "mcp": { "servers": { "galley": { "url": "http://x", "environment": { "A": "1" } } } } }');
  await connect("opencode", "--yes");
  const { galley } = JSON.parse(await read(path)).mcp.servers;
  expect(galley).toEqual({ type: "local", command: expect.any(Array), environment: { A: "1" } });
});

test("claude gets hooks that name the writer of its own edits; others stay, and undo takes ours out", async () => {
  const path = join(home, ".claude/settings.json");
  const own = '{\n  "hooks": {\n    "Stop": [{ "hooks": [{ "type": "command", "command": "mine" }] }]\n  }\n}\n';
  await place(path, own);
  expect(await connect("claude", "--yes", "--no-hook")).toMatchObject({ code: 0 });
  expect(await read(path)).toBe(own);
  const shown = await connect("claude", "--format", "text");
  expect(shown.stdout).toContain("PostToolUse");
  expect(await connect("claude", "--yes")).toMatchObject({ code: 0 });
  const [hook] = JSON.parse(await read(path)).hooks.PreToolUse[0].hooks;
  expect(hook.command).toContain(`/bin/galley hook claude --data ${fixture.dataDir} || true`);
  await writeFile(path, (await read(path)).replace('"mine"', '"still mine"'));
  expect(await connect("claude", "--undo", "--yes")).toMatchObject({ code: 0 });
  expect(JSON.parse(await read(path))).toEqual(JSON.parse(own.replace('"mine"', '"still mine"')));
});

test("the skill is installed beside the connection, and taken back with it", async () => {
  expect(await connect("claude", "--skill", "--project", "--yes")).toMatchObject({ code: 0 });
  const skill = join(fixture.root, ".claude/skills/galley/SKILL.md");
  expect(await read(skill)).toContain("name: galley\n");
  expect(await connect("claude", "--undo", "--project", "--yes")).toMatchObject({ code: 0 });
  expect(await readdir(fixture.root)).toEqual([]);
  await connect("claude", "--skill", "--yes");
  await writeFile(join(home, ".claude/skills/galley/SKILL.md"), "mine");
  const kept = await connect("claude", "--undo", "--skill", "--yes");
  expect(kept.stderr).toContain("was changed since Galley wrote it");
  expect(await read(join(home, ".claude/skills/galley/SKILL.md"))).toBe("mine");
});

test("the list says which clients are connected, and where", async () => {
  await connect("zed", "--yes");
  const { clients } = JSON.parse((await connect()).stdout);
  expect(clients.filter((each: { connected: boolean }) => each.connected)).toEqual([
    { client: "zed", scope: "user", path: join(home, files.zed), connected: true },
  ]);
  const wrong = await connect("emacs");
  expect(wrong).toMatchObject({ code: 2 });
  expect(wrong.stderr).toContain("takes claude, codex, gemini, opencode, cursor, zed");
});
