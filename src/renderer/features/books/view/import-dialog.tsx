import { useId } from "react";
import type { ImportedUnit, XliffImport } from "../../../../shared/book";
import { Button, LinkButton } from "../../../ui/kit/button";
import { Dialog, DialogChoices } from "../../../ui/kit/dialog";
import { useModal } from "../../../ui/use-modal";
import { languageTag } from "../book-languages";
import { bookMessages } from "../messages";
import { chaptersOf } from "../model/chapters";
import { useBook } from "../model/use-book";

/** What came of the import of an XLIFF: above all what is not simply the translation now. */
export function ImportDialog({ imported }: { imported: XliffImport }) {
  const { model } = useBook();
  const dialog = useModal();
  const id = useId();
  const t = bookMessages.imports;
  const close = () => model.$imported.set(null);
  const { name, translated, unchanged, others, othersTotal } = imported;
  // Units that are not in the book can have any id, and the same one.
  const numbered = others.map((unit, at) => ({ unit, at }));
  return (
    <Dialog
      ref={dialog}
      className="book-dialog book-imported"
      aria-labelledby={`${id}-title`}
      close={close}
      closesOutside
    >
      <h2 id={`${id}-title`}>{t.heading(name)}</h2>
      <p className="above-small" role="status">
        {t.summary(translated, unchanged)}
      </p>
      {othersTotal === 0 ? null : (
        <>
          <p className="above">{t.others(othersTotal)}</p>
          <ul className="lines capped above-small small">
            {numbered.map(({ unit, at }) => (
              <Unit key={at} unit={unit} />
            ))}
          </ul>
          {others.length < othersTotal ? (
            <p className="above-small faint small">{t.more(othersTotal - others.length)}</p>
          ) : null}
        </>
      )}
      <DialogChoices>
        <Button kind="main" onClick={close}>
          {bookMessages.close}
        </Button>
      </DialogChoices>
    </Dialog>
  );
}

function Unit({ unit: { place, outcome, reasons, target, id } }: { unit: ImportedUnit }) {
  const { model } = useBook();
  const t = bookMessages.imports;
  const { language } = model.$shown.get();
  const title =
    place && (chaptersOf(model.$shown.get()).find((each) => each.id === place.chapter)?.title ?? place.chapter);
  const goTo = () => {
    model.$imported.set(null);
    if (place !== null) void model.goTo(place);
  };
  return (
    <li className="stack spaced-small">
      <p className="actions">
        {place === null || title === null ? (
          <span className="faint">{id}</span>
        ) : (
          <LinkButton className="flush" onClick={goTo}>
            {bookMessages.matches.place(title, place.index)}
          </LinkButton>
        )}
        <span className={outcome.startsWith("beside") ? "soft" : "warn"}>{t.outcomes[outcome]}</span>
      </p>
      {reasons.map(({ kind, detail }) => (
        <p key={kind} className="soft breaks">
          {bookMessages.flags.kinds[kind]}
          {detail === "" ? null : <span className="faint"> {detail}</span>}
        </p>
      ))}
      <p className="selectable soft breaks" lang={languageTag(language) ?? undefined} dir="auto">
        {target}
      </p>
    </li>
  );
}
