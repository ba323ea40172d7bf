import type { LanguageModelV4FunctionTool } from "@ai-sdk/provider";
import { estimateTokens } from "../../../../core/text/tokens";
import { canRead } from "../../../../core/tools/reading-calls";
import type { ToolSet } from "../../../../core/tools/tool-sets";
import type { RequestSize } from "../../../../shared/request-size";
import type { ToolDescription } from "../../../engine/ports/caller";
import { schemaForModel } from "../../../engine/ports/model-schema";
import type { AgreedRules } from "../../model-rules";
import type { PanelTool } from "../approvals/panel-tool";
import { type Reading, systemPrompt } from "./system-prompt";

/** The tools for a small context: enough to find, read and edit a text. */
const coreTools = ["text_editor", "doc_toc", "doc_read", "grep"];

/** Share of the context that instructions and tools may take; with more, a smaller offer is made. */
const largestShare = 0.4;

/** The instructions and tools of a request. They stay the same as long as the model and the settings do. */
export type Offer = { level: RequestSize["offer"]; system: string; tools: LanguageModelV4FunctionTool[] };

/** The largest offer that fits into a context of `limit` tokens (null: unknown, so no limit). */
export function offerFor(
  limit: number | null,
  {
    tools,
    sets,
    folder,
    token,
    rules,
    panelTools,
    reading = null,
  }: {
    tools: readonly ToolDescription[];
    sets: readonly ToolSet[];
    folder: string | null;
    token: string;
    rules: AgreedRules;
    /** Tools that are offered at every level, after the others. */
    panelTools: readonly PanelTool[];
    /** Only tools that can read are offered. */
    reading?: Reading;
  },
): Offer {
  const offer = (level: Offer["level"], isOffered: (tool: ToolDescription) => boolean): Offer => ({
    level,
    system: systemPrompt({ folder, token, rules, isShort: level === "core", reading }),
    tools: [
      ...tools
        .filter((tool) => isOffered(tool) && (reading === null || canRead(tool)))
        .map((tool) => ({
          type: "function" as const,
          name: tool.name,
          description: tool.description,
          inputSchema: schemaForModel(tool),
        })),
      ...panelTools
        .filter(({ isForeign }) => !(isForeign && (reading !== null || level === "core")))
        .map(({ name, description, inputSchema }) => ({
          type: "function" as const,
          name,
          description,
          inputSchema,
        })),
    ],
  });
  const fits = ({ system, tools }: Offer): boolean =>
    limit === null || estimateTokens(system) + estimateTokens(JSON.stringify(tools)) <= limit * largestShare;
  const chosen = offer("chosen", ({ set }) => sets.includes(set));
  if (fits(chosen)) return chosen;
  const documents = offer("documents", ({ set }) => set === "documents" && sets.includes(set));
  return fits(documents) ? documents : offer("core", ({ name }) => coreTools.includes(name));
}
