import type { CallToolResult } from "@modelcontextprotocol/server";
import type { Envelope } from "../engine/ports/caller";
import { MAX_ANSWER_BYTES } from "../limits";

/** The length to which the message of a larger answer is cut, in characters. */
const CUT_MESSAGE_LENGTH = 100_000;

/** What a client's answers hold besides the message. */
export type AnswerForm = {
  /**
   * The client wants the data as structured content. Others do not get it, because some (Claude Code, Codex) show it to their model in place of the
   * message, which was made for models and is far shorter.
   */
  isStructured: boolean;
  /** The client shows its model the summary, though it is for the user: it does not get it. */
  showsModelEverything: boolean;
  /** The message names the version: a client without a session has no other way to say what its edit is based on. */
  namesVersion: boolean;
};

/**
 * The envelope as an MCP result: the message for the model, the summary for the user, and the data for a program that asked for it. An answer that
 * is too large for clients is cut, and says so.
 */
export function toolResult(envelope: Envelope, form: AnswerForm): CallToolResult {
  const result = resultOf(envelope, form);
  const bytes = Buffer.byteLength(JSON.stringify(result));
  if (bytes <= MAX_ANSWER_BYTES) return result;
  const note = `This answer has ${(bytes / 1e6).toFixed(1)} MB, more than MCP clients take, and is cut here${envelope.ok ? "; the call itself was carried out" : ""}. Ask for less at a time: fewer files, a range of lines, or a lower depth.`;
  const message = `${envelope.message.slice(0, CUT_MESSAGE_LENGTH).toWellFormed()}\n…\n${note}`;
  const cut = { message, summary: envelope.summary.slice(0, CUT_MESSAGE_LENGTH) };
  if (envelope.ok) return resultOf({ ok: true, ...cut, data: { truncated: note } }, form);
  const error = { code: envelope.error?.code ?? "failed", message: note };
  return resultOf({ ok: false, ...cut, error }, form);
}

const resultOf = (
  envelope: Envelope,
  { isStructured, showsModelEverything, namesVersion }: AnswerForm,
): CallToolResult => ({
  content: [
    { type: "text", text: messageOf(envelope, namesVersion), annotations: { audience: ["assistant"] } },
    ...(showsModelEverything ? [] : [summaryOf(envelope)]),
  ],
  ...(isStructured && { structuredContent: envelope.ok ? (envelope.data ?? {}) : { error: envelope.error } }),
  ...(!envelope.ok && { isError: true }),
});

/** The line for the user; it does not repeat the reason of a rejection. */
const summaryOf = ({ ok, summary }: Envelope) => ({
  type: "text" as const,
  text: ok ? summary : "The call was refused.",
  annotations: { audience: ["user" as const] },
});

const messageOf = ({ message, data }: Envelope, namesVersion: boolean): string =>
  namesVersion && typeof data?.["version"] === "string" ? `${message}\nversion: ${data["version"]}` : message;
