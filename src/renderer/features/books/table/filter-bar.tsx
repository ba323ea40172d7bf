import { useStore } from "@nanostores/react";
import { useEffect, useRef } from "react";
import { IconButton, LinkButton, QuietButton } from "../../../ui/kit/button";
import { BareField, FieldBox, Select } from "../../../ui/kit/field";
import { SegmentedControl } from "../../../ui/kit/toolbar";
import { RefreshIcon } from "../book-icons";
import { bookMessages } from "../messages";
import type { BookSearch, TableFilter } from "../model/book-search";
import { chaptersOf } from "../model/chapters";
import { useBook } from "../model/use-book";

const FILTERS = [
  "untranslated",
  "in work",
  "in review",
  "sent back",
  "translated",
  "accepted",
  "source changed",
  "flagged",
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
  const error = useStore(model.$findError);
  const isOld = useStore(model.$isOld);
  const list = useStore(jobs.$jobs);
  const wanted = useStore(model.$searchFocus);
  const field = useRef<HTMLInputElement>(null);
  const t = bookMessages.filter;

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
    <search className="book-filter keeps line-below inset spaced-small actions" aria-label={t.label}>
      <Select
        aria-label={t.label}
        value={filter}
        data-on={filter !== "all"}
        onChange={({ target }) => model.setFilter(target.value as TableFilter)}
      >
        <option value="all">{t.option(t.all, counts.paragraphs)}</option>
        {FILTERS.map((each) => {
          const amount = amountOf(each);
          if (each === "set aside" && amount === 0 && filter !== each) return null;
          return (
            <option key={each} value={each}>
              {t.option(t.states[each], amount)}
            </option>
          );
        })}
      </Select>
      <SegmentedControl
        label={t.scope}
        value={scope}
        choices={(["chapter", "book"] as const).map((id) => ({ id, label: t[id] }))}
        pick={model.setScope}
      />
      <FieldBox className="book-search">
        <BareField
          ref={field}
          type="search"
          value={search.sought}
          aria-label={t.search}
          placeholder={t.search}
          title={t.searchHint}
          aria-invalid={error !== null}
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
        <QuietButton
          className="book-regex mono"
          aria-pressed={search.isRegex}
          aria-label={t.regex}
          title={t.regex}
          onClick={() => model.search({ isRegex: !search.isRegex }, "now")}
        >
          .*
        </QuietButton>
      </FieldBox>
      {isSearching ? (
        <Select
          aria-label={t.in}
          value={search.in}
          onChange={({ target }) => model.search({ in: target.value as BookSearch["in"] }, "now")}
        >
          <option value="both">{t.both}</option>
          <option value="source">{t.source}</option>
          <option value="translation">{t.translation}</option>
        </Select>
      ) : null}
      <p className="book-found soft small" role="status">
        {isFinding
          ? t.finding
          : error !== null
            ? error
            : isNarrowed && found
              ? t.matches(found.filter((row) => scope === "book" || row.chapter === chapter).length)
              : ""}
      </p>
      <LinkButton className="small" onClick={() => model.chooseAll()}>
        {t.selectAll}
      </LinkButton>
      {isOld && isNarrowed && !isFinding ? (
        <IconButton label={t.refresh} hint={t.refreshHint} onClick={() => void model.find()}>
          <RefreshIcon />
        </IconButton>
      ) : null}
    </search>
  );
}
