import { expect, test, vi } from "vitest";
import { writingPrompts } from "../../../../core/tools/writing-prompts";
import type { ToolForm } from "../../../../shared/conversation";
import type { ModelRule, SlashCommand } from "../../../../shared/model-rules";
import { setLanguage } from "../../../ui/language";
import { expandCommand, expandPrompt, slashEntries } from "./slash-entries";

const command = (name: string, text: string): SlashCommand => ({
  name,
  text,
  description: "",
  hint: "",
  path: `.galley/commands/${name}.md`,
  origin: "folder",
});
const skill = (name: string, use: ModelRule["use"]): ModelRule => ({
  id: name,
  kind: "skill",
  name,
  description: "",
  path: name,
  origin: "user",
  bytes: 1,
  isCut: false,
  hash: "0",
  use,
  isChanged: false,
  problem: null,
});
const tool: ToolForm = { name: "grep", title: "Search", description: "", changes: "nothing", inputSchema: {} };
const known = {
  commands: [command("shorten", "Shorten."), command("grep-all", "Find.")],
  rules: [skill("verse", "yes"), skill("unseen", "undecided")],
  tools: [tool],
};
const names = (query: string) => slashEntries(query, known).map(({ name }) => name);

const galleys = ["review", "summarize", "continue", "fix", "answer_comments"];

test("own commands and agreed skills come first, then Galley's requests and the tools, and what is typed narrows them", () => {
  expect(names("")).toEqual(["shorten", "grep-all", "verse", ...galleys, "grep"]);
  expect(names("rev")[0]).toBe("review");
  expect(names("fix the dates")).toEqual(["fix"]);
  expect(names("ver")[0]).toBe("verse");
  expect(names("grep")[0]).toBe("grep");
  expect(names("shorten by half")).toEqual(["shorten"]);
});

test("arguments take their place in a command's text, or come last", () => {
  expect(expandCommand(command("a", "Shorten by $ARGUMENTS."), "a $& half")).toBe("Shorten by $& half.");
  expect(expandCommand(command("a", "Shorten."), "a the end")).toBe("Shorten.\n\nthe end");
  expect(expandCommand(command("a", "Shorten."), "a")).toBe("Shorten.");
});

test("an own command hides Galley's request of the same name", () => {
  const all = slashEntries("", { ...known, commands: [command("review", "My way.")] });
  expect(all.filter(({ name }) => name === "review").map(({ kind }) => kind)).toEqual(["command"]);
});

test("Galley's requests are in the language of the interface", async () => {
  vi.stubGlobal("document", { documentElement: { lang: "" } });
  await setLanguage("zh-CN");
  const [first] = slashEntries("审阅", known);
  await setLanguage("en");
  expect(first?.kind === "prompt" && first.prompt.title).toBe("审阅文档");
});

test("what is written after a request's name is added to it", () => {
  expect(expandPrompt(writingPrompts.en.fix, "fix the dates, too")).toMatch(
    /^Fix the section with .*\n\nthe dates, too$/s,
  );
  expect(expandPrompt(writingPrompts.en.fix, "fix")).not.toContain("undefined");
});
