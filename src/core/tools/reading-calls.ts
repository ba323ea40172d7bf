/** What is needed of a tool's description. */
type ListedTool = { name: string; aliases: readonly string[]; changes: string; inputSchema: unknown };

/** The actions that change nothing, of the tools that can also write. */
const readingActions = new Set(["read", "view", "list", "open", "inspect", "status", "version_history"]);

/** Whether an agent that may only read has a use for the tool: it changes nothing, or has an `action` that can read. */
export const canRead = (tool: Pick<ListedTool, "changes" | "inputSchema">): boolean =>
  tool.changes === "nothing" || (tool.changes === "documents" && hasAction(tool));

function hasAction({ inputSchema }: Pick<ListedTool, "inputSchema">): boolean {
  const { properties } = inputSchema as { properties?: Record<string, unknown> };
  return properties !== undefined && "action" in properties;
}

/** Whether a call changes nothing, judged by its tool and its `action`. */
export function isReadingCall(
  { name, arguments: given }: { name: string; arguments: unknown },
  tools: readonly ListedTool[],
): boolean {
  const tool = tools.find((one) => one.name === name || one.aliases.includes(name));
  if (tool?.changes === "nothing") return true;
  // An argument that the tool does not have says nothing.
  if (tool !== undefined && !hasAction(tool)) return false;
  const action = typeof given === "object" && given !== null && "action" in given ? given.action : undefined;
  return typeof action === "string" && readingActions.has(action.toLowerCase());
}
