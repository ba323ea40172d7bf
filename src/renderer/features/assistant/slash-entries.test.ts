import { expect, test } from "vitest";
import type { ToolForm } from "../../../shared/conversation";
import type { ModelRule, SlashCommand } from "../../../shared/model-rules";
import { expandCommand, slashEntries } from "./slash-entries";

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

test("own commands and agreed skills come before the tools, and what is typed narrows them", () => {
  expect(names("")).toEqual(["shorten", "grep-all", "verse", "grep"]);
  expect(names("ver")).toEqual(["verse"]);
  expect(names("grep")[0]).toBe("grep");
  expect(names("shorten by half")).toEqual(["shorten"]);
});

test("arguments take their place in a command's text, or come last", () => {
  expect(expandCommand(command("a", "Shorten by $ARGUMENTS."), "a $& half")).toBe("Shorten by $& half.");
  expect(expandCommand(command("a", "Shorten."), "a the end")).toBe("Shorten.\n\nthe end");
  expect(expandCommand(command("a", "Shorten."), "a")).toBe("Shorten.");
});
