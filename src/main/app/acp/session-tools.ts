import { isReadingCall } from "../../../core/tools/reading-calls";
import type { Envelope } from "../../engine/ports/caller";
import type { AgentFilesDeps } from "./agent-files";
import type { AgentSession } from "./agent-session";

/** Galley's own tools as an agent of the panel has them: what it calls belongs to its conversation. */
export type SessionTools = {
  /** The agent's name. */
  name: string;
  /** The folder of the session. */
  roots: readonly string[];
  /** `description` describes the call, as in `text_editor patch notes.md`. */
  run(call: { name: string; arguments: unknown; description: string }): Promise<Envelope>;
};

export const sessionTools = (
  session: AgentSession,
  { engine, run, called }: Pick<AgentFilesDeps, "engine" | "run" | "called">,
): SessionTools => ({
  name: session.state.name,
  roots: session.toolCaller().caller.roots,
  async run({ description, ...call }) {
    const isReading = isReadingCall(call, await (await engine()).tools());
    const { caller, signal } = session.toolCaller();
    // After Stop nothing more is written, comments included.
    if (!isReading && signal === null) return denied(call.name, idle);
    called(caller.id, description);
    const rejection = (): Envelope | null => {
      if (session.isReadOnly) return denied(call.name, readOnly);
      return session.toolCaller().signal === null ? denied(call.name, idle) : null;
    };
    return run({ ...call, caller, rejection, ...(signal === null ? {} : { signal }) }, engine);
  },
});

const readOnly = {
  message: "the user has made this conversation read-only; nothing was changed",
  hint: "Tell them what you would write. They can let you write below the question field.",
};
const idle = {
  message: "no question is being answered in Galley; nothing was changed",
  hint: "Wait for the user's next question.",
};

const denied = (tool: string, { message, hint }: typeof idle): Envelope => ({
  ok: false,
  message: `${message}\n${hint}`,
  summary: `${tool}: ${message}`,
  error: { code: "denied", message, hint },
});
