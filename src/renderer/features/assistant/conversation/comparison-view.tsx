import { useStore } from "@nanostores/react";
import { useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { TabLine } from "../../../ui/kit/tabs";
import "./comparison.css";
import { CloseIcon } from "../../../ui/icons";
import { Button, IconButton } from "../../../ui/kit/button";
import { Callout } from "../../../ui/kit/callout";
import { classes } from "../../../ui/kit/classes";
import { EmptyState } from "../../../ui/kit/empty-state";
import { messages } from "../../../ui/messages";
import { useNotices, usePanelLayout } from "../../../workbench/api/parts";
import { useShell } from "../../../workbench/api/shell-context";
import { QueueList } from "../composer/queue-list";
import { panelMessages } from "../messages";
import { type AnswerState, type Column, comparisonOf } from "../model/comparison";
import { useFocusKept } from "../model/use-focus-kept";
import { PanelContext, usePanel } from "../model/use-panel";
import { StopIcon } from "../panel-icons";
import { TurnList } from "./turn-list";

/** The least width of a column, in unzoomed pixels; with less for each, the answers are tabs. */
const MIN_COLUMN_WIDTH = 280;

/** The answers of a comparison: side by side, or as tabs in a narrow panel. The front one is the conversation that the panel shows. */
export default function ComparisonView() {
  const panel = usePanel();
  const comparison = comparisonOf(useShell());
  const columns = useStore(comparison.$columns);
  const front = useStore(panel.$conversation)?.id ?? null;
  const box = useRef<HTMLDivElement>(null);
  const isWide = useIsWide(box, columns.length);
  const id = useId();
  useFocusKept(box);
  const shown = columns.find((column) => column.id === front) ?? columns[0];
  const t = panelMessages.comparison;
  return (
    <section ref={box} className="comparison pane" aria-label={t.label}>
      {isWide === null ? null : isWide || !shown ? (
        <div className="comparison-columns pane">
          {columns.map((column) => (
            <section key={column.id} className="comparison-column pane" aria-labelledby={`${id}-${column.id}`}>
              <header className="comparison-head keeps line-below sides ends-small in-line">
                <h3 id={`${id}-${column.id}`} className="strong grow in-line on-baseline">
                  <ColumnName column={column} />
                </h3>
                <ColumnTools column={column} />
              </header>
              <Answer column={column} />
            </section>
          ))}
        </div>
      ) : (
        <>
          <div className="keeps line-below in-line">
            <AnswerTabs id={id} columns={columns} shown={shown} />
            <ColumnTools column={shown} />
          </div>
          <div
            key={shown.id}
            id={`${id}-answer`}
            className="pane"
            role="tabpanel"
            aria-labelledby={`${id}-tab-${shown.id}`}
          >
            <Answer column={shown} />
          </div>
        </>
      )}
      {columns.map((column) => (
        <SpokenState key={column.id} column={column} />
      ))}
    </section>
  );
}

function Answer({ column }: { column: Column }) {
  const comparison = comparisonOf(useShell());
  const conversation = useStore(column.model.$conversation);
  const error = useStore(column.$error);
  const name = useStore(column.$name);
  const panelLayout = usePanelLayout();
  const t = panelMessages.comparison;
  return (
    <PanelContext value={column.model}>
      {error === null ? null : (
        <Callout tone="bad" className="comparison-error" role="alert">
          <p>{error.message}</p>
          {error.hint === undefined ? null : <p className="soft">{error.hint}</p>}
        </Callout>
      )}
      {conversation && conversation.turns.length > 0 ? (
        <TurnList />
      ) : (
        <EmptyState className="grow">{conversation ? t.notSent : error ? "" : messages.loading}</EmptyState>
      )}
      <QueueList leave={panelLayout.refocus} />
      <div className="keeps inset centred">
        <Button aria-label={t.goOnWith(name)} onClick={() => void comparison.goOn(column.id)}>
          {t.goOn}
        </Button>
      </div>
    </PanelContext>
  );
}

const STATE_COLOURS: Partial<Record<AnswerState, string>> = { asking: "warn", failed: "bad", running: "accented" };

/** Who answers in a column, and how far that is. */
function ColumnName({ column }: { column: Column }) {
  const name = useStore(column.$name);
  const state = useStore(column.$state);
  return (
    <>
      <span className="clip" title={name}>
        {name}
      </span>{" "}
      <span className={classes("answer-state plain clip small", STATE_COLOURS[state] ?? "soft")} data-state={state}>
        {panelMessages.comparison.state[state]}
      </span>
    </>
  );
}

/** Stops the answer of a column, or takes it out of the way of the others. */
function ColumnTools({ column }: { column: Column }) {
  const comparison = comparisonOf(useShell());
  const panelLayout = usePanelLayout();
  const running = useStore(column.model.$running);
  const stopping = useStore(column.model.$stopping);
  const name = useStore(column.$name);
  const t = panelMessages.comparison;
  return (
    <span className="in-line spaced-small keeps">
      {running === null ? null : (
        <IconButton
          label={t.stop(name)}
          aria-disabled={stopping === running.id}
          onClick={() => {
            column.model.stop();
            // The button is removed when the answer ends.
            panelLayout.refocus();
          }}
        >
          <StopIcon />
        </IconButton>
      )}
      <IconButton label={t.close(name)} hint={t.closeHint} onClick={() => void comparison.close(column)}>
        <CloseIcon />
      </IconButton>
    </span>
  );
}

function AnswerTabs({ id, columns, shown }: { id: string; columns: readonly Column[]; shown: Column }) {
  const { show } = usePanel();
  return (
    <TabLine
      className="comparison-tabs grow"
      label={panelMessages.comparison.label}
      id={`${id}-tab`}
      panel={`${id}-answer`}
      current={shown.id}
      show={(column) => void show(column)}
      tabs={columns.map((column) => ({ id: column.id, label: <ColumnName column={column} /> }))}
    />
  );
}

/** Announces the end of an answer, also of one whose tab is behind another. */
function SpokenState({ column }: { column: Column }) {
  const notices = useNotices();
  useEffect(() => {
    let before = column.$state.get();
    return column.$state.listen((state) => {
      if (state === before) return;
      before = state;
      const { named, state: names } = panelMessages.comparison;
      // A card announces itself.
      if (state !== "running" && state !== "asking") notices.announce(named(column.$name.get(), names[state]));
    });
  }, [column, notices]);
  return null;
}

/** Whether the box has room for this many columns; null until it is measured. */
function useIsWide(box: React.RefObject<HTMLElement | null>, columns: number): boolean | null {
  const [isWide, setWide] = useState<boolean | null>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => {
      const zoom = Number(getComputedStyle(element).getPropertyValue("--zoom")) || 1;
      setWide(element.clientWidth >= columns * MIN_COLUMN_WIDTH * zoom);
    };
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    return () => watch.disconnect();
  }, [box, columns]);
  return isWide;
}
