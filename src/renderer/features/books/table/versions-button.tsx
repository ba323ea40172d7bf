import { type ToggleEvent, useEffect, useId, useRef, useState } from "react";
import type { BookRow, BookVersion } from "../../../../shared/book";
import { LinkButton, QuietButton } from "../../../ui/kit/button";
import { Popover } from "../../../ui/kit/popover";
import { moment } from "../../../ui/time";
import { useBridge } from "../../../workbench/api/parts";
import { bookMessages } from "../messages";
import { useBook } from "../model/use-book";
import { placeBeside } from "./place-beside";
import { TextDiff } from "./text-diff";

/** The number of versions of a translation; a click lists them with writer, time and differences, and can select one. */
export function VersionsButton({ row }: { row: BookRow }) {
  const bridge = useBridge();
  const { model } = useBook();
  const [versions, setVersions] = useState<BookVersion[] | null>(null);
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const t = bookMessages.versions;

  useEffect(() => {
    if (!isOpen) return;
    let isShown = true;
    void bridge.request("book:versions", { book: model.book, paragraph: row.id }).then((answer) => {
      if (isShown && model.isOk(answer)) setVersions(answer.versions);
    });
    return () => {
      isShown = false;
    };
  }, [bridge, model, isOpen, row.id, row.version]);

  const toggled = (event: ToggleEvent) => {
    setOpen(event.newState === "open");
    if (event.newState === "closed") setVersions(null);
  };
  const selected = versions?.find(({ isSelected }) => isSelected);
  return (
    <>
      <QuietButton
        ref={button}
        className="book-versions-button small digits"
        popoverTarget={id}
        aria-label={bookMessages.row.versions(row.versions)}
        title={bookMessages.row.versions(row.versions)}
        onClick={() => placeBeside(box.current, button.current)}
      >
        {bookMessages.number(row.versions)}
      </QuietButton>
      <Popover
        ref={box}
        id={id}
        className="book-versions"
        aria-label={t.heading}
        onToggle={toggled}
        onKeyDown={(event) => event.stopPropagation()}
      >
        {isOpen ? (
          <>
            <h3>{t.heading}</h3>
            {versions === null ? (
              <p className="faint" role="status">
                {t.loading}
              </p>
            ) : versions.length === 0 ? (
              <p className="faint">{t.none}</p>
            ) : (
              <ol className="lines">
                {versions.map((version) => (
                  <li key={version.id} className="stack start ends" data-selected={version.isSelected}>
                    <p className="book-version-head soft small wraps">
                      <strong>{version.writer}</strong> <span>{moment(version.at, new Date())}</span>
                      {version.sourceChanged ? <span className="warn">{t.old}</span> : null}
                      {version.isSelected ? <span className="good">{t.selected}</span> : null}
                    </p>
                    {selected && !version.isSelected ? (
                      <TextDiff before={selected.text} after={version.text} />
                    ) : (
                      <p className="book-text">{version.text}</p>
                    )}
                    {version.isSelected ? null : (
                      <LinkButton
                        onClick={() => void model.select(row.id, version.id).then(() => box.current?.hidePopover())}
                      >
                        {t.select}
                      </LinkButton>
                    )}
                  </li>
                ))}
              </ol>
            )}
          </>
        ) : null}
      </Popover>
    </>
  );
}
