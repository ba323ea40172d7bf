import { useStore } from "@nanostores/react";
import { useRef, useState } from "react";
import type { CallWrite, Turn } from "../../../../shared/conversation";
import { Button } from "../../../ui/kit/button";
import { useShell } from "../../../workbench/api/shell-context";
import { panelMessages } from "../messages";
import { useFocusKept } from "../model/use-focus-kept";
import { editsOfWrites, goToCall } from "./edits-of-writes";

/** The pending edits of an answer: review them, or keep or undo all of them. */
export function TurnEdits({ turn }: { turn: Turn }) {
  const shell = useShell();
  const documents = useStore(shell.pending.$documents);
  const writes = turn.parts.flatMap((part) => (part.kind === "call" ? part.writes : []));
  const ids = new Set(writes.map(({ id }) => id));
  const documentCount = documents.filter((document) => document.writes.some(({ id }) => ids.has(id))).length;
  return writes.length === 0 || documentCount === 0 ? null : <Edits writes={writes} documentCount={documentCount} />;
}

function Edits({ writes, documentCount }: { writes: CallWrite[]; documentCount: number }) {
  const shell = useShell();
  const box = useRef<HTMLDivElement>(null);
  const [isBusy, setBusy] = useState(false);
  // In the document, they can be undone and done again.
  useFocusKept(box, (refocus) => {
    const active = shell.tabs.$active.get();
    if (active === null) refocus();
    else shell.tabs.activate(active);
  });
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
    <div ref={box} className="turn-edits actions above" role="group" aria-label={t.edits.label(documentCount)}>
      <p className="full soft">{t.edits.label(documentCount)}</p>
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
