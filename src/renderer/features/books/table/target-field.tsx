import { useStore } from "@nanostores/react";
import { type KeyboardEvent, useId, useMemo } from "react";
import type { BookRow } from "../../../../shared/book";
import { Button } from "../../../ui/kit/button";
import { Callout } from "../../../ui/kit/callout";
import { BareArea } from "../../../ui/kit/field";
import { Actions } from "../../../ui/kit/toolbar";
import { useNotices } from "../../../workbench/api/parts";
import { bookMessages } from "../messages";
import { hitsIn, piecesOf } from "../model/search-marker";
import type { UnsavedTarget } from "../model/unsaved-targets";
import { useBook } from "../model/use-book";
import { TextDiff } from "./text-diff";

/** The translation field of a paragraph. It saves on blur and on confirm; unsaved text survives changes of the row. */
export function TargetField({ row, language }: { row: BookRow; language: string | undefined }) {
  const { model } = useBook();
  const notices = useNotices();
  const { unsaved } = model;
  const own = useId();
  const typed = useStore(unsaved.$all, { keys: [row.id] })[row.id];
  const expression = useStore(model.$expression);
  const { in: where } = useStore(model.$search);
  const text = typed?.text ?? row.translation ?? "";
  const isReplacing = useStore(model.replacer.$isOpen);
  const replaced = useStore(model.replacer.$byId).get(row.id);
  const hits = useMemo(
    () => (where === "source" || isReplacing ? [] : hitsIn(text, expression)),
    [text, expression, where, isReplacing],
  );
  // Those of another version are elsewhere in the text.
  const isCurrent = replaced !== undefined && replaced.version === row.version && typed === undefined;
  const marks = isCurrent ? replaced.spans : hits;
  const shownMark = isCurrent && replaced.current !== null ? replaced.spans[replaced.current] : undefined;
  const t = bookMessages.row;

  const handleKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== "Escape" || event.nativeEvent.isComposing || event.nativeEvent.keyCode === 229) return;
    event.preventDefault();
    event.stopPropagation();
    if (unsaved.of(row.id)) {
      unsaved.discard(row.id);
      notices.announce(t.discarded);
    } else
      event.currentTarget.closest<HTMLElement>(".book-row")?.querySelector<HTMLElement>(".book-index button")?.focus();
  };

  return (
    <>
      <div className="book-field" data-unsaved={typed !== undefined}>
        {marks.length === 0 ? null : (
          <div className="book-field-marks cover" aria-hidden="true" lang={language} dir="auto">
            {piecesOf(text, marks).map((piece) =>
              piece.isHit ? (
                <mark key={piece.from} data-current={piece.from === shownMark?.from}>
                  {piece.text}
                </mark>
              ) : (
                <span key={piece.from}>{piece.text}</span>
              ),
            )}
          </div>
        )}
        <BareArea
          value={text}
          rows={1}
          lang={language}
          dir="auto"
          spellCheck={false}
          aria-label={t.label(row.index)}
          aria-invalid={typed?.why != null || typed?.theirs != null}
          aria-describedby={typed?.why == null ? undefined : `${own}-why`}
          placeholder={t.placeholder}
          onChange={(event) => unsaved.type(row, event.target.value)}
          onFocus={() => model.$active.set({ id: row.id, chapter: row.chapter, index: row.index })}
          onBlur={() => void unsaved.save(row.id)}
          onKeyDown={handleKeyDown}
        />
      </div>
      {typed?.why == null ? null : (
        <p className="inset-small bad small" id={`${own}-why`} role="alert">
          {typed.why}
        </p>
      )}
      {typed?.theirs ? <Conflict row={row} typed={typed} theirs={typed.theirs.text} language={language} /> : null}
      {row.comment === null || row.state !== "sent back" ? null : (
        <p className="quoted warned above-small inset-small small breaks pre-wrap">{t.comment(row.comment)}</p>
      )}
    </>
  );
}

type ConflictProps = { row: BookRow; typed: UnsavedTarget; theirs: string; language: string | undefined };

function Conflict({ row, typed, theirs, language }: ConflictProps) {
  const { model } = useBook();
  const t = bookMessages.row;
  return (
    <Callout role="alert">
      <p className="strong">{t.conflict}</p>
      <p className="soft small">{t.theirs}</p>
      <div lang={language} dir="auto">
        <TextDiff before={typed.baseText} after={theirs} />
      </div>
      <Actions>
        <Button onClick={() => void model.unsaved.resolve(row.id, "mine")}>{t.keepMine}</Button>
        <Button onClick={() => void model.unsaved.resolve(row.id, "theirs")}>{t.takeTheirs}</Button>
      </Actions>
    </Callout>
  );
}
