import { type WritingPrompt, writingPromptNames, writingPrompts } from "../../../../core/tools/writing-prompts";
import type { ToolForm } from "../../../../shared/conversation";
import type { ModelRule, SlashCommand } from "../../../../shared/model-rules";
import { candidate, queryWords, scoreOf } from "../../../ui/fuzzy";
import { $language } from "../../../ui/language";
import { titleOfTool } from "./tool-form-messages";

/** What can be chosen behind `/`: an own command, a skill that the user has agreed to, a request for writers that Galley brings, or a tool. */
export type SlashEntry =
  | { kind: "command"; name: string; command: SlashCommand }
  | { kind: "skill"; name: string; skill: ModelRule }
  | { kind: "prompt"; name: string; prompt: WritingPrompt }
  | { kind: "tool"; name: string; tool: ToolForm };

type SlashSources = { commands: readonly SlashCommand[]; rules: readonly ModelRule[]; tools: readonly ToolForm[] };

/**
 * The entries that fit what stands behind the `/`, own ones first; an own command hides Galley's request of the same name. What follows the name of
 * either are its arguments.
 */
export function slashEntries(query: string, { commands, rules, tools }: SlashSources): SlashEntry[] {
  const [first = ""] = query.split(/\s/, 1);
  const hasArguments = first !== "" && /\s/.test(query);
  const own: SlashEntry[] = [
    ...commands.map((command) => ({ kind: "command" as const, name: command.name, command })),
    ...rules
      .filter(({ kind, use }) => kind === "skill" && use === "yes")
      .map((skill) => ({ kind: "skill" as const, name: skill.name, skill })),
  ];
  const prompts = writingPrompts[$language.get()];
  own.push(
    ...writingPromptNames
      .filter((name) => !commands.some((command) => command.name === name))
      .map((name) => ({ kind: "prompt" as const, name, prompt: prompts[name] })),
  );
  if (hasArguments) {
    const named = own.filter(({ name }) => name === first);
    if (named.length > 0) return named;
  }
  const all: SlashEntry[] = [...own, ...tools.map((tool) => ({ kind: "tool" as const, name: tool.name, tool }))];
  const words = queryWords(query);
  if (words.length === 0) return all;
  const scored = all.flatMap((entry) => {
    const score = scoreOf(candidate(wordsOf(entry), "words"), words);
    return score === null ? [] : [{ entry, score: entry.name === first ? Number.POSITIVE_INFINITY : score }];
  });
  return scored.sort((one, other) => other.score - one.score).map(({ entry }) => entry);
}

function wordsOf(entry: SlashEntry): string {
  if (entry.kind === "tool") return `${titleOfTool(entry.tool)} ${entry.tool.title} ${entry.name}`;
  if (entry.kind === "prompt") return `${entry.name} ${entry.prompt.title}`;
  return entry.kind === "command"
    ? `${entry.name} ${entry.command.description}`
    : `${entry.name} ${entry.skill.description}`;
}

/** The question that Galley's request makes of what stands behind the `/`. */
export const expandPrompt = (prompt: WritingPrompt, query: string): string =>
  prompt.text({ wishes: query.replace(/^\S*\s*/, "").trim() || undefined });

/** The question that a command makes of what stands behind the `/`. Arguments without a place of their own come last. */
export function expandCommand({ text }: SlashCommand, query: string): string {
  const given = query.replace(/^\S*\s*/, "").trim();
  if (text.includes("$ARGUMENTS")) return text.replaceAll("$ARGUMENTS", () => given);
  return given === "" ? text : `${text}\n\n${given}`;
}
