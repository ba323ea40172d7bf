import { useCallback, useEffect, useRef, useState } from "react";
import type { AssistantSetup, ModelEntry, Provider } from "../../../../shared/assistant-setup";
import type { Notice } from "../../../../shared/contract";
import { messages } from "../../../ui/messages";
import { useBridge, useNotices, useQuestions } from "../../../workbench/api/parts";
import { draftOf, type FormError, formErrors, formOf, isChanged, type ProviderForm } from "./setup-form";
import { setupMessages } from "./setup-messages";

type Options = {
  setup: AssistantSetup;
  saved: Provider | null;
  begin: ProviderForm | null;
  setDirty(isDirty: boolean): void;
  onSaved(id: string): void;
  onRemoved(): void;
};

/** The models of an endpoint, the error if they could not be listed, or null before the first request. */
export type ListedModels = readonly ModelEntry[] | "loading" | Notice | null;

/** The outcome of saving and testing a provider. */
type Result = { kind: "good" | "unsure" | "bad"; text: string; hint: string | null };

/** The state of a provider's form, and what its buttons do: save and test, remove, make current, forget the key. */
export function useProviderForm({ setup, saved, begin, setDirty, onSaved, onRemoved }: Options) {
  const bridge = useBridge();
  const notices = useNotices();
  const questions = useQuestions();
  const [form, setForm] = useState<ProviderForm>(() => begin ?? formOf(saved as Provider));
  const [hasKey, setHasKey] = useState(false);
  const [until, setUntil] = useState<"stored" | "session">(setup.keyStore.isSafe ? "stored" : "session");
  const [errors, setErrors] = useState<readonly (FormError | "key")[]>([]);
  const { models, listModels } = useListedModels();
  const [result, setResult] = useState<Result | null>(null);
  const [isBusy, setBusy] = useState(false);
  const keyField = useRef<HTMLInputElement>(null);
  const tested = useRef<string | null>(null);
  const element = useRef<HTMLFormElement>(null);
  const t = setupMessages;

  const change = (some: Partial<ProviderForm>) => {
    const next = { ...form, ...some };
    setForm(next);
    setResult(null);
    setErrors((before) => before.filter((error) => error === "key" || formErrors(next).includes(error)));
  };
  const isDirty = hasKey || (saved !== null ? isChanged(form, saved) : JSON.stringify(form) !== JSON.stringify(begin));
  useEffect(() => setDirty(isDirty), [setDirty, isDirty]);

  const savedId = saved?.id ?? null;
  useEffect(() => {
    // A provider that was just saved is already being tested.
    if (savedId !== null && tested.current !== savedId) void listModels(savedId);
  }, [savedId, listModels]);

  const save = async () => {
    const key = keyField.current?.value.trim() ?? "";
    const needsKey = form.kind === "anthropic" && key === "" && (saved?.key ?? "none") === "none";
    const found = [...formErrors(form), ...(needsKey ? (["key"] as const) : [])];
    setErrors(found);
    if (found.length > 0) {
      // After the render that marks the fields.
      requestAnimationFrame(() => element.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
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
      const outcome = testResult(await listModels(answer.id), draft.model ?? "");
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

  const makeCurrent = async () => {
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

  return {
    form,
    change,
    errors,
    /** The form itself: saving focuses its first invalid field. */
    element,
    key: {
      /** The field itself: read and cleared on save, never copied into state. */
      field: keyField,
      until,
      setUntil,
      isTyped: hasKey,
      handleTyped(isTyped: boolean) {
        setHasKey(isTyped);
        if (isTyped) setErrors((before) => before.filter((error) => error !== "key"));
      },
      forget,
    },
    models,
    listModels,
    result,
    isBusy,
    isDirty,
    save,
    remove,
    makeCurrent,
  };
}

/** The models of an endpoint; `listModels` asks for those of a provider. */
function useListedModels() {
  const bridge = useBridge();
  const [models, setModels] = useState<ListedModels>(null);
  const listModels = useCallback(
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
  return { models, listModels };
}

/** Whether a provider can be used, by the answer to the question for its models. */
function testResult(loaded: ModelEntry[] | Notice, model: string): Result {
  const { good, ready, notListed, chooseModel } = setupMessages.result;
  if (!Array.isArray(loaded)) return { kind: "bad", text: loaded.message, hint: loaded.hint ?? null };
  if (model === "") return { kind: "unsure", text: good(loaded.length), hint: chooseModel };
  if (loaded.length > 0 && !loaded.some(({ id }) => id === model))
    return { kind: "unsure", text: notListed(model), hint: null };
  return { kind: "good", text: loaded.length > 0 ? ready(model) : good(0), hint: null };
}
