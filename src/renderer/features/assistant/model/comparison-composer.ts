import { atom, type ReadableAtom } from "nanostores";
import { type ConversationId, type Recipient, recipientKey, type Turn } from "../../../../shared/conversation";
import type { RequestSize } from "../../../../shared/request-size";
import type { Shell } from "../../../workbench/api/shell";
import type { AskedColumn } from "./asking";
import type { Column } from "./comparison";
import { askedMembers } from "./draft";
import type { PanelModel } from "./panel-model";
import { createPanelQuestions, withQuestion } from "./panel-questions";
import { unknownUsage } from "./usage";

/** The field below the answers of a comparison: its question goes to all columns, or to those that the user has chosen. */
export function createComparisonComposer(
  { bridge, notices, tabs }: Pick<Shell, "bridge" | "notices" | "tabs">,
  panel: PanelModel,
  $shown: ReadableAtom<readonly Column[]>,
) {
  const $columns = atom<readonly AskedColumn[]>([]);
  /** An answer that runs in any of them, one that is not being stopped first. */
  const $running = atom<Turn | null>(null);
  /** The id of that answer, if all that run are being stopped. */
  const $stopping = atom<string | null>(null);
  const askedIds = () => askedMembers($shown.get(), panel.$draft.get()).map(({ id }) => id);

  const update = (): void => {
    const shown = $shown.get();
    const asked = new Set(askedIds());
    const columns = shown.map(({ id, $name, model }): AskedColumn => {
      const conversation = model.$conversation.get();
      return {
        id,
        name: $name.get(),
        recipient: conversation?.recipient ?? null,
        isAsked: asked.has(id),
        isRunning: model.$running.get() !== null,
        usage: conversation?.usage ?? unknownUsage,
      };
    });
    // Every piece of a text that streams in leads here.
    if (JSON.stringify(columns) !== JSON.stringify($columns.get())) $columns.set(columns);
    const running = shown.flatMap(({ model }) => {
      const turn = model.$running.get();
      return turn === null ? [] : [{ turn, isStopping: model.$stopping.get() === turn.id }];
    });
    const going = running.find(({ isStopping }) => !isStopping);
    const turn = (going ?? running[0])?.turn ?? null;
    if (turn?.id !== $running.get()?.id) $running.set(turn);
    $stopping.set(going === undefined ? (turn?.id ?? null) : null);
  };
  let unfollow = () => {};
  // Subscribed for the lifetime of the window.
  $shown.subscribe((shown) => {
    unfollow();
    const stops = shown.flatMap(({ $name, model }) => [
      $name.listen(update),
      model.$conversation.listen(update),
      model.$stopping.listen(update),
    ]);
    unfollow = () => {
      for (const stop of stops) stop();
    };
    update();
  });
  panel.$draft.listen(update);

  /** Asks these of the columns; all others are left out. */
  const askOnly = (asked: ReadonlySet<ConversationId>): void => {
    const notAsked = $shown.get().flatMap(({ id }) => (asked.has(id) ? [] : [id]));
    panel.change((draft) => ({ ...draft, notAsked }));
  };
  /** Stops all answers; false if none is left to stop. */
  const stopAll = (): boolean => {
    const isGoing = ({ model }: Column) => {
      const running = model.$running.get();
      return running !== null && model.$stopping.get() !== running.id;
    };
    const running = $shown.get().filter(isGoing);
    for (const { model } of running) model.stop();
    return running.length > 0;
  };

  const questions = createPanelQuestions({ ...panel, bridge, notices, tabs, $running, members: askedIds });
  const model: PanelModel = {
    ...panel,
    ...questions,
    $running,
    $stopping,
    // Several answer, each with settings and a context of its own.
    $recipient: atom<Recipient | null>(null),
    $request: atom<RequestSize | null>(null),
    asking: {
      $columns,
      toggle(id) {
        const asked = new Set(askedIds());
        if (!asked.delete(id)) asked.add(id);
        if (asked.size === 0) return false;
        askOnly(asked);
        return true;
      },
    },
    stop: () => void stopAll(),
    /** Asks only who is named; others who are named after that, too. */
    addRecipient(recipient: Recipient): void {
      const columns = $columns.get();
      const isNamed = (column: AskedColumn) =>
        column.recipient !== null && recipientKey(column.recipient) === recipientKey(recipient);
      const isAll = columns.every(({ isAsked }) => isAsked);
      const asked = columns.filter((column) => isNamed(column) || (!isAll && column.isAsked));
      if (columns.some(isNamed)) askOnly(new Set(asked.map(({ id }) => id)));
    },
  };
  return {
    model,
    stopAll,
    /** Puts a question of one column into the field, for that column alone. What is there stays below it. */
    editIn(id: ConversationId, { ask }: Turn): void {
      if (ask.kind !== "words") return;
      const { text } = ask;
      askOnly(new Set([id]));
      panel.change((draft) => withQuestion(draft, { text, chips: ask.chips.map(({ chip }) => chip) }, tabs));
    },
  };
}
