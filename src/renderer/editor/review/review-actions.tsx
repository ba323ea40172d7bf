import type { Command } from "../../../shared/contract";
import { DownIcon, UpIcon } from "../../ui/icons";
import { IconButton, StatusButton } from "../../ui/kit/button";
import { useHint } from "../../ui/use-hint";
import { reviewMessages as say } from "./messages";

type Act = Extract<Command, "previous-edit" | "next-edit" | "keep-all-edits" | "undo-all-edits">;

/** Buttons for the review commands: previous, next, keep all, undo all. */
export function ReviewActs({ act }: { act(command: Act): void }) {
  const hint = useHint();
  return (
    <>
      <IconButton label={say.previous} hint={hint(say.previous, "previous-edit")} onClick={() => act("previous-edit")}>
        <UpIcon />
      </IconButton>
      <IconButton label={say.next} hint={hint(say.next, "next-edit")} onClick={() => act("next-edit")}>
        <DownIcon />
      </IconButton>
      <StatusButton title={hint(say.keepAll, "keep-all-edits")} onClick={() => act("keep-all-edits")}>
        {say.keepAll}
      </StatusButton>
      <StatusButton title={hint(say.undoAll, "undo-all-edits")} onClick={() => act("undo-all-edits")}>
        {say.undoAll}
      </StatusButton>
    </>
  );
}
