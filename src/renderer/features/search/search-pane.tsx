import { useStore } from "@nanostores/react";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import type { FolderQuery } from "../../../shared/contract";
import { useEarlyComposition } from "../../ui/early-typing";
import { CloseIcon, CollapseIcon, FolderIcon } from "../../ui/icons";
import { Button, IconButton, QuietButton, Twist } from "../../ui/kit/button";
import { EmptyState } from "../../ui/kit/empty-state";
import { BareField, FieldBox, TextField } from "../../ui/kit/field";
import { shortcut } from "../../ui/shortcuts";
import { useHint } from "../../ui/use-hint";
import { useKeyboard, usePlatform, useRun, useSearchRequests } from "../../workbench/api/parts";
import { useShell } from "../../workbench/api/shell-context";
import { folderSearchOf } from "./folder-search";
import { ReplaceField, ReplaceStatus } from "./replace-field";
import type { ReplaceModel } from "./replace-model";
import "./search.css";
import { searchMessages } from "./messages";
import type { SearchModel } from "./search-model";
import { SearchResults } from "./search-results";

/** The folder search: query fields and results. */
export default function SearchPane() {
  const shell = useShell();
  const { model, replace, opener } = folderSearchOf(shell);
  const workspace = useStore(shell.workspace.$workspace);
  const state = useStore(model.$state);
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const status = useId();

  useEffect(() => {
    shell.search.onShown();
    return shell.search.onHidden;
  }, [shell]);

  useEffect(() => {
    model.setVisible(true);
    const returned = () => model.onWindowFocus();
    window.addEventListener("focus", returned);
    return () => {
      model.setVisible(false);
      window.removeEventListener("focus", returned);
    };
  }, [model]);

  const toField = () => {
    field.current?.focus();
    field.current?.select();
  };
  const toList = () => list.current?.focus();
  const toCanvas = () => {
    const active = shell.tabs.$active.get();
    shell.layout.leaveSidebar();
    if (active !== null) shell.tabs.activate(active);
  };

  if (!workspace) return <NoFolder />;
  return (
    <search className="search-pane pane" aria-label={searchMessages.label}>
      <Ask model={model} replace={replace} field={field} status={status} toList={toList} toCanvas={toCanvas} />
      <Status model={model} replace={replace} id={status} />
      <ReplaceStatus replace={replace} leave={() => field.current?.focus()} />
      {state.files.length > 0 ? (
        <SearchResults model={model} replace={replace} opener={opener} box={list} leave={toField} />
      ) : (
        <Nothing model={model} />
      )}
    </search>
  );
}

/** Shown without an open folder. It takes the focus in place of the field, so that the shortcut always moves it. */
function NoFolder() {
  const run = useRun();
  const search = useSearchRequests();
  const wanted = useStore(search.$wanted);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!wanted) return;
    search.take();
    button.current?.focus();
  }, [wanted, search]);
  return (
    <div className="no-folder spaced inset-large scrolls stack">
      <p className="soft">{searchMessages.noFolder}</p>
      <Button ref={button} kind="main" onClick={() => run("open-folder")}>
        <FolderIcon /> {searchMessages.openFolder}
      </Button>
    </div>
  );
}

type AskProps = {
  model: SearchModel;
  replace: ReplaceModel;
  field: React.RefObject<HTMLInputElement | null>;
  status: string;
  toList(): void;
  toCanvas(): void;
};

function Ask({ model, replace, field, status, toList, toCanvas }: AskProps) {
  const search = useSearchRequests();
  const query = useStore(model.$query);
  const state = useStore(model.$state);
  const wanted = useStore(search.$wanted);
  const isComposing = useEarlyComposition();
  const [showsFiles, setShowsFiles] = useState(query.include !== "" || query.exclude !== "");
  const isReplacing = useStore(replace.$open);
  const replaceField = useRef<HTMLInputElement>(null);
  const files = useId();
  const t = searchMessages;
  const hint = useHint();

  // After the field is mounted.
  const [wantsReplace, setWantsReplace] = useState(false);
  useEffect(() => {
    if (!wantsReplace) return;
    replaceField.current?.focus();
    replaceField.current?.select();
    setWantsReplace(false);
  }, [wantsReplace]);

  useEffect(() => {
    if (!wanted || isComposing) return;
    if (wanted.way === "replace") replace.open(true);
    const early = search.take();
    if (early !== "") {
      if (field.current) field.current.value = early;
      model.type(early);
      field.current?.focus();
      return;
    }
    const { text: now, regex } = model.$query.get();
    const text = wanted.text !== null && regex ? wanted.text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&") : wanted.text;
    if (text !== null && text !== now) {
      // Synchronously, so that the text is selected before the next key.
      if (field.current) field.current.value = text;
      model.searchFor(text);
    }
    field.current?.focus();
    field.current?.select();
    if (wanted.way === "replace" && model.$query.get().text !== "") setWantsReplace(true);
  }, [wanted, isComposing, search, model, replace, field]);

  const recall = (by: -1 | 1) => {
    const text = model.recall(by);
    const input = field.current;
    if (text === null || !input) return false;
    // After the field has been updated.
    queueMicrotask(() => input.setSelectionRange(input.value.length, input.value.length));
    return true;
  };
  const handleKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const isAll = event.key === "Enter" && (event.ctrlKey || event.metaKey) && isReplacing;
    if (isAll && !event.nativeEvent.isComposing) {
      event.preventDefault();
      void replace.all();
      return;
    }
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const { key } = event;
    if (key === "ArrowUp") recall(-1);
    else if (key === "ArrowDown") {
      if (!recall(1)) toList();
    } else if (key === "Enter") {
      model.remember();
      toList();
    } else if (key === "Escape") toCanvas();
    else return;
    event.preventDefault();
  };
  return (
    <div className="search-ask">
      <Twist
        className="search-twist"
        aria-label={t.replace.toggle}
        title={hint(t.replace.toggle, "replace-in-folder")}
        isOpen={isReplacing}
        onClick={() => replace.open(!isReplacing)}
      />
      <FieldBox className="search-field" data-invalid={state.status === "refused"}>
        <BareField
          ref={field}
          className="search-text"
          type="text"
          value={query.text}
          placeholder={t.placeholder}
          aria-label={t.field}
          aria-describedby={status}
          aria-invalid={state.status === "refused"}
          autoComplete="off"
          spellCheck={false}
          maxLength={10_000}
          onChange={({ target, nativeEvent }) => {
            const isComposing = nativeEvent instanceof InputEvent && nativeEvent.isComposing;
            if (isComposing) model.compose(target.value);
            else model.type(target.value);
          }}
          onCompositionEnd={(event) => model.type(event.currentTarget.value)}
          onKeyDown={handleKeyDown}
        />
        {query.text === "" ? null : (
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
        <fieldset className="search-options" aria-label={t.options}>
          <Option model={model} name="caseSensitive" sign="Aa" />
          <Option model={model} name="wholeWord" sign="ab" />
          <Option model={model} name="regex" sign=".*" />
        </fieldset>
      </FieldBox>
      <IconButton
        className="search-more"
        label={t.files}
        aria-expanded={showsFiles}
        aria-controls={files}
        data-set={query.include !== "" || query.exclude !== ""}
        onClick={() => setShowsFiles(!showsFiles)}
      >
        <span aria-hidden="true">…</span>
      </IconButton>
      {isReplacing ? (
        <ReplaceField
          model={model}
          replace={replace}
          field={replaceField}
          toList={toList}
          toSearch={() => field.current?.focus()}
        />
      ) : null}
      <div id={files} className="search-files stack ends-small" hidden={!showsFiles}>
        <Files model={model} name="include" />
        <Files model={model} name="exclude" />
      </div>
    </div>
  );
}

type OptionProps = { model: SearchModel; name: "caseSensitive" | "wholeWord" | "regex"; sign: string };

/** The icon is drawn by CSS, so that it is not part of the accessible name. */
function Option({ model, name, sign }: OptionProps) {
  const { [name]: isOn } = useStore(model.$query);
  return (
    <QuietButton
      className="small"
      data-sign={sign}
      aria-pressed={isOn}
      aria-label={searchMessages[name]}
      title={searchMessages[name]}
      onClick={() => model.set({ [name]: !isOn } satisfies Partial<FolderQuery>)}
    />
  );
}

function Files({ model, name }: { model: SearchModel; name: "include" | "exclude" }) {
  const { [name]: list } = useStore(model.$query);
  const id = useId();
  return (
    <div>
      <label className="soft small" htmlFor={id}>
        {searchMessages[name]}
      </label>
      <TextField
        className="full"
        id={id}
        type="text"
        value={list}
        placeholder={searchMessages[`${name}Hint`]}
        autoComplete="off"
        spellCheck={false}
        maxLength={2000}
        onChange={(event) => model.set({ [name]: event.target.value } satisfies Partial<FolderQuery>, "soon")}
      />
    </div>
  );
}

/** The number of results, the progress or an error; always rendered, so that the list does not jump. */
function Status({ model, replace, id }: { model: SearchModel; replace: ReplaceModel; id: string }) {
  const state = useStore(model.$state);
  const isReplacing = useStore(replace.$open);
  const office = isReplacing ? state.files.filter(({ isOffice }) => isOffice).length : 0;
  const { status, error, files, paragraphCount, fileCount, searched, of, unread, partial } = state;
  const t = searchMessages;
  const isSearching = status === "searching";
  const shown = files.reduce((sum, { paragraphs }) => sum + paragraphs.length, 0);
  const notes = [
    ...(shown < paragraphCount ? [t.firstShown(shown)] : []),
    ...(status === "time" ? [t.time] : []),
    ...(office > 0 ? [t.replace.office(office)] : []),
    ...(unread > 0 && !isSearching ? [t.unread(unread)] : []),
    ...(partial > 0 && !isSearching ? [t.partial(partial)] : []),
  ];
  const isLong = isSearching && of > 200;
  return (
    <div id={id} className="search-status soft" data-status={status}>
      {isLong ? <progress className="search-progress" value={searched} max={of} aria-label={t.searching} /> : null}
      {error ? (
        <p className="search-problem below-small bad breaks" role="alert">
          {error.message}
          {error.hint === null ? null : <span className="as-block above-small soft">{error.hint}</span>}
        </p>
      ) : paragraphCount === 0 && !isSearching ? null : (
        <div className="search-count in-line">
          <p className="grow digits">
            {isSearching && paragraphCount === 0
              ? isLong
                ? t.progress(searched, of)
                : t.searching
              : paragraphCount > 0
                ? t.resultCount(paragraphCount, fileCount)
                : null}
          </p>
          {files.length > 0 ? (
            <IconButton label={t.collapse} onClick={() => model.toggleAll()}>
              <CollapseIcon />
            </IconButton>
          ) : null}
        </div>
      )}
      {notes.map((note) => (
        <p key={note} className="search-note below-small faint small">
          {note}
        </p>
      ))}
    </div>
  );
}

function Nothing({ model }: { model: SearchModel }) {
  const platform = usePlatform();
  const $keyboard = useKeyboard();
  const { status } = useStore(model.$state);
  const query = useStore(model.$query);
  const { keys } = useStore($keyboard);
  const t = searchMessages;
  if (status === "idle") {
    const [next = "F4"] = keys["next-result"];
    const [previous = "Shift+F4"] = keys["previous-result"];
    return (
      <EmptyState className="search-nothing">
        <p>{t.lead}</p>
        <p className="faint small">{t.keys(shortcut(next, platform), shortcut(previous, platform))}</p>
      </EmptyState>
    );
  }
  if (status !== "done" && status !== "time") return null;
  const hints = [
    ...(["regex", "caseSensitive", "wholeWord"] as const)
      .filter((name) => query[name])
      .map((name) => t.nothingHint[name]),
    ...(query.include !== "" || query.exclude !== "" ? [t.nothingHint.files] : []),
    t.ignored,
  ];
  return (
    <EmptyState className="search-nothing">
      <p>{t.nothing(query.text.slice(0, 200))}</p>
      <p className="faint small">{hints.join(" ")}</p>
    </EmptyState>
  );
}
