import { useStore } from "@nanostores/react";
import { useId, useState } from "react";
import type { LibraryKind } from "../../../shared/library";
import { Badge } from "../../ui/kit/badge";
import { LinkButton } from "../../ui/kit/button";
import { Select, TextField } from "../../ui/kit/field";
import { declaredKinds } from "./kinds";
import { filtersOf, filterValue, type LibraryFilter } from "./library-filters";
import type { LibraryModel } from "./library-model";
import { libraryMessages } from "./messages";

/** The filters of an entry kind, collapsed by default. */
export function FilterFields({ model, kind }: { model: LibraryModel; kind: LibraryKind }) {
  const { filters } = useStore(model.$request);
  const shelf = useStore(model.$shelf);
  const fields = filtersOf(kind, declaredKinds(shelf).get(kind));
  const count = Object.keys(filters).length;
  const [cleared, setCleared] = useState(0);
  const t = libraryMessages;
  if (fields.length === 0) return null;
  return (
    <details className="library-filters above-small" open={count > 0 || undefined}>
      <summary className="small">
        {t.filters}
        {count > 0 ? (
          <Badge tone="agent" className="waiting-count before">
            {count}
          </Badge>
        ) : null}
      </summary>
      <div className="stack spaced-small ends-small" key={cleared}>
        {fields.map((filter) => (
          <Field key={filter.name} model={model} filter={filter} />
        ))}
        {count === 0 ? null : (
          <LinkButton
            onClick={() => {
              setCleared(cleared + 1);
              model.clearFilters();
            }}
          >
            {t.clearFilters}
          </LinkButton>
        )}
      </div>
    </details>
  );
}

function Field({ model, filter: { name, label, type, offers } }: { model: LibraryModel; filter: LibraryFilter }) {
  const { filters } = useStore(model.$request);
  const [typed, setTyped] = useState(() => (Object.hasOwn(filters, name) ? String(filters[name]) : ""));
  const id = useId();
  const t = libraryMessages;
  const set = (text: string) => {
    setTyped(text);
    model.filter(name, filterValue(type, text));
  };
  const isOdd = typed.trim() !== "" && filterValue(type, typed) === null;
  if (type === "flag" || type === "level") {
    const options =
      type === "flag"
        ? [
            ["yes", t.yes],
            ["no", t.no],
          ]
        : Array.from({ length: 10 }, (_, level) => [String(level), level === 0 ? t.cantrip : t.level(level)]);
    return (
      <p className="library-filter small">
        <label htmlFor={id}>{label}</label>
        <Select className="full small" id={id} value={typed} onChange={(event) => set(event.target.value)}>
          <option value="">{t.any}</option>
          {options.map(([value, title]) => (
            <option key={value} value={value}>
              {title}
            </option>
          ))}
        </Select>
      </p>
    );
  }
  return (
    <p className="library-filter small">
      <label htmlFor={id}>{label}</label>
      <TextField
        className="full small"
        id={id}
        type={type === "date" ? "date" : "text"}
        inputMode={type === "number" ? "numeric" : type === "decimal" ? "decimal" : "text"}
        value={typed}
        list={offers ? `${id}-offers` : undefined}
        placeholder={t.any}
        aria-invalid={isOdd}
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        onChange={(event) => set(event.target.value)}
      />
      {offers ? (
        <datalist id={`${id}-offers`}>
          {offers.map((offer) => (
            <option key={offer} value={offer} />
          ))}
        </datalist>
      ) : null}
    </p>
  );
}
