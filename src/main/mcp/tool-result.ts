import type { CallToolResult } from "@modelcontextprotocol/server";
import type { Envelope } from "../engine/engine";

/** The envelope in MCP's words: the message for the model, the summary for the person, the data for programs. */
export const toolResult = (envelope: Envelope): CallToolResult => ({
  content: [
    { type: "text", text: envelope.message, annotations: { audience: ["assistant"] } },
    { type: "text", text: envelope.summary, annotations: { audience: ["user"] } },
  ],
  ...(envelope.ok
    ? { structuredContent: envelope.data ?? {} }
    : { structuredContent: { error: envelope.error }, isError: true }),
});
