import { atom, type ReadableAtom } from "nanostores";
import type { Bridge } from "../../../shared/contract";
import type { ChipSize, ContextChip, Conversation } from "../../../shared/conversation";
import type { PanelLayout } from "../../ui/panel-layout";
import { withError } from "./conversation-client";
import { chipKey } from "./draft";

/** Delay before the context is measured, in milliseconds. */
const MEASURE_DELAY_MS = 350;

type Deps = {
  bridge: Bridge;
  panel: Pick<PanelLayout, "$panel">;
  $conversation: ReadableAtom<Conversation | null>;
  $chips: ReadableAtom<ContextChip[]>;
};

/** How much of the model's context the chips of the draft take. Main measures them after a delay, and only while the panel is open. */
export function createChipSizes({ bridge, panel, $conversation, $chips }: Deps) {
  const $sizes = atom<ReadonlyMap<string, ChipSize>>(new Map());
  let measuring: ReturnType<typeof setTimeout> | undefined;
  let measured = 0;
  const measure = () => {
    clearTimeout(measuring);
    measuring = setTimeout(async () => {
      const conversation = $conversation.get();
      const chips = $chips.get();
      if (!conversation || chips.length === 0 || !panel.$panel.get().open) return;
      measured += 1;
      const mine = measured;
      const answer = await withError(bridge.request("assistant:measure", { conversation: conversation.id, chips }));
      if (!answer.ok || mine !== measured) return;
      $sizes.set(new Map(chips.flatMap((chip, at) => (answer.sizes[at] ? [[chipKey(chip), answer.sizes[at]]] : []))));
    }, MEASURE_DELAY_MS);
  };
  $chips.listen(measure);

  return { $sizes, measure, clear: () => $sizes.set(new Map()) };
}
