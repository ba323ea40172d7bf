import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Turn } from "../../../shared/conversation";
import type { AgentSession } from "../acp";
import type { ResolvedChip } from "./chips";
import { createFence } from "./fence";

type Blocks = Parameters<AgentSession["prompt"]>[0]["blocks"];

/** A question as an agent gets it: its undone edits, the attached texts, and the user's words. */
export function agentBlocks(
  { ask }: Turn,
  { chips, undone }: { chips: readonly ResolvedChip[]; undone: readonly string[] },
  {
    folder,
    token,
    capabilities,
  }: { folder: string | null; token: string; capabilities: AgentSession["connection"]["capabilities"] },
): Blocks {
  const fence = createFence(token);
  const blocks: Blocks = [];
  if (undone.length > 0)
    blocks.push({
      type: "text",
      text: `Since your last answer the user undid these edits of yours; do not make them again unless asked.\n${fence.wrap("undone edits", "review", undone.join("\n\n"))}`,
    });
  for (const { chip, context } of chips) {
    const { kind, label, text } = context;
    const path = "path" in chip && folder !== null ? resolve(folder, chip.path) : null;
    if (capabilities.promptCapabilities?.embeddedContext === true) {
      const uri = path === null ? `galley:${kind}/${encodeURIComponent(label)}` : pathToFileURL(path).href;
      blocks.push({ type: "resource", resource: { uri, mimeType: "text/markdown", text } });
    } else blocks.push({ type: "text", text: fence.wrap(kind, label, text) });
  }
  if (ask.kind === "words") blocks.push({ type: "text", text: ask.text });
  return blocks;
}
