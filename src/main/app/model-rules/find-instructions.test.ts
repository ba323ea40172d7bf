import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { MAX_INSTRUCTION_FILES } from "../core/limits";
import { createAgentInstructions } from "./agent-instructions";

const tops: string[] = [];
afterEach(() => {
  for (const each of tops.splice(0)) rmSync(each, { recursive: true, force: true });
});

/** A home with a repository in it, and in that the folder that is open. */
function place() {
  const top = realpathSync(mkdtempSync(join(tmpdir(), "galley-instructions-")));
  tops.push(top);
  const home = join(top, "home");
  const repository = join(home, "work", "repository");
  const folder = join(repository, "book");
  mkdirSync(join(repository, ".git"), { recursive: true });
  mkdirSync(folder);
  const service = createAgentInstructions(join(top, "data"), home);
  const put = (path: string, text = path): void => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  };
  const open = async (agent: string | null) => (await service.open({ agent, folder })).files;
  const paths = async (agent: string | null) => (await open(agent)).map(({ path }) => path).sort();
  return { top, home, repository, folder, service, put, open, paths };
}

describe("the files that an agent takes instructions from", () => {
  it("are those that this agent reads: in the folder, above it and below it, but not the user's own", async () => {
    const { home, repository, folder, put, paths } = place();
    put(join(home, "CLAUDE.md"));
    put(join(home, ".claude/settings.json"));
    put(join(home, "work/CLAUDE.md"));
    put(join(home, "work/AGENTS.md"));
    put(join(home, "work/.claude/settings.json"));
    put(join(repository, "AGENTS.md"));
    put(join(repository, ".mcp.json"));
    put(join(folder, "CLAUDE.md"));
    put(join(folder, ".claude/settings.json"));
    put(join(folder, ".claude/skills/style/SKILL.md"));
    put(join(folder, ".claude/worktrees/one/CLAUDE.md"));
    put(join(folder, ".agents/skills/law/SKILL.md"));
    put(join(folder, ".codex/config.toml"));
    put(join(folder, ".gemini/settings.json"));
    put(join(folder, "GEMINI.md"));
    put(join(folder, "opencode.json"));
    put(join(folder, ".opencode/plugin/x.ts"));
    put(join(folder, ".opencode/node_modules/x/index.js"));
    put(join(folder, "part/one/CLAUDE.md"));
    put(join(folder, "node_modules/x/CLAUDE.md"));
    const above = (name: string) => join(repository, name);
    expect(await paths("claude")).toEqual(
      [
        ".claude/settings.json",
        ".claude/skills/style/SKILL.md",
        "CLAUDE.md",
        "part/one/CLAUDE.md",
        above(".mcp.json"),
        above("AGENTS.md"),
        join(home, "work/AGENTS.md"),
        join(home, "work/CLAUDE.md"),
      ].sort(),
    );
    expect(await paths("codex")).toEqual(
      [".agents/skills/law/SKILL.md", ".codex/config.toml", above("AGENTS.md")].sort(),
    );
    expect(await paths("gemini")).toEqual([".agents/skills/law/SKILL.md", ".gemini/settings.json", "GEMINI.md"]);
    expect(await paths("opencode")).toEqual(
      [
        ".agents/skills/law/SKILL.md",
        ".claude/skills/style/SKILL.md",
        ".opencode/plugin/x.ts",
        "CLAUDE.md",
        "opencode.json",
        "part/one/CLAUDE.md",
        above("AGENTS.md"),
        join(home, "work/AGENTS.md"),
        join(home, "work/CLAUDE.md"),
      ].sort(),
    );
    expect(await paths(null)).toEqual([".agents/skills/law/SKILL.md", above("AGENTS.md")].sort());
    expect(await paths("__proto__")).toEqual(await paths(null));
  });

  it("are none in the user's home itself, and none where there is nothing", async () => {
    const { home, service, put, paths } = place();
    put(join(home, "CLAUDE.md"));
    expect(await service.open({ agent: "claude", folder: home })).toEqual({ files: [], isCut: false });
    expect(await paths("claude")).toEqual([]);
    expect((await service.open({ agent: "claude", folder: join(home, "nowhere") })).files).toEqual([]);
  });

  it("are marked if programs can run because of them", async () => {
    const { folder, put, open } = place();
    put(join(folder, ".mcp.json"), "{}");
    put(join(folder, ".env"), "A=b");
    put(join(folder, ".claude/settings.local.json"), "{}");
    put(join(folder, ".claude/agents/plain.md"), "Write well.");
    put(join(folder, ".claude/agents/hooked.md"), "---\nhooks:\n  Stop: x\n---\n");
    put(join(folder, ".claude/commands/now.md"), "The time is !`date`.");
    put(join(folder, ".claude/skills/a/run.sh"), "echo");
    put(join(folder, ".codex/config.toml"), "");
    put(join(folder, ".gemini/settings.json"), "{}");
    put(join(folder, ".gemini/commands/now.toml"), 'prompt = "!{date}"');
    put(join(folder, "opencode.jsonc"), "{}");
    put(join(folder, ".opencode/tool/a.txt"), "");
    put(join(folder, "AGENTS.md"), "hooks: none. Say !`x`.");
    const marked = async (agent: string) =>
      (await open(agent))
        .filter(({ canRun }) => canRun)
        .map(({ path }) => path)
        .sort();
    expect(await marked("claude")).toEqual([
      ".claude/agents/hooked.md",
      ".claude/commands/now.md",
      ".claude/settings.local.json",
      ".claude/skills/a/run.sh",
      ".mcp.json",
    ]);
    expect(await marked("codex")).toEqual([".codex/config.toml"]);
    expect(await marked("gemini")).toEqual([".env", ".gemini/commands/now.toml", ".gemini/settings.json"]);
    expect(await marked("opencode")).toEqual([".claude/skills/a/run.sh", ".opencode/tool/a.txt", "opencode.jsonc"]);
  });

  it("are followed through links, and shown with where these lead", async () => {
    const { top, folder, put, open } = place();
    put(join(folder, "AGENTS.md"), "Rules");
    symlinkSync("AGENTS.md", join(folder, "CLAUDE.md"));
    put(join(top, "elsewhere/skills/evil/SKILL.md"), "Evil");
    mkdirSync(join(folder, ".claude"));
    symlinkSync(join(top, "elsewhere/skills"), join(folder, ".claude/skills"));
    symlinkSync(join(folder, ".claude"), join(folder, ".claude/again"));
    symlinkSync(join(folder, "nothing"), join(folder, "CLAUDE.local.md"));
    const files = await open("claude");
    expect(files.map(({ path, link }) => ({ path, link }))).toEqual([
      { path: "CLAUDE.md", link: { to: "AGENTS.md", isOutside: false } },
      { path: "AGENTS.md", link: null },
      {
        path: ".claude/skills/evil/SKILL.md",
        link: { to: join(top, "elsewhere/skills/evil/SKILL.md"), isOutside: true },
      },
    ]);
  });

  it("are also those that a file of rules imports", async () => {
    const { folder, put, paths } = place();
    put(join(folder, "CLAUDE.md"), "See @docs/style.md, @nobody and mail@docs/no.md. @~/.profile");
    put(join(folder, "docs/style.md"), "And @more.md, @style.md.");
    put(join(folder, "docs/more.md"), "@../../outside.md");
    put(join(folder, "../outside.md"), "Outside");
    put(join(folder, "docs/no.md"), "No");
    expect(await paths("claude")).toEqual([
      join(dirname(folder), "outside.md"),
      "CLAUDE.md",
      "docs/more.md",
      "docs/style.md",
    ]);
    expect(await paths("opencode")).toEqual(["CLAUDE.md"]);
  });

  it("are asked about until exactly their bytes are agreed to, for whichever agent", async () => {
    const { top, home, folder, service, put, open } = place();
    put(join(folder, "AGENTS.md"), "One");
    put(join(folder, ".agents/skills/a/SKILL.md"), "Two");
    await service.agree(await open("codex"));
    expect(await open("codex")).toEqual([]);
    expect(await open("opencode")).toEqual([]);
    put(join(folder, "AGENTS.md"), "Another");
    put(join(folder, ".agents/skills/a/run.sh"), "New");
    const later = createAgentInstructions(join(top, "data"), home);
    expect(await later.load()).toEqual([]);
    const { files } = await later.open({ agent: "codex", folder });
    expect(files.map(({ path, isChanged }) => ({ path, isChanged }))).toEqual([
      { path: "AGENTS.md", isChanged: true },
      { path: ".agents/skills/a/run.sh", isChanged: false },
    ]);
  });

  it("are shown as the agent reads them, with every character visible, and only as they were listed", async () => {
    const { folder, service, put, open } = place();
    put(join(folder, "AGENTS.md"), "Be kind.\u202e\r\n\tAnd short.");
    const [file] = await open(null);
    const query = { agent: null, folder };
    if (file === undefined) throw new Error("nothing was found");
    expect(await service.text(query, file)).toBe("Be kind.\\u{202e}\n\tAnd short.");
    put(join(folder, "AGENTS.md"), "Be unkind.");
    await expect(service.text(query, file)).rejects.toThrow("has changed or no longer exists");
    put(join(folder, "secret.md"), "Secret");
    await expect(service.text(query, { id: join(folder, "secret.md"), hash: file.hash })).rejects.toThrow(
      "no longer exists",
    );
  });

  it("are bounded: pipes are not opened, long and unreadable texts are named, and too many are asked about each time", async () => {
    const { folder, service, put, open } = place();
    execFileSync("mkfifo", [join(folder, "AGENTS.md")]);
    put(join(folder, ".agents/long.md"), "x".repeat(2 * 1024 * 1024));
    writeFileSync(join(folder, ".agents/image.png"), Buffer.from([0xff, 0, 1]));
    const files = await open(null);
    expect(files.map(({ path, problem, canRun }) => ({ path, problem, canRun }))).toEqual([
      { path: "AGENTS.md", problem: expect.stringContaining("not a regular file"), canRun: false },
      { path: ".agents/image.png", problem: expect.stringContaining("UTF-8"), canRun: false },
      { path: ".agents/long.md", problem: expect.stringContaining("too large"), canRun: true },
    ]);
    await service.agree(files);
    expect(await open(null)).toEqual([]);
    put(join(folder, ".agents/long.md"), `${"x".repeat(2 * 1024 * 1024 - 1)}y`);
    expect((await open(null)).map(({ path }) => path)).toEqual([".agents/long.md"]);
    for (let at = 0; at < MAX_INSTRUCTION_FILES; at++) put(join(folder, `.agents/skills/s${at}/SKILL.md`), String(at));
    const many = await service.open({ agent: null, folder });
    expect([many.files.length, many.isCut]).toEqual([MAX_INSTRUCTION_FILES, true]);
    await service.agree(many.files);
    expect((await service.open({ agent: null, folder })).files).toHaveLength(MAX_INSTRUCTION_FILES);
  });
});
