import { useStore } from "@nanostores/react";
import { useId, useRef, useState } from "react";
import type { ReplacedRow } from "../../../../shared/book";
import { Button } from "../../../ui/kit/button";
import { Dialog, DialogChoices, DialogHead } from "../../../ui/kit/dialog";
import { useModal } from "../../../ui/use-modal";
import { languageTag } from "../book-languages";
import { bookMessages } from "../messages";
import { chaptersOf } from "../model/chapters";
import { useBook } from "../model/use-book";
import { leftOutOf } from "./replace-bar";

/** What replacing everything would change, to look at first. */
export function ReplaceDialog({ close }: { close(): void }) {
  const { replacer } = useBook().model;
  const found = useStore(replacer.$found);
  const [isBusy, setBusy] = useState(false);
  const first = useRef<HTMLButtonElement>(null);
  const dialog = useModal({ onShow: () => first.current?.focus() });
  const id = useId();
  const t = bookMessages.replace;
  if (found === null) return null;
  const { matches, places, rows, leftOut, accepted } = found;
  const left = leftOutOf(leftOut);
  const go = async () => {
    setBusy(true);
    await replacer.replaceAll();
  };
  return (
    <Dialog ref={dialog} className="book-dialog book-replacing" aria-labelledby={`${id}-title`} close={close}>
      <DialogHead id={`${id}-title`} heading={t.heading(matches, places.length)} close={close}>
        {left.length === 0 ? null : <p className="soft">{t.left(left.join(", "))}</p>}
        {accepted === 0 ? null : <p className="warn">{t.willUnaccept}</p>}
      </DialogHead>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls with the keyboard */}
      <ol className="lines above selectable" aria-label={t.changes} tabIndex={0}>
        {rows.map((row) => (
          <Replaced key={row.id} row={row} />
        ))}
        {rows.length < places.length ? <li className="soft small">{t.more(places.length - rows.length)}</li> : null}
      </ol>
      <DialogChoices>
        <Button ref={first} kind="main" disabled={isBusy} onClick={() => void go()}>
          {t.go(matches)}
        </Button>
        <Button onClick={close}>{bookMessages.cancel}</Button>
      </DialogChoices>
    </Dialog>
  );
}

function Replaced({ row: { chapter, index, before, changes, isAccepted } }: { row: ReplacedRow }) {
  const { model } = useBook();
  const shown = useStore(model.$shown);
  const title = chaptersOf(shown).find(({ id }) => id === chapter)?.title ?? chapter;
  const pieces = changes.map(({ from, to, insert }, at) => ({
    from,
    kept: before.slice(at === 0 ? 0 : (changes[at - 1]?.to ?? 0), from),
    removed: before.slice(from, to),
    insert,
  }));
  return (
    <li className="stack">
      <p className="actions soft small">
        <span className="breaks">{bookMessages.matches.place(title, index)}</span>
        {isAccepted ? <span className="good">{bookMessages.row.states.accepted}</span> : null}
      </p>
      <p className="book-text changes" dir="auto" lang={languageTag(shown.language) ?? undefined}>
        {pieces.map(({ from, kept, removed, insert }) => (
          <span key={from}>
            {kept}
            <del>{removed}</del>
            {insert === "" ? null : <ins>{insert}</ins>}
          </span>
        ))}
        {before.slice(changes.at(-1)?.to ?? 0)}
      </p>
    </li>
  );
}
