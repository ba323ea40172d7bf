import { useStore } from "@nanostores/react";
import { useState } from "react";
import type { WorkKind } from "../../../shared/book";
import { useShell } from "../../ui/shell-context";
import { AsideIcon, PlayIcon } from "./book-icons";
import { languageName, offeredLanguages } from "./book-languages";
import { ProgressBar } from "./chapter-list";
import { BookExportDialog } from "./export-dialog";
import { givePrompt } from "./give-prompt";
import { bookWords } from "./messages";
import { useBook } from "./use-book";

const KINDS = ["translation", "polishing", "proofreading"] as const satisfies WorkKind[];

/** The header of a book: title, language, progress and the actions for the whole book. */
export function BookHead() {
  const shell = useShell();
  const { model, jobs } = useBook();
  const shown = useStore(model.$shown);
  const isAside = useStore(model.$aside) !== null;
  const [isExporting, setExporting] = useState(false);
  const { counts, language, languages, title } = shown;
  const done = counts.translated;
  const say = bookWords;
  const known = [...new Set([...languages, ...(language === "" ? [] : [language])])];
  const others = offeredLanguages().filter(({ tag }) => !known.includes(tag));

  return (
    <header className="book-head">
      <h2 title={shown.book}>{title}</h2>
      {language === "" ? null : (
        <select
          className="book-language"
          aria-label={say.language.change}
          title={say.language.change}
          value={language}
          onChange={({ target }) => void model.setLanguage(target.value)}
        >
          {known.map((each) => (
            <option key={each} value={each}>
              {languageName(each)}
            </option>
          ))}
          <optgroup label={say.language.other}>
            {others.map(({ tag, name }) => (
              <option key={tag} value={tag}>
                {name}
              </option>
            ))}
          </optgroup>
        </select>
      )}
      <div className="book-whole" title={say.chapters.overall(done, counts.paragraphs)}>
        <ProgressBar counts={counts} />
        <span>{counts.paragraphs === 0 ? "" : say.percent(done / counts.paragraphs)}</span>
      </div>
      <span className="book-space" />
      <button
        type="button"
        className="button book-small"
        title={say.jobs.start}
        onClick={() => jobs.$isStarting.set(true)}
      >
        <PlayIcon /> <span>{say.jobs.start}</span>
      </button>
      <select
        className="book-prompt"
        aria-label={say.prompts.menu}
        title={say.prompts.hint}
        value=""
        onChange={({ target }) => void givePrompt(shell, model, target.value as WorkKind, null)}
      >
        <option value="" disabled hidden>
          {say.prompts.menu}
        </option>
        {KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {say.tasks.kinds[kind]}
          </option>
        ))}
      </select>
      <button type="button" className="button book-small" onClick={() => setExporting(true)}>
        {say.export.menu}
      </button>
      <button
        type="button"
        className="icon-button"
        aria-pressed={isAside}
        aria-label={isAside ? say.aside.hide : say.aside.show}
        title={isAside ? say.aside.hide : say.aside.show}
        onClick={model.toggleAside}
      >
        <AsideIcon />
      </button>
      {isExporting ? <BookExportDialog close={() => setExporting(false)} /> : null}
    </header>
  );
}
