import { useStore } from "@nanostores/react";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import type { Command } from "../../../../shared/contract";
import type { CustomEditorProps } from "../../../editor/custom-editor-tab";
import { Button } from "../../../ui/kit/button";
import { Callout } from "../../../ui/kit/callout";
import { EmptyState } from "../../../ui/kit/empty-state";
import { messages } from "../../../ui/messages";
import { useSessionChanged } from "../../../workbench/api/parts";
import { useShell } from "../../../workbench/api/shell-context";
import { LanguageField } from "../language-field";
import { bookMessages } from "../messages";
import { BookContext, type OpenBook, useBook } from "../model/use-book";
import "../book.css";
import { ConcordanceDialog } from "../concordance/concordance-dialog";
import { JobDialog } from "../jobs/job-dialog";
import { JobStrip } from "../jobs/job-strip";
import { type BookOpening, bookOfTab } from "../model/book-store";
import { ChapterColumn } from "../panes/chapter-column";
import { WorkAside } from "../panes/work-aside";
import { ReplaceBar } from "../replace/replace-bar";
import { ReplaceDialog } from "../replace/replace-dialog";
import { StatisticsDialog } from "../statistics/statistics-dialog";
import { FilterBar } from "../table/filter-bar";
import { ParagraphTable } from "../table/paragraph-table";
import { SelectionBar } from "../table/selection-bar";
import { SendBackDialog } from "../table/send-back-dialog";
import { BookHead } from "./book-head";
import { BookNotices } from "./book-notices";
import { ChecksDialog } from "./checks-dialog";
import { ImportDialog } from "./import-dialog";

type BookHold = ReturnType<typeof bookOfTab>;

/** The tab of a book: chapters, source and translation side by side, and the work on them. */
export default function BookView({ tab, isActive }: CustomEditorProps) {
  const shell = useShell();
  const mine = bookOfTab(tab, shell);
  const opening = useStore(mine.$opening);
  if (opening.status === "open") return <BookLayout open={opening.open} tab={tab} isActive={isActive} hold={mine} />;
  return (
    <div className="book column cover">
      <Waiting opening={opening} again={mine.again} />
    </div>
  );
}

function Waiting({ opening, again }: { opening: Exclude<BookOpening, { status: "open" }>; again(): void }) {
  if (opening.status === "opening")
    return (
      <EmptyState isCentred className="book-waiting" role="status">
        {bookMessages.loading}
      </EmptyState>
    );
  return (
    <EmptyState
      isCentred
      className="book-waiting"
      role="alert"
      heading={bookMessages.failed}
      actions={<Button onClick={again}>{messages.tryAgain}</Button>}
    >
      <p>
        {opening.why.message} {opening.why.hint}
      </p>
    </EmptyState>
  );
}

function BookLayout({ open, tab, hold }: { open: OpenBook; hold: BookHold } & CustomEditorProps) {
  const { model } = open;
  const sessionChanged = useSessionChanged();
  const shown = useStore(model.$shown);
  const error = useStore(model.$error);
  const items = useStore(model.$items);
  const isFinding = useStore(model.$isFinding);
  const found = useStore(model.$found);
  const isReplacing = useStore(model.replacer.$isOpen);
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const ids = () => model.$shown.get().volumes.flatMap(({ chapters }) => chapters.map(({ id }) => id));
    tab.attach({
      focus() {
        const within = box.current;
        if (!within || within.contains(document.activeElement)) return;
        const active = model.$active.get();
        const field = active
          ? within.querySelector<HTMLElement>(`[data-id="${CSS.escape(active.id)}"] textarea`)
          : null;
        const first = [".book-question input", ".book-chapters", ".book-chapter-select"]
          .map((each) => within.querySelector<HTMLElement>(each))
          .find((each) => each?.checkVisibility());
        (field ?? first)?.focus();
      },
      run: (command) => runCommand(model, command),
      isDirty: () => Object.keys(model.unsaved.$all.get()).length > 0,
      async flush() {
        await model.flush();
      },
      viewState() {
        const active = model.$active.get();
        const chapter = Math.max(0, ids().indexOf(active?.chapter ?? model.$chapter.get() ?? ""));
        return { cursor: chapter * PER_CHAPTER + Math.min(PER_CHAPTER - 1, active?.index ?? 0), scrollTop: 0 };
      },
      restore({ cursor }) {
        const chapter = ids()[Math.floor(cursor / PER_CHAPTER)];
        if (chapter === undefined) return;
        const index = cursor % PER_CHAPTER;
        model.showChapter(chapter);
        if (index === 0) return;
        void model.loaded(chapter).then(() => {
          const row = model.$rows.get().get(chapter)?.[index];
          if (row && model.$active.get() === null) void model.goTo(row, "stays");
        });
      },
      stop: hold.stop,
    });
  }, [tab, model, hold]);

  // In a narrow window the side pane overlays the table, so it stays closed until the user opens it.
  useEffect(() => {
    const { current } = box;
    if (!current) return;
    let before: ReturnType<typeof model.$aside.get> = null;
    let isNarrow = false;
    const observer = new ResizeObserver(([entry]) => {
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 13;
      const now = (entry?.contentRect.width ?? 0) < NARROW_REM * rem;
      if (now === isNarrow) return;
      isNarrow = now;
      if (now) before = model.$aside.get();
      model.$aside.set(now ? null : (model.$aside.get() ?? before));
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, [model]);

  useEffect(() => {
    const stopUnsaved = model.unsaved.$all.subscribe((all) => {
      const each = Object.values(all);
      tab.update({ isDirty: each.length > 0, isSaving: each.some(({ saving }) => saving !== null) });
    });
    const stopActive = model.$active.listen(sessionChanged);
    return () => {
      stopUnsaved();
      stopActive();
    };
  }, [tab, model, sessionChanged]);
  useEffect(() => {
    tab.$statusText.set(bookMessages.chapters.overall(shown.counts.translated, shown.counts.paragraphs));
  }, [tab, shown]);

  return (
    <BookContext value={open}>
      <div ref={box} className="book column cover">
        <BookHead />
        <JobStrip />
        <BookNotices />
        <div className="book-columns fills">
          <ChapterColumn />
          <div className="book-middle pane">
            {shown.language === "" ? (
              <LanguageQuestion />
            ) : (
              <>
                <FilterBar />
                {isReplacing ? <ReplaceBar /> : null}
                {error ? (
                  <Callout tone="bad" role="alert">
                    <p>{error.message}</p>
                    <Button size="small" onClick={() => void model.again()}>
                      {messages.tryAgain}
                    </Button>
                  </Callout>
                ) : null}
                {found && items.length === 0 && !isFinding ? (
                  <EmptyState
                    isCentred
                    className="book-waiting"
                    role="status"
                    actions={
                      <Button
                        onClick={() => {
                          model.$search.set({ ...model.$search.get(), sought: "" });
                          model.setFilter("all");
                        }}
                      >
                        {bookMessages.filter.showAll}
                      </Button>
                    }
                  >
                    {bookMessages.filter.nothing}
                  </EmptyState>
                ) : (
                  <ParagraphTable />
                )}
                <SelectionBar />
              </>
            )}
          </div>
          <WorkAside />
        </div>
        <BookDialogs open={open} />
      </div>
    </BookContext>
  );
}

/** Runs a command of the window on the book; false if it is none of the book's. */
function runCommand(model: OpenBook["model"], command: Command): boolean {
  const { replacer, comments } = model;
  if (command === "find") model.enterSearch();
  else if (command === "replace") replacer.open();
  else if (command === "concordance") model.openConcordance();
  else if (command === "save") void model.flush();
  else if (command === "comment") {
    model.$aside.set("comments");
    comments.$focus.set(comments.$focus.get() + 1);
  } else if ((command === "find-next" || command === "find-previous") && replacer.$isOpen.get())
    void replacer.step(command === "find-next" ? 1 : -1);
  else return false;
  return true;
}

function BookDialogs({ open: { model, jobs } }: { open: OpenBook }) {
  const sendingBack = useStore(model.$sendingBack);
  const imported = useStore(model.$imported);
  const isStarting = useStore(jobs.$isStarting);
  const dialog = useStore(model.$dialog);
  const concordance = useStore(model.$concordance);
  const isReviewing = useStore(model.replacer.$isReviewing);
  return (
    <>
      {sendingBack ? <SendBackDialog request={sendingBack} /> : null}
      {imported ? <ImportDialog imported={imported} /> : null}
      {isStarting ? <JobDialog /> : null}
      {concordance ? <ConcordanceDialog first={concordance} close={() => model.$concordance.set(null)} /> : null}
      {isReviewing ? <ReplaceDialog close={() => model.replacer.$isReviewing.set(false)} /> : null}
      {dialog === "statistics" ? <StatisticsDialog close={() => model.$dialog.set(null)} /> : null}
      {dialog === "checks" ? <ChecksDialog close={() => model.$dialog.set(null)} /> : null}
    </>
  );
}

/** Below this width, in rem, the side pane overlays the table; book.css has the same value. */
const NARROW_REM = 74;

/** The view state is one number: chapter index times this, plus the paragraph index. */
const PER_CHAPTER = 100_000;

/** Asks for the target language of a book that has none yet. */
function LanguageQuestion() {
  const { model } = useBook();
  const [language, setLanguage] = useState("");
  const [isBusy, setBusy] = useState(false);
  const id = useId();
  const t = bookMessages.language;
  const set = async (event: FormEvent) => {
    event.preventDefault();
    if (language.trim() === "") return;
    setBusy(true);
    await model.setLanguage(language.trim()).finally(() => setBusy(false));
  };
  return (
    <form className="book-question" aria-labelledby={id} onSubmit={set}>
      <h3 id={id}>{t.heading}</h3>
      <p className="soft">{t.lead}</p>
      <p className="book-question-field in-line above-large">
        <LanguageField label={t.label} value={language} change={setLanguage} placeholder={t.code("zh-CN")} />
        <Button type="submit" kind="main" disabled={isBusy || language.trim() === ""}>
          {t.set}
        </Button>
      </p>
    </form>
  );
}
