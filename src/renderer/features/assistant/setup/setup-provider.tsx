import { type ComponentProps, type ReactNode, useId } from "react";
import type { AssistantSetup, Effort, ModelEntry, Provider, ProviderKind } from "../../../../shared/assistant-setup";
import { Button } from "../../../ui/kit/button";
import { Callout } from "../../../ui/kit/callout";
import { Labelled, Select, TextField } from "../../../ui/kit/field";
import { EffortOptions } from "../composer/effort-choice";
import { panelMessages } from "../messages";
import { asKind, type FormError, type ProviderForm, withModel } from "./setup-form";
import { SetupKey } from "./setup-key";
import { setupMessages } from "./setup-messages";
import { SetupModels } from "./setup-models";
import { type ListedModels, useProviderForm } from "./use-provider-form";

type Props = {
  setup: AssistantSetup;
  /** Null for a new provider, whose form starts as `begin`. */
  saved: Provider | null;
  begin: ProviderForm | null;
  /** Reports whether the form has unsaved changes. */
  setDirty(isDirty: boolean): void;
  /** The provider was saved for the first time. */
  onSaved(id: string): void;
  onRemoved(): void;
};

const kinds: readonly ProviderKind[] = ["anthropic", "openai-compatible", "ollama"];

/** The form of one provider: service, key and model, with a connection test. */
export function SetupProvider(props: Props) {
  const { setup, saved } = props;
  const provider = useProviderForm(props);
  const { form, change, errors, key, models, result, isBusy, isDirty } = provider;
  const id = useId();
  const t = setupMessages;
  const otherNames = setup.providers.filter((each) => each.id !== saved?.id).map(({ name }) => name);
  const field = (name: TextFieldName, error: FormError, about: string | null = null) => ({
    id: `${id}-${name}`,
    value: form[name],
    change: (value: string) => change({ [name]: value }),
    error: errors.includes(error) ? t.error[error] : null,
    about,
  });
  const isMoved =
    saved !== null && saved.key !== "none" && !key.isTyped && hostOf(saved.baseUrl) !== hostOf(form.baseUrl);
  const isCurrent = saved !== null && setup.current === saved.id;

  return (
    <form
      ref={provider.element}
      className="setup-form spaced-large column"
      aria-label={saved?.name ?? t.add}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) void provider.save();
      }}
    >
      <div className="apart">
        <h3>{saved?.name ?? t.add}</h3>
        {saved === null ? null : isCurrent ? (
          <p className="soft small">{t.isInUse}</p>
        ) : (
          <Button onClick={() => void provider.makeCurrent()}>{t.ask}</Button>
        )}
      </div>
      <div className="setup-pair">
        <Labelled htmlFor={`${id}-kind`} label={t.kind}>
          <Select
            id={`${id}-kind`}
            value={form.kind}
            onChange={({ target }) => change(asKind(form, target.value as ProviderKind, otherNames))}
          >
            {kinds.map((kind) => (
              <option key={kind} value={kind}>
                {t.kinds[kind]}
              </option>
            ))}
          </Select>
        </Labelled>
        <FormField label={t.name} {...field("name", "name")} maxLength={100} />
      </div>
      <FormField
        label={t.baseUrl}
        {...field("baseUrl", "baseUrl", t.baseUrlHint)}
        type="url"
        inputMode="url"
        maxLength={2000}
      />
      <SetupKey
        field={key.field}
        kind={form.kind}
        storedKey={saved?.key ?? "none"}
        keyStore={setup.keyStore}
        until={key.until}
        setUntil={key.setUntil}
        isMissing={errors.includes("key")}
        isMoved={isMoved}
        typed={key.handleTyped}
        hasTyped={key.isTyped}
        forget={() => void key.forget()}
      />
      <SetupModels
        models={models}
        model={form.model}
        type={(model) => change({ model })}
        pick={(entry) => change(withModel(form, entry, entryOf(models, form.model)))}
        reload={saved === null || isDirty ? null : () => void provider.listModels(saved.id)}
      />
      <details
        className="setup-more spread"
        open={errors.includes("contextLimit") || errors.includes("price") || undefined}
      >
        <summary>{t.more}</summary>
        <Labelled htmlFor={`${id}-effort`} label={panelMessages.effort.label}>
          <Select
            id={`${id}-effort`}
            value={form.effort}
            onChange={({ target }) => change({ effort: target.value as Effort | "" })}
          >
            <EffortOptions />
          </Select>
        </Labelled>
        <FormField
          label={t.contextLimit}
          {...field("contextLimit", "contextLimit", t.contextLimitHint)}
          inputMode="numeric"
        />
        <div className="setup-pair">
          <FormField label={t.priceIn} {...field("priceIn", "price")} hint={`${id}-price-hint`} inputMode="decimal" />
          <FormField label={t.priceOut} {...field("priceOut", "price")} hint={`${id}-price-hint`} inputMode="decimal" />
        </div>
        <FieldHint
          id={`${id}-price-hint`}
          error={errors.includes("price") ? t.error.price : null}
          about={t.priceHint}
        />
      </details>
      <div className="setup-result" role="status">
        {result === null ? null : (
          <Callout tone={result.kind === "unsure" ? "warn" : result.kind}>
            <p>{result.text}</p>
            {result.hint ? <p className="soft">{result.hint}</p> : null}
          </Callout>
        )}
      </div>
      <div className="setup-actions actions">
        <Button type="submit" kind="main" disabled={isBusy}>
          {isBusy ? t.saving : isDirty || saved === null ? t.save : t.test}
        </Button>
        {saved === null ? null : (
          <Button className="to-end" disabled={isBusy} onClick={() => void provider.remove()}>
            {t.remove}
          </Button>
        )}
      </div>
    </form>
  );
}

/** The fields of the form that are typed. */
type TextFieldName = "name" | "baseUrl" | "contextLimit" | "priceIn" | "priceOut";

type FormFieldProps = Omit<ComponentProps<"input">, "onChange" | "about"> & {
  id: string;
  label: ReactNode;
  value: string;
  change(value: string): void;
  error: string | null;
  /** What to know about the field, unless it has an error. */
  about: string | null;
  /** The id of a hint that several fields share; by default the field has its own, below it. */
  hint?: string;
};

function FormField({ id, label, value, change, error, about, hint, ...rest }: FormFieldProps) {
  return (
    <Labelled htmlFor={id} label={label}>
      <TextField
        {...rest}
        id={id}
        value={value}
        spellCheck={false}
        autoComplete="off"
        aria-invalid={error !== null}
        aria-describedby={hint ?? `${id}-hint`}
        onChange={({ target }) => change(target.value)}
      />
      {hint === undefined ? <FieldHint id={`${id}-hint`} error={error} about={about} /> : null}
    </Labelled>
  );
}

function FieldHint({ id, error, about }: { id: string; error: string | null; about: string | null }) {
  if (error === null && about === null) return null;
  return (
    <p id={id} className={error === null ? "soft small" : "bad small"}>
      {error ?? about}
    </p>
  );
}

const entryOf = (models: ListedModels, id: string): ModelEntry | null =>
  Array.isArray(models) ? ((models as ModelEntry[]).find((model) => model.id === id) ?? null) : null;

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
