import { useStore } from "@nanostores/react";
import { useState } from "react";
import type { Turn } from "../../../../shared/conversation";
import { Button } from "../../../ui/kit/button";
import { useShell } from "../../../workbench/api/shell-context";
import { panelMessages } from "../messages";
import { editsOfWrites, goToCall } from "./edits-of-writes";

/** The pending edits of an answer: review them, or keep or undo all of them. */
export function TurnEdits({ turn }: { turn: Turn }) {
  const shell = useShell();
  const documents = useStore(shell.pending.$documents);
  const [isBusy, setBusy] = useState(false);
  const writes = turn.parts.flatMap((part) => (part.kind === "call" ? part.writes : []));
  const ids = new Set(writes.map(({ id }) => id));
  const documentCount = documents.filter((document) => document.writes.some(({ id }) => ids.has(id))).length;
  if (writes.length === 0 || documentCount === 0) return null;
  const t = panelMessages.turn;
  const decide = async (what: "keep" | "undo") => {
    if (isBusy) return;
    setBusy(true);
    try {
      const edits = await editsOfWrites(shell, writes);
      await (await shell.review()).decideOnEdits(what, edits);
    } finally {
      setBusy(false);
    }
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div className="turn-edits actions above" role="group" aria-label={t.edits.label(documentCount)}>
      <p className="soft">{t.edits.label(documentCount)}</p>
      <Button onClick={() => void goToCall(shell, { writes, place: null })}>{t.edits.review}</Button>
      <Button isBusy={isBusy} onClick={() => void decide("keep")}>
        {t.edits.keep}
      </Button>
      <Button isBusy={isBusy} onClick={() => void decide("undo")}>
        {t.edits.undo}
      </Button>
    </div>
  );
}
