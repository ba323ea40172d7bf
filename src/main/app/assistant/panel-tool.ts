import type { CallContext, CallOutcome } from "./run-call";

/** A tool that only the panel's models have, beside those of the engine. */
export type PanelTool = {
  name: string;
  /** One line that is safe to show. */
  title: string;
  description: string;
  /** JSON Schema of its arguments. */
  inputSchema: Record<string, unknown>;
  run(input: string, context: Pick<CallContext, "signal" | "setState"> & { card: string }): Promise<CallOutcome>;
};
