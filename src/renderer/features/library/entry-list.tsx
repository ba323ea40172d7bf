import { useStore } from "@nanostores/react";
import { Fragment, type KeyboardEvent, useMemo, useRef } from "react";
import type { DeclaredKind, LibraryEntryView } from "../../../shared/library";
import { setDraggedEntry } from "../../ui/dragged-entry";
import { Button } from "../../ui/kit/button";
import { classes } from "../../ui/kit/classes";
import { ListButton } from "../../ui/kit/list";
import { MAX_LISTED_ENTRIES } from "../../ui/limits";
import { EntryCard } from "./entry-card";
import { badgeOf } from "./format-fields";
import { createMarker, type Marker } from "./highlights";
import { declarationIn, nameOfKind } from "./kinds";
import { entryId, type LibraryModel } from "./library-model";
import { libraryMessages } from "./messages";

type Props = { model: LibraryModel; box: React.RefObject<HTMLDivElement | null>; toField(): void };

/** The results, each expandable to a card. Arrow keys move between them. */
export function EntryList({ model, box, toField }: Props) {
  const { status, entries, total, message, request } = useStore(model.$results);
  const shelf = useStore(model.$shelf);
  const marker = useMemo(() => createMarker(request.query), [request.query]);
  const titles = useMemo(
    () => new Map(shelf?.documents.map(({ document, title }) => [document.toLowerCase(), title])),
    [shelf],
  );
  const isOneDocument = (shelf?.documents.filter(({ isOn }) => isOn).length ?? 0) < 2;
  const t = libraryMessages;

  const handleKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (!(event.target instanceof HTMLElement) || !event.target.matches(".library-line")) return;
    const lines = [...event.currentTarget.querySelectorAll<HTMLElement>(".library-line")];
    const at = lines.indexOf(event.target);
    const to: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: lines.length - 1 };
    if (event.key === "Escape" || (event.key === "ArrowUp" && at === 0)) toField();
    else if (event.key in to) lines[Math.min(lines.length - 1, to[event.key] ?? 0)]?.focus();
    else return;
    event.preventDefault();
  };

  const firstWeak = entries.findIndex(({ isWeak }) => isWeak);
  const isNothing = status === "done" && entries.length === 0;
  const noneOn = shelf !== null && shelf.documents.length > 0 && shelf.documents.every(({ isOn }) => !isOn);
  return (
    <section className="pane" aria-label={t.label} aria-busy={status === "searching"}>
      <p className="library-status keeps sides ends-small soft small" role="status">
        {status === "refused"
          ? message
          : noneOn
            ? t.noneOn
            : isNothing
              ? request.query.trim() === ""
                ? t.nothingHere
                : t.nothing(request.query.trim().slice(0, 100))
              : status === "searching" && entries.length === 0
                ? t.searching
                : entries.length < total
                  ? t.someOf(entries.length, total)
                  : t.entryCount(total)}
      </p>
      {message !== null && status !== "refused" ? (
        <p className="library-status keeps sides ends-small soft small">{message}</p>
      ) : null}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys lead from one button of it to the next */}
      <div className="library-lines sides-small scrolls" ref={box} onKeyDown={handleKeyDown}>
        {entries.map((entry, at) => (
          <Fragment key={entryId(entry)}>
            {at === firstWeak ? <h3 className="plain sides above below-small soft small">{t.weak}</h3> : null}
            <Line
              model={model}
              entry={entry}
              declaration={declarationIn(shelf, entry.document, entry.kind)}
              marker={marker}
              title={isOneDocument ? null : (titles.get(entry.document.toLowerCase()) ?? entry.document)}
            />
          </Fragment>
        ))}
        {entries.length < total && entries.length < MAX_LISTED_ENTRIES && status !== "refused" ? (
          <Button className="above" onClick={model.more}>
            {t.more}
          </Button>
        ) : null}
      </div>
    </section>
  );
}

type LineProps = {
  model: LibraryModel;
  entry: LibraryEntryView;
  declaration: DeclaredKind | undefined;
  marker: Marker;
  title: string | null;
};

function Line({ model, entry, declaration, marker, title }: LineProps) {
  const id = entryId(entry);
  const isOpen = useStore(model.$open) === id;
  const badge = badgeOf(entry, declaration);
  const text = useMemo(() => marker.excerpt(entry.text), [entry.text, marker]);
  const markdown = useRef<string | null>(null);
  // The Markdown has to be loaded before the drag starts.
  const prepare = () => void model.markdown(entry).then((found) => (markdown.current = found));
  return (
    <article className="library-entry" data-kind={entry.kind} data-open={isOpen}>
      <ListButton
        className="library-line"
        aria-expanded={isOpen}
        draggable
        onPointerDown={prepare}
        onDragStart={(event) => setDraggedEntry(event.dataTransfer, entry, markdown.current ?? entry.name)}
        onClick={() => model.toggle(id)}
      >
        <span className={classes("library-name", isOpen ? "breaks strong" : "clip")}>
          <Marked text={entry.name} marker={marker} />
        </span>
        {badge === "" ? null : <span className="clip soft small">{badge}</span>}
        {isOpen ? null : (
          <span className="whole-row clip-lines soft small">
            {title === null ? null : <em>{title} · </em>}
            {text === "" ? nameOfKind(entry.kind, declaration) : <Marked text={text} marker={marker} />}
          </span>
        )}
      </ListButton>
      {isOpen ? <EntryCard model={model} entry={entry} declaration={declaration} title={title} /> : null}
    </article>
  );
}

function Marked({ text, marker }: { text: string; marker: Marker }) {
  return marker.marked(text).map((piece, at) => (piece.isHit ? <mark key={at}>{piece.text}</mark> : piece.text));
}
