import { atom, type ReadableAtom } from "nanostores";
import type { Bridge } from "../../../../shared/contract";
import type { ChipSize, ContextChip, Conversation } from "../../../../shared/conversation";
import { chipKey } from "../../../../shared/question-drafts";
import type { RequestSize } from "../../../../shared/request-size";
import type { PanelLayout } from "../../../ui/panel-layout";
import { withError } from "./conversation-client";

/** Delay before the context is measured, in milliseconds. */
const MEASURE_DELAY_MS = 350;

type Deps = {
  bridge: Bridge;
  panel: Pick<PanelLayout, "$panel">;
  $conversation: ReadableAtom<Conversation | null>;
  $chips: ReadableAtom<ContextChip[]>;
  /** Changes with the text of the document in front. */
  $edits: ReadableAtom<unknown>;
  /** The turn that is running; when it ends, the next question has more to send. */
  $running: ReadableAtom<unknown>;
  /** Which model is asked. */
  $setup: ReadableAtom<unknown>;
};

/** The size of the next request, and what the chips of the draft add to it. Main measures after a delay, and only while the panel is open. */
export function createChipSizes({ bridge, panel, $conversation, $chips, $edits, $running, $setup }: Deps) {
  /** Without the question's own text; null until it is known, and without a model. */
  const $request = atom<RequestSize | null>(null);
  const $sizes = atom<ReadonlyMap<string, ChipSize>>(new Map());
  /** Whether the sizes are those of what would be sent now; false from a change until it is measured. */
  const $isCurrent = atom(false);
  let measuring: ReturnType<typeof setTimeout> | undefined;
  let measured = 0;
  const measure = () => {
    clearTimeout(measuring);
    measured += 1;
    const mine = measured;
    $isCurrent.set(false);
    measuring = setTimeout(async () => {
      const conversation = $conversation.get();
      const chips = $chips.get();
      if (!conversation || !panel.$panel.get().open) return;
      const answer = await withError(bridge.request("assistant:measure", { conversation: conversation.id, chips }));
      if (!answer.ok || mine !== measured) return;
      $request.set(answer.request);
      $sizes.set(new Map(chips.flatMap((chip, at) => (answer.sizes[at] ? [[chipKey(chip), answer.sizes[at]]] : []))));
      $isCurrent.set(true);
    }, MEASURE_DELAY_MS);
  };
  $chips.listen(measure);
  $edits.listen(() => {
    if (panel.$panel.get().open) measure();
  });
  $setup.listen(measure);
  $running.listen((running) => {
    if (!running) measure();
  });
  panel.$panel.listen(({ open }, before) => {
    if (open && !before?.open) measure();
  });

  const clear = () => {
    $sizes.set(new Map());
    $request.set(null);
    $isCurrent.set(false);
  };
  return { $sizes, $request, $isCurrent, measure, clear };
}
