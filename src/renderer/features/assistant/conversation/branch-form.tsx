import { useEffect, useRef, useState } from "react";
import type { Turn } from "../../../../shared/conversation";
import { Button } from "../../../ui/kit/button";
import { CheckBox } from "../../../ui/kit/field";
import { Actions } from "../../../ui/kit/toolbar";
import { usePanelLayout } from "../../../workbench/api/parts";
import { panelMessages } from "../messages";
import { usePanel } from "../model/use-panel";

/** Asks how an earlier question is edited: in a branch, and with which documents. `close` takes the form away. */
export function BranchForm({ turn, close }: { turn: Turn; close(): void }) {
  const panel = usePanel();
  const panelLayout = usePanelLayout();
  const [documents, setDocuments] = useState(true);
  const [isBusy, setBusy] = useState(false);
  const first = useRef<HTMLInputElement>(null);
  const t = panelMessages.branch;
  const written = panel.writtenSince(turn);
  useEffect(() => first.current?.focus(), []);
  const begin = async () => {
    setBusy(true);
    if (await panel.branch(turn, { documents: documents && written > 0 })) {
      panelLayout.open("focus");
      return;
    }
    setBusy(false);
    close();
  };
  return (
    <form
      className="spaced-small above-small column"
      onSubmit={(event) => {
        event.preventDefault();
        void begin();
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        event.stopPropagation();
        close();
      }}
    >
      <p className="soft small">{t.about}</p>
      {written === 0 ? null : (
        <label className="small">
          <CheckBox ref={first} checked={documents} onChange={({ target }) => setDocuments(target.checked)} />{" "}
          {t.documents(written)}
        </label>
      )}
      <Actions>
        <Button type="submit" isBusy={isBusy}>
          {t.begin}
        </Button>
        <Button onClick={close}>{t.cancel}</Button>
      </Actions>
    </form>
  );
}
