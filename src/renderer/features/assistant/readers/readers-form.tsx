import { useStore } from "@nanostores/react";
import { useEffect, useId, useRef, useState } from "react";
import type { Notice } from "../../../../shared/contract";
import {
  MAX_RECIPIENTS,
  READER_TASKS,
  type Reader,
  type ReaderTask,
  recipientKey,
} from "../../../../shared/conversation";
import { CloseIcon } from "../../../ui/icons";
import { Button, IconButton } from "../../../ui/kit/button";
import { Callout } from "../../../ui/kit/callout";
import { EmptyState } from "../../../ui/kit/empty-state";
import { Select, TextField } from "../../../ui/kit/field";
import { Actions } from "../../../ui/kit/toolbar";
import { useBridge, useTabs, useWorkspace } from "../../../workbench/api/parts";
import { panelMessages } from "../messages";
import { withError } from "../model/conversation-client";
import { knownRecipients } from "../model/recipients";
import { usePanel } from "../model/use-panel";
import "./readers.css";

/** A reader of the form. */
type Row = { id: number; recipient: string; task: ReaderTask; words: string };

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
  const first = usual === null ? "" : recipientKey(usual);
  const made = useRef(USUAL.length);
  const [rows, setRows] = useState<Row[]>(() => USUAL.map((task, id) => ({ id, recipient: first, task, words: "" })));
  const [error, setError] = useState<Notice | null>(null);
  const [isBusy, setBusy] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  const t = panelMessages.readers;
  const isReady = known.length > 0;
  useEffect(() => {
    if (isReady) heading.current?.focus();
  }, [isReady]);

  const set = (changed: Row) => setRows(rows.map((row) => (row.id === changed.id ? changed : row)));
  const add = () => {
    made.current += 1;
    const task = READER_TASKS.find((each) => !rows.some((row) => row.task === each)) ?? "own";
    setRows([...rows, { id: made.current, recipient: rows.at(-1)?.recipient ?? first, task, words: "" }]);
  };
  const doc = front?.editor?.doc ?? null;
  const readers = rows.flatMap(({ recipient, task, words }): Reader[] => {
    const found = known.find((each) => recipientKey(each.recipient) === (recipient || first));
    return found === undefined || (task === "own" && words.trim() === "")
      ? []
      : [{ recipient: found.recipient, task, words }];
  });
  const back = () => panel.$view.set("conversation");
  const ask = async () => {
    if (doc === null || isBusy) return;
    setBusy(true);
    setError(null);
    const answer = await withError(bridge.request("assistant:ask-readers", { folder, doc, readers })).finally(() =>
      setBusy(false),
    );
    if (!answer.ok) return setError(answer.error);
    if (await panel.show(answer.conversation.id)) back();
  };
  if (doc === null || !isReady)
    return (
      <EmptyState className="grow">
        {doc === null ? t.noDocument : t.noModel} <Button onClick={back}>{t.back}</Button>
      </EmptyState>
    );
  return (
    <form
      className="readers grow"
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
          usual={first}
          set={set}
          remove={rows.length === 1 ? null : () => setRows(rows.filter((each) => each !== row))}
        />
      ))}
      {rows.length < MAX_RECIPIENTS ? (
        <Button size="small" onClick={add}>
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
        <Button type="submit" kind="main" isBusy={isBusy} disabled={readers.length < rows.length}>
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
  /** Who answers unless another is chosen. */
  usual: string;
  set(row: Row): void;
  /** Null for the only one. */
  remove: (() => void) | null;
};

function ReaderRow({ row, number, known, usual, set, remove }: RowProps) {
  const t = panelMessages.readers;
  return (
    <fieldset className="reader" aria-label={t.reader(number)}>
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
          value={row.recipient || usual}
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
        <TextField
          dir="auto"
          aria-label={t.words}
          placeholder={t.words}
          maxLength={4000}
          value={row.words}
          onChange={({ target }) => set({ ...row, words: target.value })}
        />
      ) : (
        <p className="soft small">{t.abouts[row.task]}</p>
      )}
    </fieldset>
  );
}
