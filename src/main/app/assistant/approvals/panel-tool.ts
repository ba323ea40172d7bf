import type { CallContext, CallOutcome, Decision } from "./run-call";

/** A call that the user is asked about. `key`: for what a lasting permission holds; `about`: sentences for the card. */
export type AskedCall = { key: string; tool: string; title: string; about: string[] };

/** A tool that only the panel's models have, beside those of the engine. */
export type PanelTool = {
  name: string;
  /** One line that is safe to show. */
  title: string;
  description: string;
  /** JSON Schema of its arguments. */
  inputSchema: Record<string, unknown>;
  /** A tool of a server of the user's: left out where room is short, and where nobody can be asked. */
  isForeign?: true;
  run(
    input: string,
    context: Pick<CallContext, "signal" | "setState"> & {
      card: string;
      /** Whether the call may be made: as allowed before, or else as the user answers; null if the turn was stopped. */
      approve(call: AskedCall): Promise<Decision>;
    },
  ): Promise<CallOutcome>;
};
