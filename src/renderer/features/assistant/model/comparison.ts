import { atom, computed, type ReadableAtom } from "nanostores";
import type { Notice } from "../../../../shared/contract";
import type { Conversation, ConversationId, Turn } from "../../../../shared/conversation";
import { isEnded } from "../../../../shared/conversation";
import { lazyStore } from "../../../ui/lazy-store";
import type { Shell } from "../../../workbench/api/shell";
import { createApprovalNotes } from "./approval-notes";
import { createConversationClient, withError } from "./conversation-client";
import { runningTurn } from "./draft";
import { type PanelModel, panelModelOf } from "./panel-model";
import { createPanelQuestions } from "./panel-questions";
import { recipientName } from "./recipients";

/** What a tab shows of an answer. */
export type AnswerState = "running" | "asking" | "done" | "failed" | "stopped";

/** A member of the comparison that is shown. */
export type Column = {
  id: ConversationId;
  /** The panel's state for everything below this column. */
  model: PanelModel;
  /** Who answers in it. */
  $name: ReadableAtom<string>;
  $state: ReadableAtom<AnswerState>;
  /** Why it cannot be shown, or its last question was not sent. */
  $error: ReadableAtom<Notice | null>;
  load(): Promise<"shown" | "gone">;
  stop(): void;
};

/** The answers of the comparison that a window's panel shows, side by side. */
export const comparisonOf = lazyStore(createComparison);

function createComparison(shell: Shell) {
  const panel = panelModelOf(shell);
  const { bridge, notices } = shell;
  const $columns = atom<readonly Column[]>([]);
  let shownKey = "";

  const choose = async (conversation: ConversationId, isChosen: boolean): Promise<boolean> => {
    const answer = await withError(bridge.request("assistant:choose-member", { conversation, isChosen }));
    if (!answer.ok) notices.error(answer.error.message, { hint: answer.error.hint ?? null });
    return answer.ok;
  };
  const goOn = async (id: ConversationId): Promise<void> => {
    if (!(await choose(id, true))) return;
    await panel.show(id);
    shell.panel.open("focus");
  };

  const drop = (isGone: (column: Column) => boolean): void => {
    const columns = $columns.get();
    const left = columns.filter((column) => !isGone(column));
    if (left.length === columns.length) return;
    for (const column of columns) if (isGone(column)) column.stop();
    $columns.set(left);
    const [only] = left;
    // The others were deleted: there is nothing to compare.
    if (left.length === 1 && only) void choose(only.id, true);
  };
  const loadAll = async (columns: readonly Column[]): Promise<void> => {
    const results = await Promise.all(columns.map((column) => column.load()));
    drop((column) => results[columns.indexOf(column)] === "gone");
  };
  // A member that the list has had, and no longer has, was deleted. New ones are shown before they are listed.
  panel.$list.subscribe((list, before) => {
    const ids = new Set(list.map(({ id }) => id));
    const former = new Set(before?.map(({ id }) => id));
    drop(({ id }) => former.has(id) && !ids.has(id));
  });

  // Subscribed for the lifetime of the window.
  panel.$comparing.subscribe((members) => {
    const key = members?.join(" ") ?? "";
    if (key === shownKey) return;
    shownKey = key;
    for (const column of $columns.get()) column.stop();
    const columns = (members ?? []).map((id) => createColumn(id, shell, panel, goOn));
    $columns.set(columns);
    void loadAll(columns);
  });

  return {
    $columns,
    goOn,
    /** Shows the answers side by side again. */
    async showAll(id: ConversationId): Promise<void> {
      if (await choose(id, false)) shell.panel.open("focus");
    },
    /** Stops all answers; false if none is left to stop. */
    stopAll(): boolean {
      const isGoing = ({ model: { $running, $stopping } }: Column) =>
        $running.get() !== null && $stopping.get() !== $running.get()?.id;
      const running = $columns.get().filter(isGoing);
      for (const { model } of running) model.stop();
      return running.length > 0;
    },
  };
}

function createColumn(
  id: ConversationId,
  { bridge, notices, tabs }: Shell,
  panel: PanelModel,
  goOn: (id: ConversationId) => Promise<void>,
): Column {
  const client = createConversationClient(bridge);
  const { $conversation } = client;
  const $running = computed($conversation, runningTurn);
  const $error = atom<Notice | null>(null);
  const questions = createPanelQuestions({
    ...panel,
    bridge,
    notices,
    tabs,
    $conversation,
    $running,
    $error,
  });
  const model: PanelModel = {
    ...panel,
    ...questions,
    $conversation,
    $running,
    $error,
    approvalNotes: createApprovalNotes($conversation, panel.change),
    resultOf: (call) => panel.resultIn(id, call),
    // The question is edited where it can be sent: in this conversation alone.
    edit: (turn) => void goOn(id).then(() => panel.edit(turn)),
  };
  return {
    id,
    model,
    $name: computed([$conversation, panel.$setup], nameOf),
    $state: computed($conversation, (conversation) =>
      conversation === null ? "running" : answerState(conversation.turns.at(-1)),
    ),
    $error,
    async load() {
      const why = await client.show(id);
      if (why?.code === "not_found") return "gone";
      $error.set(why);
      return "shown";
    },
    stop: client.stop,
  };
}

function nameOf(conversation: Conversation | null, setup: ReturnType<PanelModel["$setup"]["get"]>): string {
  if (conversation?.recipient) return recipientName(setup, conversation.recipient);
  return conversation?.turns.at(-1)?.model ?? "…";
}

/** The state of the last answer. Without one Galley ended before it could send the question. */
export function answerState(turn: Pick<Turn, "state"> | undefined): AnswerState {
  if (turn === undefined) return "failed";
  if (!isEnded(turn.state)) return turn.state.status === "approving" ? "asking" : "running";
  const { status } = turn.state;
  if (status === "done") return "done";
  return status === "stopped" || status === "interrupted" ? "stopped" : "failed";
}
