import { useStore } from "@nanostores/react";
import { useId, useState } from "react";
import {
  type ChapterStatistics,
  countedStates,
  delimitedTable,
  matchBands,
  matchCells,
  noMatches,
  statisticsCells,
  statisticsColumns,
  totalStatistics,
} from "../../../../core/books/book-statistics";
import { Button } from "../../../ui/kit/button";
import { Dialog, DialogChoices, DialogHead } from "../../../ui/kit/dialog";
import { Actions, SegmentedControl } from "../../../ui/kit/toolbar";
import { useModal } from "../../../ui/use-modal";
import { useBridge, useNotices } from "../../../workbench/api/parts";
import { bookMessages } from "../messages";
import { useBook } from "../model/use-book";
import { type CountedMatches, useStatistics } from "./use-statistics";

type View = "words" | "states" | "matches";
type Column = { name: string; cell(chapter: ChapterStatistics): { main: number; more?: string } };

/** Words, states and matches of the book, by chapter and in all. */
export function StatisticsDialog({ close }: { close(): void }) {
  const { model } = useBook();
  const shown = useStore(model.$shown);
  const bridge = useBridge();
  const notices = useNotices();
  const dialog = useModal();
  const [view, setView] = useState<View>("words");
  const { chapters, matches, start, stop } = useStatistics();
  const id = useId();
  const t = bookMessages.statistics;
  const rows = chapters === null ? [] : [totalStatistics(chapters, t.all), ...chapters];
  const copy = (separator: "," | "\t") => {
    const hasMatches = matches.status === "done";
    const table = [
      [t.chapter, ...statisticsColumns.map((column) => t.columns[column]), ...(hasMatches ? t.matchColumns() : [])],
      ...rows.map((row) => [
        row.title,
        ...statisticsCells(row),
        ...(hasMatches ? matchCells(matches.byChapter.get(row.id) ?? noMatches()) : []),
      ]),
    ];
    void bridge.request("app:copy", delimitedTable(table, separator)).then(() => notices.announce(t.copied));
  };

  return (
    <Dialog
      ref={dialog}
      className="book-dialog book-statistics"
      aria-labelledby={`${id}-title`}
      close={close}
      hasNotices
    >
      <DialogHead id={`${id}-title`} heading={t.heading(shown.title)} close={close} />
      <div className="actions spaced-small above-small">
        <SegmentedControl
          label={t.show}
          value={view}
          choices={(["words", "states", "matches"] as const).map((each) => ({ id: each, label: t.views[each] }))}
          pick={(picked) => {
            setView(picked);
            if (picked === "matches" && matches.status === "not begun") void start();
          }}
        />
        {view === "matches" ? <MatchProgress matches={matches} start={() => void start()} stop={stop} /> : null}
      </div>
      {chapters === null ? (
        <p className="above soft" role="status">
          {t.counting}
        </p>
      ) : (
        <Figures rows={rows} columns={columnsOf(view, matches)} caption={t.views[view]} />
      )}
      {view === "words" ? null : <p className="above-small soft small">{t.about[view]}</p>}
      <DialogChoices>
        <Button disabled={chapters === null} onClick={() => copy("\t")}>
          {t.copyTable}
        </Button>
        <Button disabled={chapters === null} onClick={() => copy(",")}>
          {t.copyCsv}
        </Button>
        {matches.status === "done" ? null : <span className="soft small">{t.withoutMatches}</span>}
        <Button onClick={close}>{bookMessages.close}</Button>
      </DialogChoices>
    </Dialog>
  );
}

type ProgressProps = { matches: CountedMatches; start(): void; stop(): void };

function MatchProgress({ matches: { status, share }, start, stop }: ProgressProps) {
  const t = bookMessages.statistics;
  if (status === "done" || status === "not begun") return null;
  return (
    <Actions className="book-statistics-progress">
      <progress value={share} aria-label={t.comparing} />
      <span className="soft small digits">{bookMessages.percent(share)}</span>
      {status === "running" ? (
        <Button size="small" onClick={stop}>
          {t.stop}
        </Button>
      ) : (
        <Button size="small" onClick={start}>
          {t.goOn}
        </Button>
      )}
    </Actions>
  );
}

function columnsOf(view: View, { byChapter }: CountedMatches): Column[] {
  const t = bookMessages.statistics;
  const words = (count: { paragraphs: number; words: number }) => ({
    main: count.words,
    more: bookMessages.filter.matches(count.paragraphs),
  });
  if (view === "words")
    return (["paragraphs", "words", "characters", "targetParagraphs", "targetWords", "targetCharacters"] as const).map(
      (column) => ({
        name: t.columns[column],
        cell: (row) => ({ main: statisticsCells(row)[statisticsColumns.indexOf(column)] ?? 0 }),
      }),
    );
  if (view === "states")
    return [
      ...countedStates.map(
        (state): Column => ({ name: t.columns[state], cell: (row) => ({ main: row.states[state] }) }),
      ),
      { name: t.columns.sourceChanged, cell: (row) => ({ main: row.sourceChanged }) },
    ];
  return [
    { name: t.columns.repetitions, cell: (row) => words(row.repetitions) },
    ...matchBands.map(
      (band): Column => ({
        name: t.bands[band],
        cell: (row) => words((byChapter.get(row.id) ?? noMatches())[band]),
      }),
    ),
  ];
}

type FiguresProps = { rows: readonly ChapterStatistics[]; columns: readonly Column[]; caption: string };

function Figures({ rows, columns, caption }: FiguresProps) {
  const t = bookMessages.statistics;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls with the keyboard
    <section className="book-figures above-small" aria-label={caption} tabIndex={0}>
      <table className="selectable">
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{t.chapter}</th>
            {columns.map(({ name }) => (
              <th key={name} scope="col" className="end-aligned">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} data-total={row.id === ""}>
              <th scope="row" className="breaks" dir="auto">
                {row.title}
              </th>
              {columns.map(({ name, cell }) => {
                const { main, more } = cell(row);
                return (
                  <td key={name} className="end-aligned digits">
                    {bookMessages.number(main)}
                    {more === undefined || main === 0 ? null : <div className="soft small">{more}</div>}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
