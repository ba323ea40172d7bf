import { basename, isAbsolute, resolve } from "node:path";
import { difference } from "../../../../core/diff/difference";
import { isReadingCall } from "../../../../core/tools/reading-calls";
import type { Approval, PlannedWrite } from "../../../../shared/conversation";
import { escapeInvisibles } from "../../../../shared/escape-invisibles";
import type { Engine } from "../../../engine";
import type { Caller, ToolDescription } from "../../../engine/ports/caller";
import { type AgentPermission, plannedEdits } from "../../acp";
import type { LiveConversation } from "../conversations/live-conversation";
import { assistantMessages } from "../core/messages";
import type { ApprovalStore } from "./approval-store";
import { plannedWrite } from "./planned-write";

const maxInput = 2000;
const maxPaths = 20;

/** What asking for an agent's permission needs. */
export type PermissionContext = {
  store: ApprovalStore;
  engine: Engine;
  live: LiveConversation;
  caller: Caller;
  signal: AbortSignal;
  card: string;
  show(approval: Approval): void;
  /** The user has answered, or the turn was stopped. */
  answered(isAllowed: boolean | null): void;
};

/** Whether the agent says that it would change a text. What a command would do is not known. Comments change none. */
export const wouldWrite = ({ call, edits, tool }: AgentPermission, tools: readonly ToolDescription[]): boolean =>
  edits.length > 0 ||
  ["edit", "delete", "move"].includes(call.tool) ||
  (tool !== null && tool.name !== "comments" && !isReadingCall(tool, tools));

/**
 * Asks the user for a permission that the agent wants, with the words that would change. Returns the id of the agent's
 * own option; null if the turn was stopped first. The card follows the documents: if one changes, it asks again.
 */
export async function askPermission(permission: AgentPermission, context: PermissionContext): Promise<string | null> {
  const { store, engine, live, caller, signal, card, show, answered } = context;
  const { call, options } = permission;
  const { id, title, folder } = live.now;
  for (let isAgain = false; ; isAgain = true) {
    const { writes, about, realPaths } = await plannedPermission(permission, context);
    const changed = new AbortController();
    const stopWatching = engine.documents.onChange(({ realPath }) => {
      if (realPaths.includes(realPath)) changed.abort();
    });
    const decision = await store
      .ask(
        {
          call: card,
          agent: caller.name,
          kinds: [...new Set(writes.map(({ kind }) => kind))],
          tool: call.tool,
          title: call.title || assistantMessages.agents.permission,
          writes,
          reads: [],
          about,
          options,
          sensitive: null,
          notice: isAgain
            ? assistantMessages.changedSince(realPaths.map((path) => escapeInvisibles(basename(path))))
            : null,
        },
        { realPaths, folder, conversation: { id, title } },
        { signal, changed: changed.signal, show },
      )
      .finally(stopWatching);
    if (decision === "changed") continue;
    answered(decision === null ? null : decision.allow);
    if (decision === null) return null;
    if (decision.option !== undefined) return decision.option;
    return options.find(({ kind }) => kind === "refuse")?.id ?? null;
  }
}

/** The effects that the agent states for a permission, applied to the documents as they are now. */
async function plannedPermission(
  { call, edits, command, tool }: AgentPermission,
  { engine, live, caller, signal }: PermissionContext,
): Promise<{ writes: PlannedWrite[]; about: string[]; realPaths: string[] }> {
  const t = assistantMessages.agents;
  const { folder } = live.now;
  const shownFolder = folder === null ? null : await engine.documents.realPath(folder, [folder]).catch(() => null);
  if (tool !== null && (await engine.tools()).some(({ name }) => name === tool.name)) {
    const planned = await engine.plan({ name: tool.name, arguments: tool.arguments, caller, signal });
    const changes = planned.writes.filter(({ from, to }) => from !== to);
    if (changes.length > 0)
      return {
        writes: changes.map((change) => plannedWrite(change, { asked: change.realPath, folder: shownFolder })),
        about: [],
        realPaths: changes.map(({ realPath }) => realPath),
      };
  }
  const writes: PlannedWrite[] = [];
  const about: string[] = [];
  const realPaths: string[] = [];
  const paths = [...new Set(edits.map(({ path }) => path))].slice(0, maxPaths);
  for (const named of paths) {
    const path = isAbsolute(named) ? resolve(named) : resolve(folder ?? "/", named);
    const name = escapeInvisibles(basename(path)).slice(0, 200);
    const realPath = await engine.documents.realPath(path, caller.roots).catch(() => null);
    if (realPath === null) about.push(t.outside(escapeInvisibles(path).slice(0, 500)));
    else realPaths.push(realPath);
    const now = realPath === null ? null : await engine.documents.read(path, caller.roots).catch(() => null);
    const own = edits.filter((edit) => edit.path === named);
    const planned =
      realPath === null
        ? own.map(({ before, after }) => ({ text: before, changes: difference(before ?? "", after), isFound: true }))
        : plannedEdits(path, now?.text ?? null, own);
    for (const { text, changes, isFound } of planned) {
      if (!isFound) about.push(t.notFound(name));
      const from = text === null ? null : (now?.version ?? "before");
      const change = { realPath: realPath ?? path, from, to: "after", before: text, after: "", changes };
      writes.push(plannedWrite(change, { asked: path, folder: shownFolder }));
    }
  }
  if (command !== null) about.push(t.runs(escapeInvisibles(command.slice(0, maxInput))));
  else if (writes.length === 0) {
    about.push(tool?.name === "comments" ? t.commentsOnly : t.notNamed);
    if (call.input !== "") about.push(t.input(escapeInvisibles(call.input.replace(/\s+/g, " ")).slice(0, maxInput)));
  }
  return { writes, about: [...new Set(about)], realPaths };
}
