import { useStore } from "@nanostores/react";
import { useState } from "react";
import type { Turn } from "../../../shared/conversation";
import { useShell } from "../../ui/shell-context";
import { decideOnAll } from "../review/review-list-actions";
import { editsOfWrites, goToCall } from "./edits-of-writes";
import { panelWords } from "./messages";

/** The pending edits of an answer: review them, or keep or undo all of them. */
export function TurnEdits({ turn }: { turn: Turn }) {
  const shell = useShell();
  const documents = useStore(shell.waiting.$documents);
  const [isBusy, setBusy] = useState(false);
  const writes = turn.parts.flatMap((part) => (part.kind === "call" ? part.writes : []));
  const ids = new Set(writes.map(({ id }) => id));
  const places = documents.filter((document) => document.writes.some(({ id }) => ids.has(id))).length;
  if (writes.length === 0 || places === 0) return null;
  const say = panelWords.turn;
  const decide = async (what: "keep" | "undo") => {
    if (isBusy) return;
    setBusy(true);
    try {
      await decideOnAll(shell, what, await editsOfWrites(shell, writes));
    } finally {
      setBusy(false);
    }
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div className="turn-edits" role="group" aria-label={say.edits.label(places)}>
      <p>{say.edits.label(places)}</p>
      <button type="button" className="button" onClick={() => void goToCall(shell, { writes, place: null })}>
        {say.edits.review}
      </button>
      <button type="button" className="button" aria-disabled={isBusy} onClick={() => void decide("keep")}>
        {say.edits.keep}
      </button>
      <button type="button" className="button" aria-disabled={isBusy} onClick={() => void decide("undo")}>
        {say.edits.undo}
      </button>
    </div>
  );
}
