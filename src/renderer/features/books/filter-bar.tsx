import { useStore } from "@nanostores/react";
import { useEffect, useRef } from "react";
import { RefreshIcon } from "./book-icons";
import { type BookSearch, chaptersOf, type TableFilter } from "./book-model";
import { bookWords } from "./messages";
import { useBook } from "./use-book";

const FILTERS = [
  "untranslated",
  "in work",
  "in review",
  "sent back",
  "translated",
  "accepted",
  "source changed",
  "inconsistent",
  "set aside",
] as const satisfies TableFilter[];

/** Filters the paragraphs by state or text, in the chapter or the whole book. */
export function FilterBar() {
  const { model, jobs } = useBook();
  const shown = useStore(model.$shown);
  const filter = useStore(model.$filter);
  const scope = useStore(model.$scope);
  const chapter = useStore(model.$chapter);
  const search = useStore(model.$search);
  const found = useStore(model.$found);
  const isFinding = useStore(model.$isFinding);
  const trouble = useStore(model.$findTrouble);
  const isOld = useStore(model.$isOld);
  const list = useStore(jobs.$jobs);
  const wanted = useStore(model.$searchFocus);
  const field = useRef<HTMLInputElement>(null);
  const say = bookWords.filter;

  useEffect(() => {
    if (wanted === 0) return;
    field.current?.focus();
    field.current?.select();
  }, [wanted]);

  const counts = (scope === "chapter" ? chaptersOf(shown).find(({ id }) => id === chapter) : null) ?? shown.counts;
  const amountOf = (each: TableFilter): number | null => {
    const { paragraphs, translated, accepted, sentBack, inWork, sourceChanged } = counts;
    if (each === "untranslated") return paragraphs - translated - sentBack - inWork;
    if (each === "in work") return inWork;
    if (each === "sent back") return sentBack;
    if (each === "translated") return translated - accepted;
    if (each === "accepted") return accepted;
    if (each === "source changed") return sourceChanged;
    if (each === "set aside")
      return list.reduce((sum, { setAside }) => sum + setAside.reduce((of, { paragraphs: all }) => of + all, 0), 0);
    return null;
  };
  const isSearching = search.sought.trim() !== "";
  const isNarrowed = filter !== "all" || isSearching;

  return (
    <search className="book-filter" aria-label={say.label}>
      <select
        aria-label={say.label}
        value={filter}
        data-on={filter !== "all"}
        onChange={({ target }) => model.setFilter(target.value as TableFilter)}
      >
        <option value="all">{say.option(say.all, counts.paragraphs)}</option>
        {FILTERS.map((each) => {
          const amount = amountOf(each);
          if (each === "set aside" && amount === 0 && filter !== each) return null;
          return (
            <option key={each} value={each}>
              {say.option(say.states[each], amount)}
            </option>
          );
        })}
      </select>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms */}
      <div className="book-scope" role="group" aria-label={say.scope}>
        {(["chapter", "book"] as const).map((each) => (
          <button key={each} type="button" aria-pressed={scope === each} onClick={() => model.setScope(each)}>
            {say[each]}
          </button>
        ))}
      </div>
      <div className="book-search">
        <input
          ref={field}
          type="search"
          value={search.sought}
          aria-label={say.search}
          placeholder={say.search}
          title={say.searchHint}
          aria-invalid={trouble !== null}
          autoComplete="off"
          spellCheck={false}
          maxLength={500}
          onChange={({ target, nativeEvent }) => {
            const isComposing = nativeEvent instanceof InputEvent && nativeEvent.isComposing;
            if (isComposing) model.$search.set({ ...search, sought: target.value });
            else model.search({ sought: target.value });
          }}
          onCompositionEnd={(event) => model.search({ sought: event.currentTarget.value })}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return;
            if (event.key === "Enter") model.search({}, "now");
            else if (event.key === "Escape" && search.sought !== "") model.search({ sought: "" }, "now");
            else return;
            event.preventDefault();
            event.stopPropagation();
          }}
        />
        <button
          type="button"
          className="book-regex"
          aria-pressed={search.isRegex}
          aria-label={say.regex}
          title={say.regex}
          onClick={() => model.search({ isRegex: !search.isRegex }, "now")}
        >
          .*
        </button>
      </div>
      {isSearching ? (
        <select
          aria-label={say.in}
          value={search.in}
          onChange={({ target }) => model.search({ in: target.value as BookSearch["in"] }, "now")}
        >
          <option value="both">{say.both}</option>
          <option value="source">{say.source}</option>
          <option value="translation">{say.translation}</option>
        </select>
      ) : null}
      <p className="book-found" role="status">
        {isFinding
          ? say.finding
          : trouble !== null
            ? trouble
            : isNarrowed && found
              ? say.found(
                  found.places.filter((place) => scope === "book" || place.chapter === chapter).length,
                  scope === "book" ? found.total : 0,
                )
              : ""}
      </p>
      {isOld && isNarrowed && !isFinding ? (
        <button
          type="button"
          className="icon-button"
          aria-label={say.refresh}
          title={say.refreshHint}
          onClick={() => void model.find()}
        >
          <RefreshIcon />
        </button>
      ) : null}
    </search>
  );
}
