import { useStore } from "@nanostores/react";
import { type DragEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { isKnownKind } from "../../../shared/library";
import { useEarlyComposition } from "../../ui/early-typing";
import { CloseIcon, StarIcon } from "../../ui/icons";
import { Button, IconButton, QuietButton } from "../../ui/kit/button";
import { EmptyState } from "../../ui/kit/empty-state";
import { BareField, FieldBox } from "../../ui/kit/field";
import { useLayout } from "../../workbench/api/parts";
import { useShell } from "../../workbench/api/shell-context";
import { DocumentShelf } from "./document-shelf";
import { EntryList } from "./entry-list";
import { FilterFields } from "./filter-fields";
import { declaredKinds, kindsOn, pluralOf } from "./kinds";
import "./library.css";
import { type LibraryModel, libraryModelOf } from "./library-model";
import { libraryMessages } from "./messages";
import { NewEntry } from "./new-entry";

/** The content library: its documents, and the search in the enabled ones. */
export default function LibraryPane() {
  const shell = useShell();
  const model = libraryModelOf(shell);
  const shelf = useStore(model.$shelf);
  const failure = useStore(model.$failure);
  const found = useStore(model.$results);
  const [isOver, setOver] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);

  useEffect(() => {
    void model.load();
    // Another process may have changed the library.
    const returned = () => void model.load();
    window.addEventListener("focus", returned);
    return () => window.removeEventListener("focus", returned);
  }, [model]);

  const toCanvas = () => {
    const active = shell.tabs.$active.get();
    shell.layout.leaveSidebar();
    if (active !== null) shell.tabs.activate(active);
  };
  const holdsFiles = (event: DragEvent) => event.dataTransfer.types.includes("Files");
  const dropped = (event: DragEvent) => {
    setOver(false);
    if (!holdsFiles(event)) return;
    event.preventDefault();
    const paths = [...event.dataTransfer.files].map((file) => shell.bridge.pathOf(file)).filter(Boolean);
    if (paths.length > 0) void model.add(paths);
  };

  return (
    <search
      className="library pane"
      aria-label={libraryMessages.label}
      data-takes-files=""
      data-over={isOver}
      onDragOver={(event) => {
        if (!holdsFiles(event)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = "copy";
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={dropped}
    >
      <Ask model={model} field={field} toList={() => firstOf(list.current)?.focus()} toCanvas={toCanvas} />
      {failure !== null ? (
        <EmptyState role="alert" actions={<Button onClick={() => void model.load()}>{libraryMessages.again}</Button>}>
          {failure}
        </EmptyState>
      ) : shelf === null ? (
        <EmptyState role="status">{libraryMessages.loading}</EmptyState>
      ) : (
        <>
          <NewEntry model={model} shelf={shelf} />
          <DocumentShelf model={model} shelf={shelf} isFolded={found.status !== "idle"} />
          {found.status === "idle" ? null : (
            <EntryList model={model} box={list} toField={() => field.current?.focus()} />
          )}
        </>
      )}
    </search>
  );
}

const firstOf = (box: HTMLElement | null) => box?.querySelector<HTMLElement>(".library-line");

type AskProps = {
  model: LibraryModel;
  field: React.RefObject<HTMLInputElement | null>;
  toList(): void;
  toCanvas(): void;
};

function Ask({ model, field, toList, toCanvas }: AskProps) {
  const layout = useLayout();
  const asked = useStore(model.$request);
  const shelf = useStore(model.$shelf);
  const declared = declaredKinds(shelf);
  const on = kindsOn(shelf);
  const kinds = asked.kind === null || on.includes(asked.kind) ? on : [...on, asked.kind];
  const wanted = useStore(layout.$libraryFocus);
  const isComposing = useEarlyComposition();
  const isByName = Object.keys(asked.filters).length > 0 && asked.kind !== null && isKnownKind(asked.kind);
  const id = useId();
  const t = libraryMessages;

  useEffect(() => {
    if (!wanted || isComposing) return;
    const early = layout.libraryFocused();
    if (early !== "") model.type(early);
    field.current?.focus();
    if (early === "") field.current?.select();
  }, [wanted, isComposing, layout, model, field]);

  const handleKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "ArrowDown" || event.key === "Enter") toList();
    else if (event.key === "Escape") {
      if (asked.query === "") toCanvas();
      else model.type("");
    } else return;
    event.preventDefault();
  };

  return (
    <div className="keeps sides ends-small">
      <FieldBox className="library-field">
        <BareField
          ref={field}
          id={id}
          type="text"
          value={asked.query}
          placeholder={isByName ? t.nameField : t.field}
          aria-label={isByName ? t.nameField : t.field}
          autoComplete="off"
          spellCheck={false}
          maxLength={500}
          onChange={({ target, nativeEvent }) => {
            const isComposing = nativeEvent instanceof InputEvent && nativeEvent.isComposing;
            if (isComposing) model.compose(target.value);
            else model.type(target.value);
          }}
          onCompositionEnd={(event) => model.type(event.currentTarget.value)}
          onKeyDown={handleKeyDown}
        />
        {asked.query === "" ? null : (
          <IconButton
            label={t.clear}
            onClick={() => {
              model.type("");
              field.current?.focus();
            }}
          >
            <CloseIcon />
          </IconButton>
        )}
      </FieldBox>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms */}
      <div className="library-kinds spaced-small above wraps" role="group" aria-label={t.kindsLabel}>
        {kinds.map((kind) => (
          <QuietButton
            key={kind}
            className="clip pill small"
            title={pluralOf(kind, declared.get(kind))}
            aria-pressed={asked.kind === kind}
            onClick={() => model.ofKind(asked.kind === kind ? null : kind)}
          >
            {pluralOf(kind, declared.get(kind))}
          </QuietButton>
        ))}
        {(shelf?.favourites.length ?? 0) > 0 || asked.favourites ? (
          <QuietButton
            className="pill small"
            aria-pressed={asked.favourites}
            onClick={() => model.onlyFavourites(!asked.favourites)}
          >
            <StarIcon /> {t.favourites}
          </QuietButton>
        ) : null}
      </div>
      {asked.kind === null ? null : <FilterFields key={asked.kind} model={model} kind={asked.kind} />}
    </div>
  );
}
