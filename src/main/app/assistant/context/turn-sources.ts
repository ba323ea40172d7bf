import { resolve } from "node:path";
import { agentName } from "../../../../shared/agent-name";
import type { DocumentId } from "../../../../shared/contract";
import type { ContextChip, ConversationId } from "../../../../shared/conversation";
import { escapeInvisibles } from "../../../../shared/escape-invisibles";
import type { Engine } from "../../../engine";
import type { Caller } from "../../../engine/ports/caller";
import type { ModelRules, RulesQuery } from "../../model-rules";
import type { ConversationStore } from "../conversations/conversation-store";
import type { LiveConversation } from "../conversations/live-conversation";
import { assistantMessages } from "../core/messages";
import type { ChipSources, OpenText } from "./chips";

/** The caller of a conversation, and the sources of its chips. */
export type TurnSources = {
  /**
   * Its roots are the folder (without one, the open documents) and the attached documents of this and earlier
   * questions.
   */
  caller(live: LiveConversation, name: string, extra: readonly string[]): Caller;
  of(live: LiveConversation, chips: readonly ContextChip[], name: string, signal: AbortSignal): Promise<ChipSources>;
  /** Which rules a question with these chips is under. */
  rulesQuery(live: LiveConversation, chips: readonly ContextChip[]): Promise<RulesQuery>;
};

/** Identifies the read log of a conversation. */
export const callerId = (id: ConversationId): string => `panel-${id}`;

export function createTurnSources({
  engine,
  openText,
  openPaths,
  rules,
  image,
}: {
  engine(): Promise<Engine>;
  openText(doc: DocumentId): Promise<OpenText | null>;
  openPaths(): string[];
  rules: ModelRules;
  image: ConversationStore["image"];
}): TurnSources {
  const caller: TurnSources["caller"] = ({ now: { id, folder, task } }, given, extra) => {
    // The names of readers of one model differ by what they look for.
    const name = task === undefined ? given : assistantMessages.readers.name(given, task);
    const roots = [...new Set([...(folder === null ? openPaths() : [folder]), ...extra])];
    return {
      id: callerId(id),
      name: name === assistantMessages.byCommand ? name : agentName(escapeInvisibles(name).slice(0, 100)),
      roots,
    };
  };
  /** The first document decides: the one in front, if it is sent. */
  const rulesQuery: TurnSources["rulesQuery"] = async ({ now: { folder } }, chips) => {
    for (const chip of chips) {
      const path = "path" in chip ? chip.path : "doc" in chip ? ((await openText(chip.doc))?.path ?? null) : null;
      if (path !== null) return { folder, document: folder === null ? path : resolve(folder, path) };
    }
    return { folder, document: null };
  };
  return {
    caller,
    rulesQuery,
    async of(live, chips, name, signal) {
      const extra: string[] = [];
      for (const chip of chips) {
        if (!("doc" in chip)) continue;
        const open = await openText(chip.doc);
        if (open?.path) extra.push(open.path);
      }
      const agreed = await rules.agreed(await rulesQuery(live, chips));
      return {
        engine: await engine(),
        caller: caller(live, name, extra),
        signal,
        openText,
        rules: agreed,
        image: (named) => image(live.now.id, named),
      };
    },
  };
}
