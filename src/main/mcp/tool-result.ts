import type { CallToolResult } from "@modelcontextprotocol/server";
import type { Envelope } from "../engine/ports/caller";

/** The most bytes of one answer. MCP's own library closes the connection at a line of 10 MiB, and the client loses its server. */
export const MAX_ANSWER_BYTES = 8 * 1024 * 1024;

/** The length to which the message of a larger answer is cut, in characters. */
const CUT_MESSAGE_LENGTH = 100_000;

/**
 * The envelope as an MCP result: the message for the model, the summary for the user, the data for programs. An answer that is too large for clients
 * is cut, and says so.
 */
export function toolResult(envelope: Envelope): CallToolResult {
  const result = resultOf(envelope);
  const bytes = Buffer.byteLength(JSON.stringify(result));
  if (bytes <= MAX_ANSWER_BYTES) return result;
  const note = `This answer has ${(bytes / 1e6).toFixed(1)} MB, more than MCP clients take, and is cut here${envelope.ok ? "; the call itself was carried out" : ""}. Ask for less at a time: fewer files, a range of lines, or a lower depth.`;
  const message = `${envelope.message.slice(0, CUT_MESSAGE_LENGTH).toWellFormed()}\n…\n${note}`;
  const cut = { message, summary: envelope.summary.slice(0, CUT_MESSAGE_LENGTH) };
  if (envelope.ok) return resultOf({ ok: true, ...cut, data: { truncated: note } });
  const error = { code: envelope.error?.code ?? "failed", message: note };
  return resultOf({ ok: false, ...cut, error });
}

const resultOf = (envelope: Envelope): CallToolResult => ({
  content: [
    { type: "text", text: envelope.message, annotations: { audience: ["assistant"] } },
    { type: "text", text: envelope.summary, annotations: { audience: ["user"] } },
  ],
  ...(envelope.ok
    ? { structuredContent: envelope.data ?? {} }
    : { structuredContent: { error: envelope.error }, isError: true }),
});
