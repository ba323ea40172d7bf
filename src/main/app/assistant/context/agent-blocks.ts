import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Turn } from "../../../../shared/conversation";
import { ToolError } from "../../../engine/ports/tool-error";
import type { AgentSession } from "../../acp";
import { createFence, undoneText } from "../core/fence";
import { assistantMessages } from "../core/messages";
import type { ResolvedChip } from "./chips";
import type { LoadImage } from "./model-prompt";

type Blocks = Parameters<AgentSession["prompt"]>[0]["blocks"];

const readOnly =
  "The user has made this conversation in Galley read-only: read and answer, and change no file. If they ask for an edit, say what you would write.";

/** A question as an agent gets it: its undone edits, the attached texts, and the user's words. */
export function agentBlocks(
  { ask }: Turn,
  { name, chips, undone }: { name: string; chips: readonly ResolvedChip[]; undone: readonly string[] },
  {
    folder,
    token,
    isReadOnly,
    capabilities,
    image,
  }: {
    folder: string | null;
    token: string;
    isReadOnly: boolean;
    capabilities: AgentSession["connection"]["capabilities"];
    image: LoadImage;
  },
): Blocks {
  const fence = createFence(token);
  const blocks: Blocks = [];
  if (isReadOnly) blocks.push({ type: "text", text: readOnly });
  if (undone.length > 0) blocks.push({ type: "text", text: undoneText(undone, fence) });
  for (const { chip, context } of chips) {
    const { kind, label, text } = context;
    if (context.image !== undefined) {
      const { notTaken, notTakenHint } = assistantMessages.images;
      if (capabilities.promptCapabilities?.image !== true)
        throw new ToolError("unsupported", notTaken(name), { hint: notTakenHint });
      const found = image(context.image.id);
      if (found !== null) blocks.push({ type: "image", mimeType: found.mime, data: found.data });
      continue;
    }
    const path = "path" in chip && folder !== null ? resolve(folder, chip.path) : null;
    if (capabilities.promptCapabilities?.embeddedContext === true) {
      const uri = path === null ? `galley:${kind}/${encodeURIComponent(label)}` : pathToFileURL(path).href;
      blocks.push({ type: "resource", resource: { uri, mimeType: "text/markdown", text } });
    } else blocks.push({ type: "text", text: fence.wrap(kind, label, text) });
  }
  if (ask.kind === "words") blocks.push({ type: "text", text: ask.text });
  return blocks;
}
