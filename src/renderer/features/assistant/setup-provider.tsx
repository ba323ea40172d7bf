import { useCallback, useEffect, useId, useRef, useState } from "react";
import type { AssistantSetup, ModelEntry, Provider, ProviderKind } from "../../../shared/assistant-setup";
import type { Notice } from "../../../shared/contract";
import { Button } from "../../ui/kit/button";
import { Callout } from "../../ui/kit/callout";
import { Labelled, Select, TextField } from "../../ui/kit/field";
import { messages } from "../../ui/messages";
import { useShell } from "../../workbench/api/shell-context";
import {
  asKind,
  draftOf,
  type FormError,
  formErrors,
  formOf,
  isChanged,
  type ProviderForm,
  withModel,
} from "./setup-form";
import { SetupKey } from "./setup-key";
import { setupMessages } from "./setup-messages";
import { SetupModels } from "./setup-models";

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

type Result = { kind: "good" | "unsure" | "bad"; text: string; hint: string | null };

const kinds: readonly ProviderKind[] = ["anthropic", "openai-compatible", "ollama"];

/** The form of one provider: service, key and model, with a connection test. */
export function SetupProvider({ setup, saved, begin, setDirty, onSaved, onRemoved }: Props) {
  const { bridge, notices, questions } = useShell();
  const [form, setForm] = useState<ProviderForm>(() => begin ?? formOf(saved as Provider));
  const [hasKey, setHasKey] = useState(false);
  const [until, setUntil] = useState<"stored" | "session">(setup.keyStore.isSafe ? "stored" : "session");
  const [errors, setErrors] = useState<readonly (FormError | "key")[]>([]);
  const [models, setModels] = useState<readonly ModelEntry[] | "loading" | Notice | null>(null);
  const [result, setResult] = useState<Result | null>(null);
  const [isBusy, setBusy] = useState(false);
  const keyField = useRef<HTMLInputElement>(null);
  const tested = useRef<string | null>(null);
  const formElement = useRef<HTMLFormElement>(null);
  const id = useId();
  const t = setupMessages;
  const others = setup.providers.filter((each) => each.id !== saved?.id).map(({ name }) => name);

  const change = (some: Partial<ProviderForm>) => {
    const next = { ...form, ...some };
    setForm(next);
    setResult(null);
    setErrors((before) => before.filter((error) => error === "key" || formErrors(next).includes(error)));
  };
  const isDirty = hasKey || (saved !== null ? isChanged(form, saved) : JSON.stringify(form) !== JSON.stringify(begin));
  useEffect(() => setDirty(isDirty), [setDirty, isDirty]);

  const list = useCallback(
    async (of: string): Promise<ModelEntry[] | Notice> => {
      setModels("loading");
      const answer = await bridge.request("assistant:models", of).catch((error: unknown) => ({
        ok: false as const,
        error: { code: "failed", message: messages.unexpectedError(String(error)) },
      }));
      const loaded = answer.ok ? answer.models : answer.error;
      setModels(loaded);
      return loaded;
    },
    [bridge],
  );
  const savedId = saved?.id ?? null;
  useEffect(() => {
    // A provider that was just saved is already being tested.
    if (savedId !== null && tested.current !== savedId) void list(savedId);
  }, [savedId, list]);

  const test = async (of: string, model: string): Promise<Result> => {
    const loaded = await list(of);
    const { good, ready, notListed, chooseModel } = t.result;
    if (!Array.isArray(loaded)) {
      const { message, hint } = loaded as Notice;
      return { kind: "bad", text: message, hint: hint ?? null };
    }
    const listed = loaded as ModelEntry[];
    if (model === "") return { kind: "unsure", text: good(listed.length), hint: chooseModel };
    if (listed.length > 0 && !listed.some((each) => each.id === model))
      return { kind: "unsure", text: notListed(model), hint: null };
    return { kind: "good", text: listed.length > 0 ? ready(model) : good(0), hint: null };
  };

  const save = async () => {
    const key = keyField.current?.value.trim() ?? "";
    const needsKey = form.kind === "anthropic" && key === "" && (saved?.key ?? "none") === "none";
    const found = [...formErrors(form), ...(needsKey ? (["key"] as const) : [])];
    setErrors(found);
    if (found.length > 0) {
      // After the render that marks the fields.
      requestAnimationFrame(() => formElement.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
      return;
    }
    setBusy(true);
    setResult(null);
    const draft = draftOf(form, key === "" ? { change: "keep" } : { change: "set", key, until });
    try {
      const answer = await bridge.request("assistant:save-provider", draft);
      if (!answer.ok) {
        const { message, hint } = answer.error;
        setResult({ kind: "bad", text: message, hint: [hint, t.result.unsavable].filter(Boolean).join(" ") });
        return;
      }
      const savedNow = answer.setup.providers.find((each) => each.id === answer.id);
      if (keyField.current) keyField.current.value = "";
      setHasKey(false);
      if (savedNow) setForm(formOf(savedNow));
      tested.current = answer.id;
      // A new provider becomes the current one.
      if (saved === null) await bridge.request("assistant:choose-model", { provider: answer.id, model: null });
      if (saved === null) onSaved(answer.id);
      const outcome = await test(answer.id, draft.model ?? "");
      setResult(outcome);
      notices.announce(outcome.text);
    } catch (error) {
      setResult({ kind: "bad", text: messages.unexpectedError(String(error)), hint: null });
    } finally {
      setBusy(false);
    }
  };

  const remove = async () => {
    if (saved === null) return;
    const { removeTitle, removeDetail: detail, removeNow: label } = t;
    const choices = [{ id: "remove", label, kind: "dangerous" as const }];
    if ((await questions.ask({ title: removeTitle(saved.name), detail, choices })) === null) return;
    const answer = await bridge.request("assistant:remove-provider", saved.id);
    if (!answer.ok) {
      notices.error(answer.error.message, { hint: answer.error.hint ?? null });
      return;
    }
    notices.info(t.removed(saved.name));
    setDirty(false);
    onRemoved();
  };

  const askThis = async () => {
    if (saved === null) return;
    const answer = await bridge.request("assistant:choose-model", { provider: saved.id, model: null });
    if (!answer.ok) notices.error(answer.error.message, { hint: answer.error.hint ?? null });
  };

  const forget = async () => {
    if (saved === null) return;
    const answer = await bridge.request("assistant:save-provider", draftOf(formOf(saved), { change: "forget" }));
    if (answer.ok) notices.announce(t.forgotten);
    else notices.error(answer.error.message, { hint: answer.error.hint ?? null });
    keyField.current?.focus();
  };

  const field = (name: keyof ProviderForm, error: FormError) => ({
    id: `${id}-${name}`,
    value: form[name] ?? "",
    spellCheck: false,
    autoComplete: "off",
    "aria-invalid": errors.includes(error),
    "aria-describedby": `${id}-${name}-hint`,
    onChange: ({ target }: { target: HTMLInputElement }) => change({ [name]: target.value }),
  });
  const hint = (name: keyof ProviderForm, error: FormError, about: string | null) =>
    errors.includes(error) ? (
      <p id={`${id}-${name}-hint`} className="bad small">
        {t.error[error]}
      </p>
    ) : about === null ? null : (
      <p id={`${id}-${name}-hint`} className="soft small">
        {about}
      </p>
    );
  const isMoved = saved !== null && saved.key !== "none" && !hasKey && hostOf(saved.baseUrl) !== hostOf(form.baseUrl);
  const isAsked = saved !== null && setup.current === saved.id;

  return (
    <form
      ref={formElement}
      className="setup-form"
      aria-label={saved?.name ?? t.add}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) void save();
      }}
    >
      <div className="apart">
        <h3>{saved?.name ?? t.add}</h3>
        {saved === null ? null : isAsked ? (
          <p className="soft small">{t.isInUse}</p>
        ) : (
          <Button onClick={() => void askThis()}>{t.ask}</Button>
        )}
      </div>
      <div className="setup-pair">
        <Labelled htmlFor={`${id}-kind`} label={t.kind}>
          <Select
            id={`${id}-kind`}
            value={form.kind}
            onChange={({ target }) => change(asKind(form, target.value as ProviderKind, others))}
          >
            {kinds.map((kind) => (
              <option key={kind} value={kind}>
                {t.kinds[kind]}
              </option>
            ))}
          </Select>
        </Labelled>
        <Labelled htmlFor={`${id}-name`} label={t.name}>
          <TextField {...field("name", "name")} maxLength={100} />
          {hint("name", "name", null)}
        </Labelled>
      </div>
      <Labelled htmlFor={`${id}-baseUrl`} label={t.baseUrl}>
        <TextField {...field("baseUrl", "baseUrl")} type="url" inputMode="url" maxLength={2000} />
        {hint("baseUrl", "baseUrl", t.baseUrlHint)}
      </Labelled>
      <SetupKey
        field={keyField}
        kind={form.kind}
        storedKey={saved?.key ?? "none"}
        keyStore={setup.keyStore}
        until={until}
        setUntil={setUntil}
        isMissing={errors.includes("key")}
        isMoved={isMoved}
        typed={(isTyped) => {
          setHasKey(isTyped);
          if (isTyped) setErrors((before) => before.filter((error) => error !== "key"));
        }}
        hasTyped={hasKey}
        forget={() => void forget()}
      />
      <SetupModels
        models={models}
        model={form.model}
        type={(model) => change({ model })}
        pick={(entry) => change(withModel(form, entry, entryOf(models, form.model)))}
        reload={saved === null || isDirty ? null : () => void list(saved.id)}
      />
      <details className="setup-more" open={errors.includes("contextLimit") || errors.includes("price") || undefined}>
        <summary>{t.more}</summary>
        <Labelled htmlFor={`${id}-contextLimit`} label={t.contextLimit}>
          <TextField {...field("contextLimit", "contextLimit")} inputMode="numeric" />
          {hint("contextLimit", "contextLimit", t.contextLimitHint)}
        </Labelled>
        <div className="setup-pair">
          <Labelled htmlFor={`${id}-priceIn`} label={t.priceIn}>
            <TextField {...field("priceIn", "price")} inputMode="decimal" />
          </Labelled>
          <Labelled htmlFor={`${id}-priceOut`} label={t.priceOut}>
            <TextField {...field("priceOut", "price")} inputMode="decimal" aria-describedby={`${id}-priceIn-hint`} />
          </Labelled>
        </div>
        {hint("priceIn", "price", t.priceHint)}
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
          <Button disabled={isBusy} onClick={() => void remove()}>
            {t.remove}
          </Button>
        )}
      </div>
    </form>
  );
}

const entryOf = (models: readonly ModelEntry[] | "loading" | Notice | null, id: string): ModelEntry | null =>
  Array.isArray(models) ? ((models as ModelEntry[]).find((model) => model.id === id) ?? null) : null;

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
