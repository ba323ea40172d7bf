import { createHash } from "node:crypto";
import { z } from "zod";
import { escapeInvisibles } from "../../../shared/escape-invisibles";
import { shownLine } from "../acp";
import { MAX_SERVER_OFFER, MAX_SERVER_TOOLS, MAX_TOOL_DESCRIPTION, MAX_TOOL_SCHEMA } from "../core/limits";

/** A server's tool in the form in which models are offered it. `sent` is the server's own name for it. */
export type ReadTool = { sent: string; name: string; description: string; inputSchema: Record<string, unknown> };

const toolSchema = z.object({
  name: z.string().regex(/^[A-Za-z0-9_.-]{1,64}$/),
  description: z.string().optional(),
  inputSchema: z.record(z.string(), z.unknown()),
});

/**
 * What of a list of tools can be offered, the first of each name, and how many cannot. Invisible characters in descriptions are written out, so that the
 * user agrees to what the model reads. `hash` identifies all of it.
 */
export function readTools(
  server: string,
  listed: readonly unknown[],
): { tools: ReadTool[]; left: number; hash: string } {
  const tools: ReadTool[] = [];
  let size = 0;
  for (const each of listed) {
    const read = toolSchema.safeParse(each);
    if (!read.success || tools.length >= MAX_SERVER_TOOLS) continue;
    const { name: sent, description = "", inputSchema } = read.data;
    const name = `${server}_${sent}`.replace(/[^A-Za-z0-9_-]/g, "_").slice(0, 64);
    const schema = JSON.stringify(inputSchema);
    const text = escapedText(description);
    size += name.length + text.length + schema.length;
    const isUsable = inputSchema["type"] === "object" && schema.length <= MAX_TOOL_SCHEMA && size <= MAX_SERVER_OFFER;
    if (!isUsable || tools.some((tool) => tool.name === name)) continue;
    tools.push({ sent, name, description: text, inputSchema });
  }
  tools.sort((one, other) => (one.name < other.name ? -1 : 1));
  const hash = createHash("sha256").update(JSON.stringify(tools)).digest("hex");
  return { tools, left: listed.length - tools.length, hash };
}

const escapedText = (text: string): string =>
  text
    .slice(0, MAX_TOOL_DESCRIPTION)
    .toWellFormed()
    .split("\n")
    .map(escapeInvisibles)
    .join("\n")
    .slice(0, MAX_TOOL_DESCRIPTION);

/** The description on one line, for the user. */
export const shownDescription = ({ description }: ReadTool): string => shownLine(description, MAX_TOOL_DESCRIPTION);
