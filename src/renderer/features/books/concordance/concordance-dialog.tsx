import { useStore } from "@nanostores/react";
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import type { ConcordancePair } from "../../../../shared/book";
import { Button } from "../../../ui/kit/button";
import { Dialog, DialogChoices, DialogHead } from "../../../ui/kit/dialog";
import { TextField } from "../../../ui/kit/field";
import { Option } from "../../../ui/kit/list";
import { SegmentedControl } from "../../../ui/kit/toolbar";
import { shortcut } from "../../../ui/shortcuts";
import { useModal } from "../../../ui/use-modal";
import { useWindow } from "../../../ui/window-context";
import { useNotices } from "../../../workbench/api/parts";
import { languageTag } from "../book-languages";
import { bookMessages } from "../messages";
import { chaptersOf } from "../model/chapters";
import type { ConcordanceQuery } from "../model/concordance-query";
import { fieldOf } from "../model/field-of";
import { piecesOf } from "../model/search-marker";
import { useBook } from "../model/use-book";
import { type ConcordanceResult, useConcordance } from "./use-concordance";

/** So many pairs further with Page Up and Page Down. */
const PAGE = 5;

/** Looks words up in the book, its memories and the other books of its folder: sources and translations side by side. */
export function ConcordanceDialog({ first, close }: { first: ConcordanceQuery; close(): void }) {
  const { model } = useBook();
  const notices = useNotices();
  const { platform } = useStore(useWindow().$keyboard);
  const [query, setQuery] = useState(first);
  const [chosen, setChosen] = useState<{ of: ConcordanceResult; index: number } | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const afterwards = useRef<(() => void) | null>(null);
  const dialog = useModal({
    onShow: () => {
      field.current?.focus();
      field.current?.select();
    },
  });
  // After the focus has returned to the table, and outside of React's commit: a change of a field within it could not be undone.
  useEffect(() => () => queueMicrotask(() => afterwards.current?.()), []);
  const id = useId();
  const t = bookMessages.concordance;
  const { result, isBusy } = useConcordance(query);
  const { pairs } = result;
  const index = Math.min(chosen?.of.query === result.query ? chosen.index : 0, pairs.length - 1);
  const pair = pairs[index];
  const set = (change: Partial<ConcordanceQuery>): void => {
    const next = { ...query, ...change };
    model.$lastConcordance.set(next);
    setQuery(next);
  };
  const choose = (to: number): void => setChosen({ of: result, index: Math.max(0, Math.min(pairs.length - 1, to)) });

  const goTo = (): void => {
    if (isBusy || pair === undefined) return;
    const { row } = pair;
    if (row === null) {
      notices.info(t.elsewhere);
      return;
    }
    afterwards.current = () => void model.goTo(row);
    close();
  };
  const insert = (): void => {
    if (isBusy || pair === undefined) return;
    const active = model.$active.get();
    const target = active && fieldOf(active.id);
    if (!target) {
      notices.info(t.noField);
      return;
    }
    afterwards.current = () => {
      target.focus();
      // Unlike a change of the value, this can be undone.
      document.execCommand("insertText", false, pair.target);
      notices.announce(t.inserted(active.index));
    };
    close();
  };
  const handleKeyDown = (event: KeyboardEvent): void => {
    const { key, nativeEvent, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (nativeEvent.isComposing || altKey || shiftKey) return;
    const isMain = ctrlKey || metaKey;
    if (key === "Enter" && event.target === field.current) (isMain ? insert : goTo)();
    else if (key === "Enter" && isMain) insert();
    else if (isMain || event.target !== field.current) return;
    else if (key === "ArrowDown") choose(index + 1);
    else if (key === "ArrowUp") choose(index - 1);
    else if (key === "PageDown") choose(index + PAGE);
    else if (key === "PageUp") choose(index - PAGE);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <Dialog
      ref={dialog}
      className="book-dialog book-concordance column"
      aria-labelledby={`${id}-title`}
      close={close}
      onKeyDown={handleKeyDown}
      hasNotices
    >
      <DialogHead id={`${id}-title`} heading={t.heading} close={close} />
      <div className="actions spaced-small above-small">
        <TextField
          ref={field}
          className="grow"
          type="text"
          role="combobox"
          aria-expanded={pairs.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-label={t.label}
          aria-activedescendant={pair ? `${id}-${index}` : undefined}
          aria-describedby={`${id}-status`}
          placeholder={t.label}
          dir="auto"
          value={query.words}
          maxLength={500}
          spellCheck={false}
          autoComplete="off"
          onChange={({ target }) => set({ words: target.value })}
        />
        <SegmentedControl
          label={bookMessages.filter.in}
          value={query.in}
          choices={(["source", "translation", "both"] as const).map((each) => ({ id: each, label: t.in[each] }))}
          pick={(where) => set({ in: where })}
        />
      </div>
      <p className="above-small soft small" id={`${id}-status`} role="status">
        {statusOf(result, isBusy)}
      </p>
      <PairList id={id} pairs={pairs} index={index} isOld={isBusy} choose={choose} act={goTo} />
      <DialogChoices>
        <Button kind="main" aria-disabled={pair === undefined} title={shortcut("Mod+Enter", platform)} onClick={insert}>
          {t.insert}
        </Button>
        <Button
          aria-disabled={pair === undefined || pair.row === null}
          title={shortcut("Enter", platform)}
          onClick={goTo}
        >
          {t.goTo}
        </Button>
        <span className="soft small">{t.keys(shortcut("Mod+Enter", platform))}</span>
        <Button onClick={close}>{bookMessages.close}</Button>
      </DialogChoices>
    </Dialog>
  );
}

function statusOf({ query, pairs, total, isLoading, error }: ConcordanceResult, isBusy: boolean): string {
  const t = bookMessages.concordance;
  if (error !== null) return error;
  if (query === null || query.words.trim() === "") return isBusy && query !== null ? t.looking : t.start;
  const count = total === 0 ? (isLoading ? "" : t.none) : t.count(pairs.length, total);
  return [count, isLoading ? t.loading : ""].filter((each) => each !== "").join(" · ");
}

type ListProps = {
  id: string;
  pairs: readonly ConcordancePair[];
  index: number;
  /** They are those of an earlier query. */
  isOld: boolean;
  choose(index: number): void;
  /** Goes to the chosen pair. */
  act(): void;
};

function PairList({ id, pairs, index, isOld, choose, act }: ListProps) {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (pairs.length > 0)
      list.current?.querySelector(`[id="${CSS.escape(`${id}-${index}`)}"]`)?.scrollIntoView({ block: "nearest" });
  }, [id, index, pairs]);
  return (
    <div
      ref={list}
      className="book-pairs above-small"
      role="listbox"
      id={`${id}-list`}
      aria-label={bookMessages.concordance.pairs}
      aria-busy={isOld}
      data-old={isOld}
      tabIndex={-1}
    >
      {pairs.map((pair, at) => (
        <Option
          key={pair.row?.id ?? `${at} ${pair.source}`}
          id={`${id}-${at}`}
          className="book-pair"
          isSelected={at === index}
          onClick={() => choose(at)}
          onDoubleClick={act}
        >
          <Pair pair={pair} />
        </Option>
      ))}
    </div>
  );
}

function Pair({ pair: { source, target, sourceSpans, targetSpans, row, origin } }: { pair: ConcordancePair }) {
  const { model } = useBook();
  const shown = useStore(model.$shown);
  const { row: states, matches } = bookMessages;
  const title = row && (chaptersOf(shown).find((each) => each.id === row.chapter)?.title ?? row.chapter);
  return (
    <>
      <Marked text={source} spans={sourceSpans} />
      <Marked text={target} spans={targetSpans} lang={languageTag(shown.language) ?? undefined} />
      <span className="book-pair-origin soft small">
        {row === null || title === null ? (
          origin && <span className="breaks">{matches.origin[origin.kind](origin.name)}</span>
        ) : (
          <>
            <span className="breaks">{matches.place(title, row.index)}</span>
            <span className={row.state === "accepted" ? "good" : undefined}>{states.states[row.state]}</span>
            {row.sourceChanged ? <span className="warn">{states.sourceChanged}</span> : null}
          </>
        )}
      </span>
    </>
  );
}

function Marked({
  text,
  spans,
  lang,
}: {
  text: string;
  spans: ConcordancePair["sourceSpans"];
  lang?: string | undefined;
}) {
  return (
    <span className="book-text" dir="auto" lang={lang}>
      {piecesOf(text, spans).map((piece) =>
        piece.isHit ? <mark key={piece.from}>{piece.text}</mark> : <span key={piece.from}>{piece.text}</span>,
      )}
    </span>
  );
}
