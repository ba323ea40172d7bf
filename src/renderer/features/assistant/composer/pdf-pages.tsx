import { useStore } from "@nanostores/react";
import { useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { Button } from "../../../ui/kit/button";
import { Labelled, TextField } from "../../../ui/kit/field";
import { Actions } from "../../../ui/kit/toolbar";
import { MAX_PDF_PAGES } from "../../../ui/limits";
import { panelMessages } from "../messages";
import type { AskedPages } from "../model/add-pdf";
import { usePanel } from "../model/use-panel";
import { pageNumbers } from "../pdf/page-numbers";

/** The PDF that is being added to the question, and the pages to choose of a long one. `leave` gives the focus back. */
export function PdfPages({ leave }: { leave(): void }) {
  const { pdf } = usePanel();
  const asked = useStore(pdf.$asked);
  const adding = useStore(pdf.$adding);
  if (asked) return <PagesForm key={asked.name} asked={asked} leave={leave} />;
  return adding === null ? null : <Adding name={adding} cancel={pdf.cancel} leave={leave} />;
}

function Adding({ name, cancel, leave }: { name: string; cancel(): void; leave(): void }) {
  const button = useRef<HTMLButtonElement>(null);
  const leaving = useRef(leave);
  // The focus stays in the composer when the last page has come, or the PDF is cancelled.
  useLayoutEffect(() => {
    const shown = button.current;
    return () => {
      if (shown !== null && shown === document.activeElement) leaving.current();
    };
  }, []);
  return (
    <div className="pdf-adding in-line">
      <p className="soft small clip grow" role="status">
        {panelMessages.pdf.adding(name)}
      </p>
      <Button ref={button} size="small" onClick={cancel}>
        {panelMessages.pdf.cancel}
      </Button>
    </div>
  );
}

function PagesForm({ asked, leave }: { asked: AskedPages; leave(): void }) {
  const [written, setWritten] = useState(`1-${Math.min(asked.count, 5)}`);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const pages = pageNumbers(written, asked.count);
  const t = panelMessages.pdf;
  useEffect(() => field.current?.select(), []);
  const answer = (chosen: readonly number[] | null) => {
    asked.answer(chosen);
    leave();
  };
  return (
    <form
      className="pdf-pages card inset-small stack"
      aria-label={t.choose(asked.name)}
      onSubmit={(event) => {
        event.preventDefault();
        if (pages !== null) answer(pages);
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        event.stopPropagation();
        answer(null);
      }}
    >
      <Labelled htmlFor={id} label={t.pages(asked.name, asked.count)}>
        <TextField
          id={id}
          ref={field}
          value={written}
          inputMode="numeric"
          aria-invalid={pages === null}
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => setWritten(target.value)}
        />
        <p id={`${id}-hint`} className="soft small">
          {t.hint(MAX_PDF_PAGES)}
        </p>
      </Labelled>
      <Actions>
        <Button type="submit" aria-disabled={pages === null}>
          {t.add}
        </Button>
        <Button onClick={() => answer(null)}>{t.cancel}</Button>
      </Actions>
    </form>
  );
}
