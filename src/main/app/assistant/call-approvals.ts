import { basename, isAbsolute, resolve } from "node:path";
import type { Approval } from "../../../shared/conversation";
import type { PlannedChange } from "../../engine/documents";
import type { Caller, Engine } from "../../engine/engine";
import { isWithin } from "../../engine/files/guarded";
import type { ApprovalDesk } from "./approval-desk";
import { definitionOf } from "./approvals";
import type { LiveConversation } from "./live-conversation";
import { plannedWrite } from "./planned-write";
import { plainly } from "./real-target";
import type { CallSurroundings } from "./run-call";
import { sensitiveName } from "./sensitive-places";
import { assistantTold } from "./words";

/** Where a conversation's approvals come from. */
export type ApprovalSurroundings = {
  desk: ApprovalDesk;
  engine: Engine;
  live: LiveConversation;
  caller: Caller;
  signal: AbortSignal;
  /** Shows the question; it goes with whatever the turn shows next. */
  show(approval: Approval): void;
};

/** How a model's call finds out what was agreed to, and how the person is asked: `card` is the id of its card. */
export function callApprovals(
  { card, input }: { card: string; input: string },
  { desk, engine, live, caller, signal, show }: ApprovalSurroundings,
): Pick<CallSurroundings, "isAgreed" | "decide"> {
  const { id, title: conversationTitle, folder: named } = live.now;
  const realFolder = async (): Promise<string | null> =>
    named === null ? null : engine.documents.realPath(named, [named]).catch(() => null);
  const sensitive = (writes: readonly PlannedChange[], folder: string | null): string | null => {
    for (const { realPath } of writes) {
      const name = sensitiveName(realPath, folder !== null && isWithin(realPath, folder) ? folder : "");
      if (name !== null) return plainly(name);
    }
    return null;
  };
  return {
    async isAgreed(tool, writes) {
      if (sensitive(writes, await realFolder()) !== null) return false;
      const definition = definitionOf(tool);
      return writes.every(({ realPath }) =>
        desk.isGranted({ tool: tool.name, definition, realPath, conversation: id }),
      );
    },
    async decide(tool, writes, { isAgain, changed }) {
      const folder = await realFolder();
      const asked = namedPath(input, caller);
      const name = sensitive(writes, folder);
      return desk.ask(
        {
          call: card,
          tool: tool.name,
          title: tool.title,
          writes: writes.map((write) => plannedWrite(write, { asked: asked ?? write.realPath, folder })),
          sensitive: name === null ? null : assistantTold.sensitive(name),
          notice: isAgain
            ? assistantTold.changedSince(writes.map(({ realPath }) => plainly(basename(realPath))))
            : null,
        },
        {
          tool: tool.name,
          title: tool.title,
          definition: definitionOf(tool),
          realPaths: writes.map(({ realPath }) => realPath),
          folder,
          conversation: { id, title: conversationTitle },
        },
        { signal, changed, show },
      );
    },
  };
}

/** Where a call's arguments say that it writes, absolute; null where they do not. */
function namedPath(input: string, { roots: [root] }: Caller): string | null {
  try {
    const { path, file } = JSON.parse(input) as { path?: unknown; file?: unknown };
    const named = typeof path === "string" ? path : typeof file === "string" ? file : null;
    if (named === null) return null;
    return isAbsolute(named) ? resolve(named) : root === undefined ? null : resolve(root, named);
  } catch {
    return null;
  }
}
