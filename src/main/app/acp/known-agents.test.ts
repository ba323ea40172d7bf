import { describe, expect, it } from "vitest";
import { installLine, knownAgents, knownAs, ownAgents } from "./known-agents";

describe("the user's own agents", () => {
  const read = (setting: string) => ownAgents(setting).map(({ id, name, commands }) => ({ id, name, ...commands[0] }));

  it("are read as names with commands and arguments", () => {
    expect(read("My agent = /opt/agent --acp; Other = other")).toEqual([
      { id: "own-my-agent", name: "My agent", command: "/opt/agent", args: ["--acp"] },
      { id: "own-other", name: "Other", command: "other", args: [] },
    ]);
  });

  it("keep quoted spaces, semicolons and equals signs together", () => {
    expect(read('A = "/opt/my agent" "--say=a; b" --port=80')).toEqual([
      { id: "own-a", name: "A", command: "/opt/my agent", args: ["--say=a; b", "--port=80"] },
    ]);
  });

  it("have ids of their own in every script", () => {
    const ids = read("编辑 = one; 译者 = two; Éditeur = three; editeur = four").map(({ id }) => id);
    expect(new Set(ids).size).toBe(4);
    for (const id of ids) expect(id).toMatch(/^own-[a-z0-9-]+$/);
  });

  it("leave out what has no name or no command, and a name that is taken", () => {
    expect(read("= x; B =; C; A = one; a = two")).toEqual([{ id: "own-a", name: "A", command: "one", args: [] }]);
  });
});

it("a known agent is installed in exactly one version", () => {
  for (const agent of knownAgents)
    expect(installLine(agent)).toMatch(/^npm install --global @?[a-z/-]+@\d+\.\d+\.\d+$/);
});

it("an agent of the user's own is known by the name of its command", () => {
  const known = (setting: string) => ownAgents(setting).map(knownAs);
  expect(known('A = /opt/claude-agent-acp; B = "C:\\agents\\gemini.cmd" --x; C = claude; D = opencode-like')).toEqual([
    "claude",
    "gemini",
    null,
    null,
  ]);
  expect(knownAgents.map(knownAs)).toEqual(["claude", "codex", "gemini", "opencode"]);
});
