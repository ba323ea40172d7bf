import { atom, computed, type ReadableAtom } from "nanostores";
import type { Notice } from "../../../../shared/contract";
import { type Conversation, type ConversationId, isEnded, type Turn } from "../../../../shared/conversation";
import { lazyStore } from "../../../ui/lazy-store";
import type { Shell } from "../../../workbench/api/shell";
import { panelMessages } from "../messages";
import { createApprovalNotes } from "./approval-notes";
import { createComparisonComposer } from "./comparison-composer";
import { createConversationClient, withError } from "./conversation-client";
import { deletedConversationsOf } from "./deleted-conversations";
import { runningTurn } from "./draft";
import { ownerOf } from "./drafts";
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
  const { $hidden } = deletedConversationsOf(shell);
  const $columns = atom<readonly Column[]>([]);
  const composer = createComparisonComposer(shell, panel, $columns);

  /** False if that failed; the reason is shown. */
  const request = async (work: Parameters<typeof withError>[0]): Promise<boolean> => {
    const answer = await withError(work);
    if (!answer.ok) notices.error(answer.error.message, { hint: answer.error.hint ?? null });
    return answer.ok;
  };
  const choose = (conversation: ConversationId, isChosen: boolean) => {
    // Main moves the stored draft: a question that was just sent must not come back.
    panel.storeDrafts();
    return request(bridge.request("assistant:choose-member", { conversation, isChosen }));
  };
  const setClosed = (conversation: ConversationId, isClosed: boolean) => {
    panel.storeDrafts();
    return request(bridge.request("assistant:close-member", { conversation, isClosed }));
  };
  const goOn = async (id: ConversationId): Promise<void> => {
    // Shown first: what is in the field below all answers goes on in this one.
    if (!(await panel.show(id)) || !(await choose(id, true))) return;
    shell.panel.open("focus");
  };
  /** Shows another member before the one in front leaves. */
  const leaveFront = async (isLeaving: (id: ConversationId) => boolean): Promise<void> => {
    const front = panel.$conversation.get()?.id;
    const next = $columns.get().find(({ id }) => !isLeaving(id));
    if (front !== undefined && isLeaving(front) && next) await panel.show(next.id);
  };

  const drop = async (isGone: (id: ConversationId) => boolean): Promise<void> => {
    const columns = $columns.get();
    const left = columns.filter(({ id }) => !isGone(id));
    if (left.length === columns.length) return;
    await leaveFront(isGone);
    for (const column of columns) if (isGone(column.id)) column.stop();
    $columns.set($columns.get().filter(({ id }) => !isGone(id)));
    const [only] = left;
    // The others were deleted: there is nothing to compare.
    if (left.length === 1 && only) void choose(only.id, true);
  };
  const loadAll = async (columns: readonly Column[]): Promise<void> => {
    const results = await Promise.all(columns.map((column) => column.load()));
    await drop((id) => results[columns.findIndex((column) => column.id === id)] === "gone");
  };
  // A member that the list has had, and no longer has, was deleted. New ones are shown before they are listed.
  panel.$list.subscribe((list, before) => {
    const ids = new Set(list.map(({ id }) => id));
    const former = new Set(before?.map(({ id }) => id));
    void drop((id) => former.has(id) && !ids.has(id));
  });

  const showColumns = (members: readonly ConversationId[]): void => {
    const known = $columns.get();
    if (members.join(" ") === known.map(({ id }) => id).join(" ")) return;
    for (const column of known) if (!members.includes(column.id)) column.stop();
    const columns = members.map(
      (id) => known.find((column) => column.id === id) ?? createColumn(id, shell, panel, composer.editIn),
    );
    $columns.set(columns);
    void loadAll(columns.filter((column) => !known.includes(column)));
  };

  let before: { id: ConversationId; members: readonly ConversationId[] | null; draft: string } | null = null;
  const follow = (conversation: Conversation | null, members: readonly ConversationId[] | null): void => {
    // One that is being deleted is shown until another takes its place.
    if (conversation && $hidden.get().has(conversation.id)) return;
    const { id } = conversation ?? {};
    if (conversation && id !== undefined) {
      const draft = ownerOf(conversation, members !== null).key;
      const hasEnded = members === null && before?.members?.includes(id) === true;
      const hasBegun = members !== null && before?.members === null && before.id === id;
      // The field stays what it is; only where its text goes has changed.
      if (before && before.draft !== draft && (hasEnded || hasBegun)) panel.moveDraftHere(before.draft);
      before = { id, members, draft };
    }
    showColumns(members ?? []);
  };
  // Subscribed for the lifetime of the window.
  computed([panel.$conversation, panel.$comparing], (conversation, members) => ({ conversation, members })).subscribe(
    ({ conversation, members }) => follow(conversation, members),
  );

  return {
    $columns,
    /** The panel's state for the field below all answers. */
    composer: composer.model,
    goOn,
    /** Shows the answers side by side again. */
    async showAll(id: ConversationId): Promise<void> {
      if (await choose(id, false)) shell.panel.open("focus");
    },
    /** Shows this answer alone from now on, out of the way of the others. */
    async close({ id: conversation, $name }: Column): Promise<void> {
      const name = $name.get();
      await leaveFront((id) => id === conversation);
      if (!(await setClosed(conversation, true))) return;
      shell.panel.open("focus");
      const t = panelMessages.comparison;
      const run = () => void setClosed(conversation, false);
      notices.info(t.closed(name), { action: { label: t.undo, run } });
    },
    stopAll: composer.stopAll,
  };
}

function createColumn(
  id: ConversationId,
  { bridge, notices, tabs }: Shell,
  panel: PanelModel,
  editIn: (id: ConversationId, turn: Turn) => void,
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
    edit: (turn) => editIn(id, turn),
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
  if (conversation?.recipient) {
    const name = recipientName(setup, conversation.recipient);
    return conversation.task === undefined
      ? name
      : panelMessages.readers.column(panelMessages.readers.tasks[conversation.task], name);
  }
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
