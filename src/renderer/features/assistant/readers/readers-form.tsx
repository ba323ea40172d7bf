import { useStore } from "@nanostores/react";
import { useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import type { Notice } from "../../../../shared/contract";
import { READER_TASKS, type Reader, type ReaderTask, recipientKey } from "../../../../shared/conversation";
import { CloseIcon } from "../../../ui/icons";
import { Button, IconButton } from "../../../ui/kit/button";
import { Callout } from "../../../ui/kit/callout";
import { EmptyState } from "../../../ui/kit/empty-state";
import { Select, TextField } from "../../../ui/kit/field";
import { Actions } from "../../../ui/kit/toolbar";
import { messages } from "../../../ui/messages";
import { useBridge, useNotices, useTabs, useWorkspace } from "../../../workbench/api/parts";
import { panelMessages } from "../messages";
import { withError } from "../model/conversation-client";
import { knownRecipients } from "../model/recipients";
import { usePanel } from "../model/use-panel";
import "./readers.css";
import { MAX_RECIPIENTS } from "../../../../shared/limits";
import { readersMessages } from "./readers-messages";

/** A reader of the form. */
type Row = { id: number; recipient: string; task: ReaderTask; words: string };

/** What gets the focus after a change: the task or the words of the reader at this index, or the button that adds one. */
type FocusWish = { at: number; field: "select" | "input" } | "add";

const isWithoutWords = ({ task, words }: Row): boolean => task === "own" && words.trim() === "";

const USUAL: readonly ReaderTask[] = ["facts", "continuity", "style"];

/** Several readers for the document in front: who reads, and for what. */
export default function ReadersForm() {
  const panel = usePanel();
  const bridge = useBridge();
  const setup = useStore(panel.$setup);
  const front = useStore(useTabs().$front);
  const folder = useStore(useWorkspace().$workspace)?.root ?? null;
  const known = setup === null ? [] : knownRecipients(setup);
  const usual = useStore(panel.$recipient);
  const keys = known.map(({ recipient }) => recipientKey(recipient));
  const keyKnown = (key: string, otherwise: string) => (keys.includes(key) ? key : otherwise);
  // Whoever answers in the conversation may no longer be installed.
  const first = keyKnown(usual === null ? "" : recipientKey(usual), keys[0] ?? "");
  const made = useRef(USUAL.length);
  const [rows, setRows] = useState<readonly Row[]>(() =>
    USUAL.map((task, id) => ({ id, recipient: first, task, words: "" })),
  );
  const [error, setError] = useState<Notice | null>(null);
  const [isBusy, setBusy] = useState(false);
  /** The ids of the rows that could not be asked for want of words. */
  const [incomplete, setIncomplete] = useState<readonly number[]>([]);
  const notices = useNotices();
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  const t = panelMessages.readers;
  const isReady = known.length > 0;
  useEffect(() => {
    if (isReady) heading.current?.focus();
  }, [isReady]);

  const form = useRef<HTMLFormElement>(null);
  const focusWish = useRef<FocusWish | null>(null);
  useLayoutEffect(() => {
    const wish = focusWish.current;
    focusWish.current = null;
    if (wish === null) return;
    const row = wish === "add" ? null : form.current?.querySelectorAll(".reader")[wish.at];
    const selector = wish === "add" ? "[data-add]" : wish.field;
    (row ?? form.current)?.querySelector<HTMLElement>(selector)?.focus();
  }, [rows, incomplete]);

  const set = (changed: Row) => setRows(rows.map((row) => (row.id === changed.id ? changed : row)));
  const add = () => {
    made.current += 1;
    const task = READER_TASKS.find((each) => !rows.some((row) => row.task === each)) ?? "own";
    const next = [...rows, { id: made.current, recipient: rows.at(-1)?.recipient ?? first, task, words: "" }];
    setRows(next);
    const isLast = next.length === MAX_RECIPIENTS;
    // The button goes away.
    if (isLast) focusWish.current = { at: next.length - 1, field: "select" };
    notices.announce(isLast ? readersMessages.addedLast(next.length) : readersMessages.added(next.length));
  };
  const remove = (at: number) => {
    focusWish.current = at < rows.length - 1 ? { at, field: "select" } : "add";
    setRows(rows.filter((_, index) => index !== at));
    notices.announce(readersMessages.removed(at + 1));
  };
  const doc = front?.editor?.doc ?? null;
  const readers = rows.flatMap(({ recipient, task, words }): Reader[] => {
    const found = known[keys.indexOf(keyKnown(recipient, first))];
    return found === undefined ? [] : [{ recipient: found.recipient, task, words }];
  });
  const back = () => panel.$view.set("conversation");
  const ask = async () => {
    if (doc === null || isBusy) return;
    const at = rows.findIndex(isWithoutWords);
    if (at >= 0) {
      focusWish.current = { at, field: "input" };
      return setIncomplete(rows.filter(isWithoutWords).map((row) => row.id));
    }
    setBusy(true);
    setError(null);
    const answer = await withError(bridge.request("assistant:ask-readers", { folder, doc, readers })).finally(() =>
      setBusy(false),
    );
    if (!answer.ok) return setError(answer.error);
    if (await panel.show(answer.conversation.id)) back();
  };
  if (doc !== null && setup === null)
    return (
      <EmptyState className="grow" role="status">
        {messages.loading}
      </EmptyState>
    );
  if (doc === null || !isReady)
    return (
      <EmptyState className="grow">
        {doc === null ? t.noDocument : t.noModel} <Button onClick={back}>{t.back}</Button>
      </EmptyState>
    );
  return (
    <form
      ref={form}
      className="readers inset-large scrolls grow"
      aria-labelledby={id}
      onSubmit={(event) => {
        event.preventDefault();
        void ask();
      }}
    >
      <h3 id={id} ref={heading} tabIndex={-1} className="breaks">
        {t.heading(front?.editor?.$info.get().name ?? "")}
      </h3>
      <p className="soft">{t.about}</p>
      {rows.map((row, at) => (
        <ReaderRow
          key={row.id}
          row={row}
          number={at + 1}
          known={known}
          recipient={keyKnown(row.recipient, first)}
          isIncomplete={incomplete.includes(row.id) && isWithoutWords(row)}
          set={set}
          remove={rows.length === 1 ? null : () => remove(at)}
        />
      ))}
      {rows.length < MAX_RECIPIENTS ? (
        <Button size="small" onClick={add} data-add>
          {t.add}
        </Button>
      ) : null}
      {error === null ? null : (
        <Callout tone="bad" role="alert">
          <p>{error.message}</p>
          {error.hint === undefined ? null : <p className="soft">{error.hint}</p>}
        </Callout>
      )}
      <Actions className="above-large">
        <Button type="submit" kind="main" isBusy={isBusy}>
          {t.ask(rows.length)}
        </Button>
        <Button onClick={back}>{t.back}</Button>
      </Actions>
    </form>
  );
}

type RowProps = {
  row: Row;
  number: number;
  known: ReturnType<typeof knownRecipients>;
  /** The key of the chosen recipient. */
  recipient: string;
  /** It has no description of what to look for, so it could not be asked. */
  isIncomplete: boolean;
  set(row: Row): void;
  /** Null for the only one. */
  remove: (() => void) | null;
};

function ReaderRow({ row, number, known, recipient: chosen, isIncomplete, set, remove }: RowProps) {
  const t = panelMessages.readers;
  const errorId = useId();
  return (
    <fieldset className="reader below" aria-label={t.reader(number)}>
      <div className="in-line">
        <Select
          className="grow"
          aria-label={t.task}
          value={row.task}
          onChange={({ target }) => set({ ...row, task: target.value as ReaderTask })}
        >
          {READER_TASKS.map((task) => (
            <option key={task} value={task}>
              {t.tasks[task]}
            </option>
          ))}
        </Select>
        <Select
          className="grow"
          aria-label={t.who}
          value={chosen}
          onChange={({ target }) => set({ ...row, recipient: target.value })}
        >
          {known.map(({ recipient, name, provider }) => (
            <option key={recipientKey(recipient)} value={recipientKey(recipient)}>
              {provider === null ? name : `${name} (${provider})`}
            </option>
          ))}
        </Select>
        {remove === null ? null : (
          <IconButton label={t.remove(number)} onClick={remove}>
            <CloseIcon />
          </IconButton>
        )}
      </div>
      {row.task === "own" ? (
        <>
          <TextField
            dir="auto"
            aria-label={t.words}
            aria-invalid={isIncomplete}
            aria-describedby={isIncomplete ? errorId : undefined}
            placeholder={t.words}
            maxLength={4000}
            value={row.words}
            onChange={({ target }) => set({ ...row, words: target.value })}
          />
          {isIncomplete ? (
            <p id={errorId} className="bad small">
              {readersMessages.noWords}
            </p>
          ) : null}
        </>
      ) : (
        <p className="soft small">{t.abouts[row.task]}</p>
      )}
    </fieldset>
  );
}
