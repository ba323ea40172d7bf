import { escapeInvisibles } from "../../../../shared/escape-invisibles";
import { ToolError } from "../../../engine/ports/tool-error";
import type { OfferedTool } from "../../tool-servers";
import type { PanelTool } from "../approvals/panel-tool";
import type { CallOutcome } from "../approvals/run-call";
import { assistantMessages } from "../core/messages";

/** Characters of the arguments that the user can be shown before a call. Nobody can agree to what is not shown. */
const MAX_ARGUMENTS = 20_000;

/** The tools of the user's own servers. Each call is asked for; what a server answers is data, like a document. */
export const serverTools = (tools: readonly OfferedTool[]): PanelTool[] =>
  tools.map((tool) => ({
    name: tool.name,
    title: `${tool.server}: ${tool.sent}`,
    description: tool.description,
    inputSchema: tool.inputSchema,
    isForeign: true,
    async run(input, { signal, setState, approve }) {
      const args = objectIn(input);
      if (args === null) return outcome("refused", "the arguments must be a JSON object; nothing was run", true);
      const shown = escapeInvisibles(JSON.stringify(args));
      if (shown.length > MAX_ARGUMENTS)
        return outcome(
          "refused",
          `the arguments have ${shown.length} characters, and the user can be shown ${MAX_ARGUMENTS}; nothing was run. Send less at once.`,
          true,
        );
      const { asksAbout, nothing } = assistantMessages.servers;
      const decision = await approve({
        key: toolKey(tool.server, tool.sent),
        tool: tool.name,
        title: `${tool.server}: ${tool.sent}`,
        about: [asksAbout(tool.sent, tool.server), Object.keys(args).length === 0 ? nothing : shown],
      });
      if (decision === null) return outcome("stopped", "The user stopped this before it ran.", true);
      if (!decision.allow) {
        const reason = decision.note.trim() === "" ? "" : ` The user writes: ${decision.note.trim()}`;
        const text = `denied: the user refused this call; nothing was sent to the server.${reason}`;
        return { ...outcome("denied", text, true), summary: assistantMessages.denied };
      }
      setState("running");
      try {
        const { text, isError } = await tool.call(args, signal);
        const summary = assistantMessages.servers.answered(tool.server, text.length);
        return { ...outcome(isError ? "refused" : "done", text, isError), summary };
      } catch (error) {
        if (signal.aborted) return outcome("stopped", "The user stopped this call; it may have had an effect.", true);
        if (!(error instanceof ToolError)) throw error;
        return outcome("refused", error.message, true);
      }
    },
  }));

/** Identifies a tool of a server among the locations of approvals. */
const toolKey = (server: string, tool: string): string => `${serverKey(server)}${tool}`;
export const serverKey = (server: string): string => `mcp:${server.toLowerCase()}/`;

const outcome = (state: CallOutcome["state"], text: string, isError: boolean): CallOutcome => ({
  state,
  summary: escapeInvisibles(text).slice(0, 200),
  place: null,
  writes: [],
  text,
  isError,
});

function objectIn(input: string): Record<string, unknown> | null {
  try {
    const value: unknown = input.trim() === "" ? {} : JSON.parse(input);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}
