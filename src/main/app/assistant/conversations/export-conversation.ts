import type { Conversation, Part, Turn } from "../../../../shared/conversation";
import { assistantMessages } from "../core/messages";

/** A conversation as Markdown: questions, answers and tool calls in order. */
export function conversationMarkdown({ title, turns }: Conversation): string {
  const blocks = [`# ${oneLine(title)}`, ...turns.flatMap(turnBlocks)];
  return `${blocks.join("\n\n")}\n`;
}

function turnBlocks(turn: Turn): string[] {
  const t = assistantMessages.export;
  const { ask, model, state, parts, at } = turn;
  const blocks: string[] = [];
  if (turn.summary) blocks.push(`> ${t.summarised(turn.summary.turns)}\n>\n${turn.summary.text.replace(/^/gm, "> ")}`);
  if (ask.kind === "words") {
    blocks.push(`## ${t.you} · ${at.slice(0, 16).replace("T", " ")}`, ask.text);
    if (ask.chips.length > 0) blocks.push(`*${t.context(ask.chips.map(({ label }) => oneLine(label)).join(" · "))}*`);
    if (model !== null) blocks.push(`## ${oneLine(model)}`);
  } else
    blocks.push(
      `## ${t.ranTool(oneLine(ask.tool))} · ${at.slice(0, 16).replace("T", " ")}`,
      fenced(ask.arguments, "json"),
    );
  blocks.push(...parts.flatMap(partBlocks));
  if (state.status === "stopped" || state.status === "interrupted") blocks.push(`*${t.state[state.status]}*`);
  if (state.status === "failed" || state.status === "limited") blocks.push(`> ${oneLine(state.why.message)}`);
  return blocks;
}

function partBlocks(part: Part): string[] {
  if (part.kind === "thinking") return [];
  if (part.kind === "note") return [`> ${oneLine(part.text)}`];
  if (part.kind === "plan")
    return [part.entries.map(({ text, status }) => `- [${status === "done" ? "x" : " "}] ${oneLine(text)}`).join("\n")];
  if (part.kind === "text")
    return part.isWhole ? [part.text.trim()] : [part.text.trim(), `*${assistantMessages.export.state.cut}*`];
  return [
    `- **${oneLine(part.title)}** (\`${part.tool.replaceAll("`", "")}\`): ${oneLine(part.summary ?? part.state)}`,
  ];
}

const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

/** Fences the text with more backticks than it contains. */
function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}
