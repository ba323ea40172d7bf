import { atom, type ReadableAtom, type WritableAtom } from "nanostores";
import type { Bridge, Notice, Outcome } from "../../../../shared/contract";
import type {
  Approval,
  ApprovalAnswer,
  ChipSize,
  ContextChip,
  Conversation,
  ConversationId,
  QueuedQuestion,
  Recipient,
  Turn,
} from "../../../../shared/conversation";
import { chipKey } from "../../../../shared/question-drafts";
import type { Notices } from "../../../ui/notices";
import type { Tabs } from "../../../workbench/api/tabs";
import { panelMessages } from "../messages";
import { withError } from "./conversation-client";
import { type Draft, sentDraft, withChip } from "./draft";
import { createPanelBranches } from "./panel-branches";

type Deps = {
  bridge: Bridge;
  notices: Pick<Notices, "error" | "info">;
  tabs: Pick<Tabs, "find">;
  $conversation: ReadableAtom<Conversation | null>;
  /** The running turn; null if none. */
  $running: ReadableAtom<Turn | null>;
  $draft: ReadableAtom<Draft>;
  $chips: ReadableAtom<readonly ContextChip[]>;
  $sizes: ReadableAtom<ReadonlyMap<string, ChipSize>>;
  $error: WritableAtom<Notice | null>;
  change(edit: (draft: Draft) => Draft): void;
  refreshFront(): void;
  /** Shows a conversation that main has just made. */
  adopt(conversation: Conversation): void;
  /** The members of a comparison that the draft is for; absent if it is for the conversation alone. */
  members?(): ConversationId[];
};

/** A draft that begins with a question taken back. */
export const withQuestion = (
  draft: Draft,
  { text, chips }: Pick<QueuedQuestion, "text" | "chips">,
  tabs: Pick<Tabs, "find">,
): Draft =>
  chips
    .filter((chip) => chip.kind !== "front" && !("doc" in chip && tabs.find(chip.doc) === null))
    .reduce(withChip, { ...draft, text: draft.text.trim() === "" ? text : `${text}\n\n${draft.text}` });

/** Who answers in a conversation that was begun with one recipient. */
const nameIn = ({ recipient, turns }: Conversation): string =>
  turns.at(-1)?.model ?? (recipient?.kind === "model" ? recipient.model : "");

/** Sends questions and calls of tools to the shown conversation, answers its approvals and stops its turn. */
export function createPanelQuestions(deps: Deps) {
  const {
    bridge,
    notices,
    tabs,
    $conversation,
    $running,
    $draft,
    $chips,
    $sizes,
    $error,
    change,
    refreshFront,
    adopt,
    members,
  } = deps;
  /** The id of the turn that was asked to stop. */
  const $stopping = atom<string | null>(null);
  const $isSending = atom(false);

  /** Sends to the shown conversation, nothing while something is being sent. Null if that failed; the reason is shown. */
  const sending = async <T extends object>(request: (conversation: string) => Promise<Outcome<T>>) => {
    const conversation = $conversation.get()?.id;
    if (conversation === undefined || $isSending.get()) return null;
    $isSending.set(true);
    $error.set(null);
    const answer = await withError(request(conversation)).finally(() => $isSending.set(false));
    if (!answer.ok) $error.set(answer.error);
    return answer.ok ? answer : null;
  };
  const send = async (text: string, chips: readonly ContextChip[]): Promise<boolean> =>
    (await sending((conversation) => bridge.request("assistant:send", { conversation, text, chips: [...chips] }))) !==
    null;

  /** Sends the question to its recipients; without them to whoever answers in the conversation, after the answer that runs, or `now`. */
  const sendQuestion = (text: string, chips: ContextChip[], recipients: readonly Recipient[], now: boolean) =>
    sending<{ conversation?: Conversation }>((conversation) => {
      const question = { conversation, text, chips };
      if (members) return bridge.request("assistant:ask-members", { ...question, members: members(), now });
      if (recipients.length > 0) return bridge.request("assistant:ask", { ...question, recipients: [...recipients] });
      return $running.get()
        ? bridge.request("assistant:queue", { ...question, now })
        : bridge.request("assistant:send", question);
    });

  const stop = (): void => {
    const conversation = $conversation.get();
    const running = $running.get();
    if (!conversation || !running) return;
    $stopping.set(running.id);
    bridge.request("assistant:stop", conversation.id).catch(() => $stopping.set(null));
  };

  /** The chips of a question that still exist. */
  const existingChips = (sent: readonly { chip: ContextChip }[]): ContextChip[] =>
    sent.flatMap(({ chip }) => ("doc" in chip && tabs.find(chip.doc) === null ? [] : [chip]));

  return {
    ...createPanelBranches({ bridge, notices, $conversation, change, adopt, existingChips }),
    $stopping,
    $isSending,
    stop,
    /**
     * Sends the draft, or queues it while something is being answered. `now`: the running answer is stopped for it. Automatic chips that
     * cannot be read are dropped; added ones make main return an error.
     */
    async sendDraft({ now = false } = {}): Promise<boolean> {
      refreshFront();
      const { text, chips: added, recipients } = $draft.get();
      const question = text.trim();
      if (question === "") return false;
      const manual = new Set(added.map(chipKey));
      const sizes = $sizes.get();
      const chips = $chips.get().filter((chip) => manual.has(chipKey(chip)) || !sizes.get(chipKey(chip))?.failure);
      const conversation = $conversation.get()?.id;
      const sent = await sendQuestion(question, chips, recipients, now);
      // Another answer of a comparison may be in front by now, with the same draft below it.
      if (sent === null || (!members && $conversation.get()?.id !== conversation)) return sent !== null;
      // Keep what was typed while the question was being sent.
      change((draft) => (draft.text === text ? sentDraft(draft) : draft));
      const other = sent.conversation;
      if (other !== undefined && other.id !== conversation) {
        adopt(other);
        if (other.comparison === undefined) notices.info(panelMessages.recipients.inNew(nameIn(other)));
      }
      return true;
    },
    /** Stops the running answer and sends a queued question. */
    async sendQueued({ id: question }: QueuedQuestion): Promise<void> {
      const conversation = $conversation.get()?.id;
      if (conversation === undefined) return;
      const answer = await withError(bridge.request("assistant:send-queued", { conversation, question }));
      if (!answer.ok) notices.error(answer.error.message, { hint: answer.error.hint ?? null });
    },
    /** Takes a queued question back; `edit` puts it into the draft, before what is there. False if it has been sent. */
    async takeBack({ id: question }: QueuedQuestion, { edit }: { edit: boolean }): Promise<boolean> {
      const conversation = $conversation.get()?.id;
      if (conversation === undefined) return false;
      const answer = await withError(bridge.request("assistant:unqueue", { conversation, question }));
      if (!answer.ok) notices.error(answer.error.message, { hint: answer.error.hint ?? null });
      else if (edit) change((draft) => withQuestion(draft, answer.question, tabs));
      return answer.ok;
    },
    /** Sends a question without context. */
    ask: (text: string) => send(text, []),
    /** Sends the question again, with those of its chips that still exist. */
    retry({ ask }: Turn): Promise<boolean> {
      if (ask.kind !== "words") return Promise.resolve(false);
      return send(ask.text, existingChips(ask.chips));
    },
    /** Puts a question back into the draft. */
    edit({ ask }: Turn): void {
      if (ask.kind !== "words") return;
      const chips = existingChips(ask.chips);
      change((draft) => ({ ...draft, text: ask.text, chips }));
    },
    async runTool(tool: string, args: Record<string, unknown>): Promise<Notice | null> {
      const conversation = $conversation.get();
      if (!conversation) return null;
      const answer = await withError(
        bridge.request("assistant:run-tool", { conversation: conversation.id, tool, arguments: args }),
      );
      return answer.ok ? null : answer.error;
    },
    /** Answers an approval; false if it is no longer open. */
    async answer(approval: Approval, decision: ApprovalAnswer["decision"]): Promise<boolean> {
      const conversation = $conversation.get();
      if (!conversation) return false;
      const answer = await withError(
        bridge.request("assistant:answer", { conversation: conversation.id, approval: approval.id, decision }),
      );
      if (!answer.ok) notices.error(answer.error.message, { hint: answer.error.hint ?? null });
      return answer.ok;
    },
  };
}
