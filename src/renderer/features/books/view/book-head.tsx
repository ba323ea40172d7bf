import { useStore } from "@nanostores/react";
import { useState } from "react";
import type { WorkKind } from "../../../../shared/book";
import { Button, IconButton } from "../../../ui/kit/button";
import { Select } from "../../../ui/kit/field";
import { Space } from "../../../ui/kit/toolbar";
import { useBridge } from "../../../workbench/api/parts";
import { useShell } from "../../../workbench/api/shell-context";
import { AsideIcon, MoreIcon, PlayIcon } from "../book-icons";
import { languageName, offeredLanguages } from "../book-languages";
import { bookMessages } from "../messages";
import type { BookDialog } from "../model/book-model";
import { givePrompt } from "../model/give-prompt";
import { startImport } from "../model/start-import";
import { useBook } from "../model/use-book";
import { ProgressBar } from "../panes/chapter-list";
import { BookExportDialog } from "./export-dialog";

const KINDS = ["translation", "polishing", "proofreading"] as const satisfies WorkKind[];

/** The header of a book: title, language, progress and the actions for the whole book. */
export function BookHead() {
  const shell = useShell();
  const { model, jobs } = useBook();
  const shown = useStore(model.$shown);
  const isAside = useStore(model.$aside) !== null;
  const [isExporting, setExporting] = useState(false);
  const isImporting = useStore(model.$isImporting);
  const { counts, language, languages, title } = shown;
  const done = counts.translated;
  const t = bookMessages;
  const known = [...new Set([...languages, ...(language === "" ? [] : [language])])];
  const others = offeredLanguages().filter(({ tag }) => !known.includes(tag));

  return (
    <header className="book-head toolbar">
      <h2 title={shown.book}>{title}</h2>
      {language === "" ? null : (
        <Select
          className="book-language"
          aria-label={t.language.change}
          title={t.language.change}
          value={language}
          onChange={({ target }) => void model.setLanguage(target.value)}
        >
          {known.map((each) => (
            <option key={each} value={each}>
              {languageName(each)}
            </option>
          ))}
          <optgroup label={t.language.other}>
            {others.map(({ tag, name }) => (
              <option key={tag} value={tag}>
                {name}
              </option>
            ))}
          </optgroup>
        </Select>
      )}
      <div className="book-whole nowrap soft small digits in-line" title={t.chapters.overall(done, counts.paragraphs)}>
        <ProgressBar counts={counts} />
        <span>{counts.paragraphs === 0 ? "" : t.percent(done / counts.paragraphs)}</span>
      </div>
      <Space />
      <Button size="small" title={t.jobs.start} onClick={() => jobs.$isStarting.set(true)}>
        <PlayIcon /> <span>{t.jobs.start}</span>
      </Button>
      <Select
        className="book-prompt"
        aria-label={t.prompts.menu}
        title={t.prompts.hint}
        value=""
        onChange={({ target }) => void givePrompt(shell, model, target.value as WorkKind, null)}
      >
        <option value="" disabled hidden>
          {t.prompts.menu}
        </option>
        {KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {t.tasks.kinds[kind]}
          </option>
        ))}
      </Select>
      <Button
        size="small"
        disabled={isImporting || language === ""}
        title={t.imports.hint}
        onClick={() => void startImport({ model, ...shell })}
      >
        {isImporting ? t.memories.importing : t.memories.import}
      </Button>
      <Button size="small" onClick={() => setExporting(true)}>
        {t.export.menu}
      </Button>
      <MoreMenu />
      <IconButton aria-pressed={isAside} label={isAside ? t.aside.hide : t.aside.show} onClick={model.toggleAside}>
        <AsideIcon />
      </IconButton>
      {isExporting ? <BookExportDialog close={() => setExporting(false)} /> : null}
    </header>
  );
}

/** What is done less often with a whole book. */
function MoreMenu() {
  const { model } = useBook();
  const bridge = useBridge();
  const t = bookMessages.more;
  const items: { id: BookDialog; label: string }[] = [
    { id: "checks", label: t.checks },
    { id: "statistics", label: t.statistics },
  ];
  const open = async () => {
    const picked = await bridge.request("app:menu", items);
    const item = items.find(({ id }) => id === picked);
    if (item) model.$dialog.set(item.id);
  };
  return (
    <IconButton label={t.menu} aria-haspopup="menu" onClick={() => void open()}>
      <MoreIcon />
    </IconButton>
  );
}
