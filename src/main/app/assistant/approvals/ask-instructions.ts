import type { Approval } from "../../../../shared/conversation";
import type { InstructionFile } from "../../../../shared/model-rules";
import type { Caller } from "../../../engine/ports/caller";
import type { AgentInstructionService } from "../../model-rules";
import type { LiveConversation } from "../conversations/live-conversation";
import { assistantMessages } from "../core/messages";
import type { ApprovalStore } from "./approval-store";

/** What asking for an agent's instructions needs. */
export type InstructionsContext = {
  instructions: AgentInstructionService;
  store: ApprovalStore;
  live: LiveConversation;
  caller: Caller;
  /** The id of the agent that Galley knows; null for any other. */
  agent: string | null;
  signal: AbortSignal;
  card: string;
  show(approval: Approval): void;
  /** The user has answered, or the turn was stopped. */
  answered(isAllowed: boolean | null): void;
};

/**
 * Asks the user about the files that the agent would take instructions from by itself, until they have agreed to all as they are. Returns whether
 * they have; null if the turn was stopped first. What the user agrees to elsewhere meanwhile, such as for another agent of the comparison, counts here.
 */
export async function askInstructions(context: InstructionsContext): Promise<boolean | null> {
  const { instructions, store, live, caller, agent, signal, card, show, answered } = context;
  const { id, title, folder } = live.now;
  if (folder === null) return true;
  const t = assistantMessages.agents.instructions;
  /** Of what has to be agreed to each time. */
  const agreed = new Set<string>();
  const keyOf = ({ id: path, hash }: InstructionFile): string => `${hash} ${path}`;
  for (let notice: string | null = null; ; ) {
    const changed = new AbortController();
    const stopWatching = instructions.onAgreed(() => changed.abort());
    try {
      const open = await instructions.open({ agent, folder });
      const files = open.files.filter((file) => !agreed.has(keyOf(file)));
      if (files.length === 0) return true;
      const decision = await store.ask(
        {
          call: card,
          agent: caller.name,
          kinds: [],
          tool: "",
          title: "",
          writes: [],
          reads: [],
          about: [],
          options: [
            { id: "agree", name: t.agree, kind: "allow" },
            { id: "refuse", name: t.refuse, kind: "refuse" },
          ],
          instructions: { files, isCut: open.isCut },
          sensitive: null,
          notice,
        },
        { realPaths: [], folder, conversation: { id, title } },
        { signal, changed: changed.signal, show },
      );
      if (decision === "changed") continue;
      answered(decision === null ? null : decision.allow);
      if (decision === null) return null;
      if (!decision.allow) return false;
      for (const file of files) agreed.add(keyOf(file));
      stopWatching();
      await instructions.agree(files);
      // Somebody may have changed one while it was shown.
      notice = t.changed;
    } finally {
      stopWatching();
    }
  }
}
