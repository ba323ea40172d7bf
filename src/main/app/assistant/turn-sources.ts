import { agentName } from "../../../shared/agent-name";
import type { DocumentId } from "../../../shared/contract";
import type { ContextChip, ConversationId } from "../../../shared/conversation";
import { plainly } from "../../../shared/plainly";
import type { Engine } from "../../engine";
import type { Caller } from "../../engine/ports/caller";
import type { ChipSources, OpenText } from "./chips";
import type { LiveConversation } from "./live-conversation";
import { assistantTold } from "./messages";

/** As whom a conversation reads and writes, and where its chips are looked up. */
export type TurnSources = {
  /** The folder, and the documents that the person sent along, this time or before; without a folder, what is open. */
  caller(live: LiveConversation, name: string, extra: readonly string[]): Caller;
  of(live: LiveConversation, chips: readonly ContextChip[], name: string, signal: AbortSignal): Promise<ChipSources>;
};

/** The read log of a conversation goes by this, for as long as the conversation is kept. */
export const callerId = (id: ConversationId): string => `panel-${id}`;

/** Over the documents that are open in the app. */
export function createTurnSources({
  engine,
  openText,
  openPaths,
}: {
  engine(): Promise<Engine>;
  openText(doc: DocumentId): Promise<OpenText | null>;
  openPaths(): string[];
}): TurnSources {
  const caller: TurnSources["caller"] = ({ now: { id, folder } }, name, extra) => {
    const roots = [...new Set([...(folder === null ? openPaths() : [folder]), ...extra])];
    return {
      id: callerId(id),
      name: name === assistantTold.byCommand ? name : agentName(plainly(name).slice(0, 100)),
      roots,
    };
  };
  return {
    caller,
    async of(live, chips, name, signal) {
      const extra: string[] = [];
      for (const chip of chips) {
        if (chip.kind !== "document" && chip.kind !== "selection") continue;
        const open = await openText(chip.doc);
        if (open?.path) extra.push(open.path);
      }
      return { engine: await engine(), caller: caller(live, name, extra), signal, openText };
    },
  };
}
