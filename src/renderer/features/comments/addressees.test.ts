import { expect, test } from "vitest";
import type { AssistantSetup } from "../../../shared/assistant-setup";
import { addresseesIn, matchingAddressees, mentionAt, mentionedIn } from "./addressees";

const agent = (id: string, name: string, command: string | null) => ({
  id,
  name,
  command,
  install: null,
  version: null,
  logins: [],
});
const setup: AssistantSetup = {
  providers: [
    {
      id: "p1",
      kind: "anthropic",
      name: "Anthropic",
      baseUrl: "",
      model: "claude-sonnet",
      contextLimit: null,
      price: null,
      key: "stored",
    },
  ],
  current: "p1",
  agent: null,
  agents: [
    agent("claude", "Claude Code", "claude"),
    agent("codex", "Codex", "codex"),
    agent("gemini", "Gemini CLI", null),
  ],
  registry: { address: "", loadedAt: null },
  keyStore: { isSafe: true, warning: null },
  limits: { idleSeconds: 60, calls: 100 },
};
const all = addresseesIn(setup);
const named = (text: string) => mentionedIn(text, all)?.id ?? null;

test("who can be asked is what is installed and set up, the chosen one first", () => {
  expect(all.map(({ id }) => id)).toEqual(["p1", "claude", "codex"]);
});

test("a mention names an agent by its name, the first word of it, or a model", () => {
  expect(named("@Claude, is that so?")).toBe("claude");
  expect(named("Look at this, @claude-code.")).toBe("claude");
  expect(named("(@Codex)")).toBe("codex");
  expect(named("@claude-sonnet please")).toBe("p1");
  expect(named("@nobody @Codex")).toBe("codex");
});

test("an address, a code or half a name is no mention", () => {
  expect(named("ann@codex.com")).toBeNull();
  expect(named("a.b@Codex")).toBeNull();
  expect(named("@Co")).toBeNull();
  expect(named("@Gemini is not installed")).toBeNull();
  expect(named("@")).toBeNull();
});

test("what is typed after an @ is completed", () => {
  expect(mentionAt("Ask @Cl", 7)).toEqual({ from: 4, typed: "Cl" });
  expect(mentionAt("Ask @Cl now", 11)).toBeNull();
  expect(mentionAt("ann@ex", 6)).toBeNull();
  expect(matchingAddressees("c", all).map(({ id }) => id)).toEqual(["p1", "claude", "codex"]);
  expect(matchingAddressees("cod", all).map(({ id }) => id)).toEqual(["claude", "codex"]);
});
