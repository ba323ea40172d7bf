import { useEffect, useId, useRef, useState } from "react";
import type { ModelEntry } from "../../../../shared/assistant-setup";
import type { Notice } from "../../../../shared/contract";
import { LinkButton } from "../../../ui/kit/button";
import { classes } from "../../../ui/kit/classes";
import { Labelled, TextField } from "../../../ui/kit/field";
import { setupMessages } from "./setup-messages";

/** The maximum number of models listed; typing filters them. */
const MAX_MODELS = 200;

type Props = {
  /** The models of the endpoint, the error if it failed, or null before the first request. */
  models: readonly ModelEntry[] | "loading" | Notice | null;
  model: string;
  type(model: string): void;
  pick(entry: ModelEntry): void;
  /** Loads the list again; null if the form has to be saved first. */
  reload: (() => void) | null;
};

/** The model: selected from the endpoint's list or typed. Typing filters the list. */
export function SetupModels({ models, model, type, pick, reload }: Props) {
  const id = useId();
  const [isNarrowing, setNarrowing] = useState(false);
  const [active, setActive] = useState<string | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const t = setupMessages;
  const all = Array.isArray(models) ? (models as readonly ModelEntry[]) : [];
  const sought = isNarrowing ? model.trim().toLowerCase() : "";
  const fitting = all.filter((each) => `${each.id}\n${each.name}`.toLowerCase().includes(sought));
  const shown = fitting.slice(0, MAX_MODELS);
  const at = shown.findIndex((each) => each.id === active);

  useEffect(() => {
    const wanted = active ?? (isNarrowing ? null : model);
    if (wanted === null) return;
    list.current?.querySelector(`[data-model="${CSS.escape(wanted)}"]`)?.scrollIntoView({ block: "nearest" });
  }, [active, model, isNarrowing]);

  const take = (entry: ModelEntry) => {
    setNarrowing(false);
    setActive(null);
    pick(entry);
  };
  const step = (by: number) => {
    if (shown.length === 0) return;
    const from = at >= 0 ? at : shown.findIndex((each) => each.id === model);
    const to = from < 0 ? (by > 0 ? 0 : shown.length - 1) : Math.min(shown.length - 1, Math.max(0, from + by));
    setActive(shown[to]?.id ?? null);
  };

  return (
    <Labelled
      htmlFor={id}
      label={t.model}
      action={reload === null || models === "loading" ? null : <LinkButton onClick={reload}>{t.reload}</LinkButton>}
    >
      <TextField
        id={id}
        role="combobox"
        autoComplete="off"
        spellCheck={false}
        maxLength={300}
        value={model}
        aria-expanded={shown.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={at >= 0 ? `${id}-${at}` : undefined}
        aria-describedby={`${id}-hint`}
        onChange={(event) => {
          setNarrowing(true);
          setActive(null);
          type(event.target.value);
        }}
        onBlur={() => setActive(null)}
        onKeyDown={(event) => {
          const by = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key];
          if (by !== undefined) {
            event.preventDefault();
            step(by);
          } else if (event.key === "Enter" && shown[at]) {
            event.preventDefault();
            take(shown[at]);
          } else if (event.key === "Escape" && active !== null) {
            event.preventDefault();
            event.stopPropagation();
            setActive(null);
          }
        }}
      />
      <div id={`${id}-hint`} role="status">
        <ModelListStatus models={models} sought={sought} fitting={fitting.length} />
      </div>
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        tabIndex={-1}
        className="setup-models capped inset-small card"
        aria-label={t.modelsOf}
        hidden={shown.length === 0}
      >
        {shown.map((each, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field beside it takes the keys
          <div
            key={each.id}
            id={`${id}-${index}`}
            role="option"
            className={classes("list-option wraps apart", each.id === model && "accented strong")}
            tabIndex={-1}
            data-model={each.id}
            data-active={index === at}
            aria-selected={each.id === model}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => take(each)}
          >
            <span className="breaks">{each.id}</span>
            <span className="plain soft small">
              {[
                each.name === each.id ? null : each.name,
                each.contextLimit === null ? null : t.tokens(short(each.contextLimit)),
                each.price === null ? null : t.perMillion(String(each.price.input), String(each.price.output)),
              ]
                .filter(Boolean)
                .join(" · ")}
            </span>
          </div>
        ))}
      </div>
    </Labelled>
  );
}

function ModelListStatus({ models, sought, fitting }: { models: Props["models"]; sought: string; fitting: number }) {
  const t = setupMessages;
  if (models === null) return <p className="soft small">{t.afterTest}</p>;
  if (models === "loading") return <p className="soft small">{t.modelsLoading}</p>;
  if (!Array.isArray(models)) {
    const { message, hint } = models as Notice;
    return <p className="bad small">{hint ? `${message} ${hint}` : message}</p>;
  }
  if (models.length === 0) return <p className="soft small">{t.modelsNone}</p>;
  if (fitting === 0) return <p className="warn small">{t.noneFits(sought)}</p>;
  return <p className="soft small">{`${t.modelHint} (${t.modelCount(fitting)})`}</p>;
}

const short = (tokens: number): string =>
  tokens < 1000
    ? String(tokens)
    : tokens < 999_500
      ? `${Math.round(tokens / 1000)}k`
      : `${Number((tokens / 1e6).toPrecision(3))}M`;
