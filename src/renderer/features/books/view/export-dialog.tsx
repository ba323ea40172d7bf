import { useStore } from "@nanostores/react";
import { type FormEvent, useId, useState } from "react";
import type { BookExport, BookExportOrder } from "../../../../shared/book";
import { nameOf } from "../../../ui/file-paths";
import { Button } from "../../../ui/kit/button";
import { Dialog, DialogChoices } from "../../../ui/kit/dialog";
import { Check, Select } from "../../../ui/kit/field";
import { useModal } from "../../../ui/use-modal";
import { useBridge } from "../../../workbench/api/parts";
import { bookMessages } from "../messages";
import { chaptersOf } from "../model/chapters";
import { useBook } from "../model/use-book";

const FORMATS = [
  "markdown",
  "docx",
  "epub",
  "html",
  "xliff-2",
  "xliff-1",
  "tmx",
] as const satisfies BookExportOrder["format"][];
const LAYOUTS = ["translation", "side-by-side", "alternating"] as const satisfies BookExportOrder["layout"][];

/** The maximum number of incomplete chapters listed. */
const MAX_CHAPTERS = 12;

/** Exports the translation: first lists what is missing, afterwards links to the file. */
export function BookExportDialog({ close }: { close(): void }) {
  const { model } = useBook();
  const bridge = useBridge();
  const shown = useStore(model.$shown);
  const dialog = useModal();
  const [order, setOrder] = useState<BookExportOrder>({ format: "markdown", layout: "translation", which: "all" });
  const [isBusy, setBusy] = useState(false);
  const [exported, setExported] = useState<BookExport | null>(null);
  const id = useId();
  const t = bookMessages.export;
  const done = shown.counts.translated;
  const isXliff = order.format.startsWith("xliff");
  const hasLayout = !isXliff && order.format !== "tmx";
  const missing = chaptersOf(shown)
    .map((chapter) => ({ ...chapter, remaining: chapter.paragraphs - chapter.translated }))
    .filter(({ remaining }) => remaining > 0);

  const go = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    await model.flush();
    const answer = await bridge.request("book:export", { book: model.book, ...order }).finally(() => setBusy(false));
    if (model.isOk(answer) && answer.exported !== null) setExported(answer.exported);
  };

  return (
    <Dialog ref={dialog} className="book-dialog" aria-labelledby={`${id}-title`} close={close}>
      <h2 id={`${id}-title`}>{t.heading}</h2>
      {exported ? (
        <div role="status">
          <p className="above-small soft">{t.done(nameOf(exported.path))}</p>
          <p className="above-small selectable soft small breaks">{exported.path}</p>
          {exported.missing.length === 0 ? null : (
            <ul className="stack spaced-small capped above soft small">
              {exported.missing.slice(0, MAX_CHAPTERS).map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          )}
          <DialogChoices>
            <Button kind="main" onClick={() => void bridge.request("book:reveal", exported.path)}>
              {t.reveal}
            </Button>
            <Button onClick={close}>{bookMessages.close}</Button>
          </DialogChoices>
        </div>
      ) : (
        <form className="above-large" method="dialog" onSubmit={go}>
          {missing.length === 0 ? (
            <p className="above-small soft">{t.allTranslated(shown.counts.paragraphs)}</p>
          ) : (
            <>
              <p className="above-small soft">{t.missing(done, shown.counts.paragraphs)}</p>
              <ul className="stack spaced-small capped above soft small">
                {missing.slice(0, MAX_CHAPTERS).map((chapter) => (
                  <li key={chapter.id}>{t.missingChapter(chapter.title, chapter.remaining)}</li>
                ))}
                {missing.length > MAX_CHAPTERS ? <li>{t.more(missing.length - MAX_CHAPTERS)}</li> : null}
              </ul>
            </>
          )}
          <div className="book-fields">
            <label htmlFor={`${id}-format`}>{t.format}</label>
            <Select
              id={`${id}-format`}
              value={order.format}
              disabled={isBusy}
              onChange={({ target }) => setOrder({ ...order, format: target.value as BookExportOrder["format"] })}
            >
              {FORMATS.map((each) => (
                <option key={each} value={each}>
                  {t.formats[each]}
                </option>
              ))}
            </Select>
            <label htmlFor={`${id}-layout`}>{t.layout}</label>
            <Select
              id={`${id}-layout`}
              value={hasLayout ? order.layout : "translation"}
              disabled={isBusy || !hasLayout}
              onChange={({ target }) => setOrder({ ...order, layout: target.value as BookExportOrder["layout"] })}
            >
              {LAYOUTS.map((each) => (
                <option key={each} value={each}>
                  {t.layouts[each]}
                </option>
              ))}
            </Select>
          </div>
          <Check
            className="above-small"
            checked={order.which === "accepted" && !isXliff}
            disabled={isBusy || isXliff}
            onChange={({ target }) => setOrder({ ...order, which: target.checked ? "accepted" : "all" })}
          >
            {t.acceptedOnly}
          </Check>
          {isXliff ? <p className="above-small soft small">{t.xliffHint}</p> : null}
          <DialogChoices>
            <Button type="submit" kind="main" disabled={isBusy}>
              {isBusy ? t.going : t.go}
            </Button>
            <Button onClick={close}>{bookMessages.cancel}</Button>
          </DialogChoices>
        </form>
      )}
    </Dialog>
  );
}
