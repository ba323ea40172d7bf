import type {
  Effort,
  KeyChange,
  ModelEntry,
  Provider,
  ProviderDraft,
  ProviderKind,
} from "../../../../shared/assistant-setup";

/** The form of a provider, as typed. The key is not part of it. */
export type ProviderForm = {
  id: string | null;
  kind: ProviderKind;
  name: string;
  baseUrl: string;
  model: string;
  /** Tokens, and dollars per million tokens, as typed; empty if unknown. */
  contextLimit: string;
  priceIn: string;
  priceOut: string;
  /** Empty: as much as the model thinks by itself. */
  effort: Effort | "";
};

/** A field with an invalid value. */
export type FormError = "name" | "baseUrl" | "contextLimit" | "price";

/** A known service: its protocol and address. */
export type Service = { name: string; kind: ProviderKind; baseUrl: string; isHere: boolean };

/** Services offered by name; others are added by address. */
export const services: readonly Service[] = [
  { name: "Anthropic", kind: "anthropic", baseUrl: "https://api.anthropic.com/v1", isHere: false },
  { name: "OpenAI", kind: "openai-compatible", baseUrl: "https://api.openai.com/v1", isHere: false },
  { name: "OpenRouter", kind: "openai-compatible", baseUrl: "https://openrouter.ai/api/v1", isHere: false },
  { name: "Mistral", kind: "openai-compatible", baseUrl: "https://api.mistral.ai/v1", isHere: false },
  { name: "DeepSeek", kind: "openai-compatible", baseUrl: "https://api.deepseek.com/v1", isHere: false },
  { name: "Ollama", kind: "ollama", baseUrl: "http://127.0.0.1:11434/v1", isHere: true },
  { name: "LM Studio", kind: "openai-compatible", baseUrl: "http://127.0.0.1:1234/v1", isHere: true },
  { name: "llama.cpp", kind: "openai-compatible", baseUrl: "http://127.0.0.1:8080/v1", isHere: true },
];

/** The default service of a protocol. */
export const defaultService = (kind: ProviderKind): Service => services.find((each) => each.kind === kind) as Service;

/** The form of a new provider with a name that is not in `usedNames`. */
export function newForm({ name, kind, baseUrl }: Service, usedNames: readonly string[]): ProviderForm {
  return {
    id: null,
    kind,
    name: freeName(name, usedNames),
    baseUrl,
    model: "",
    contextLimit: "",
    priceIn: "",
    priceOut: "",
    effort: "",
  };
}

export function formOf({ id, kind, name, baseUrl, model, contextLimit, price, effort }: Provider): ProviderForm {
  return {
    id,
    kind,
    name,
    baseUrl,
    model: model ?? "",
    contextLimit: contextLimit === null ? "" : String(contextLimit),
    priceIn: price === null ? "" : String(price.input),
    priceOut: price === null ? "" : String(price.output),
    effort: effort ?? "",
  };
}

/** Changes the protocol. A default address and name are replaced by those of the new protocol; what the user typed stays. */
export function asKind(form: ProviderForm, kind: ProviderKind, usedNames: readonly string[]): ProviderForm {
  const next = defaultService(kind);
  const isProposed = services.some(({ baseUrl }) => baseUrl === form.baseUrl) || form.baseUrl.trim() === "";
  const hasOwnName = form.name.trim() !== "" && !services.some(({ name }) => form.name.startsWith(name));
  if (!isProposed) return { ...form, kind };
  return {
    ...form,
    kind,
    baseUrl: next.baseUrl,
    name: hasOwnName ? form.name : freeName(next.name, usedNames),
    model: "",
  };
}

/** Selects a model and fills in what the endpoint reports about it, unless the user typed other values. */
export function withModel(form: ProviderForm, model: ModelEntry, before: ModelEntry | null): ProviderForm {
  const own = formNumbers(before);
  const numbers = formNumbers(model);
  const valueOr = (typed: string, ofBefore: string, ofNow: string) =>
    typed.trim() === "" || typed === ofBefore ? ofNow : typed;
  return {
    ...form,
    model: model.id,
    contextLimit: valueOr(form.contextLimit, own.contextLimit, numbers.contextLimit),
    priceIn: valueOr(form.priceIn, own.priceIn, numbers.priceIn),
    priceOut: valueOr(form.priceOut, own.priceOut, numbers.priceOut),
  };
}

function formNumbers(model: ModelEntry | null): Pick<ProviderForm, "contextLimit" | "priceIn" | "priceOut"> {
  const toText = (value: number | null | undefined) => (value == null ? "" : String(value));
  return {
    contextLimit: toText(model?.contextLimit),
    priceIn: toText(model?.price?.input),
    priceOut: toText(model?.price?.output),
  };
}

/** The invalid fields, in form order; empty if the form can be saved. */
export function formErrors(form: ProviderForm): FormError[] {
  const errors: FormError[] = [];
  if (form.name.trim() === "") errors.push("name");
  if (!/^https?:\/\/[^\s/]+/i.test(form.baseUrl.trim())) errors.push("baseUrl");
  const limit = readCount(form.contextLimit);
  if (limit !== null && !(limit >= 1 && limit <= 100_000_000)) errors.push("contextLimit");
  const [input, output] = [readPrice(form.priceIn), readPrice(form.priceOut)];
  const isGood = (price: number | null) => price === null || (price >= 0 && price <= 1e6);
  if (!isGood(input) || !isGood(output) || (input === null) !== (output === null)) errors.push("price");
  return errors;
}

/** The form as main expects it. The form must be valid. */
export function draftOf(form: ProviderForm, key: KeyChange): ProviderDraft {
  const [input, output] = [readPrice(form.priceIn), readPrice(form.priceOut)];
  return {
    id: form.id,
    kind: form.kind,
    name: form.name.trim(),
    baseUrl: form.baseUrl.trim(),
    model: form.model.trim() === "" ? null : form.model.trim(),
    contextLimit: readCount(form.contextLimit),
    price: input === null || output === null ? null : { input, output },
    ...(form.effort === "" ? {} : { effort: form.effort }),
    key,
  };
}

/** Whether the form has unsaved changes. */
export const isChanged = (form: ProviderForm, saved: Provider | null): boolean =>
  saved === null || JSON.stringify(form) !== JSON.stringify(formOf(saved));

/** Parses a token count such as `200000`, `200,000`, `200k` or `1M`. Null if empty, NaN if invalid. */
export function readCount(typed: string): number | null {
  const text = typed.replace(/[\s,_'’]/g, "").toLowerCase();
  if (text === "") return null;
  const found = /^(\d+(?:\.\d+)?)([km]?)$/.exec(text);
  if (!found) return Number.NaN;
  const times = { "": 1, k: 1000, m: 1_000_000 }[found[2] as "" | "k" | "m"];
  return Math.round(Number(found[1]) * times);
}

/** Parses a price such as `3`, `0.25`, `$3` or `0,25`. Null if empty, NaN if invalid. */
export function readPrice(typed: string): number | null {
  const text = typed
    .trim()
    .replace(/^\$\s*/, "")
    .replace(",", ".");
  if (text === "") return null;
  return /^(?:\d+(?:\.\d*)?|\.\d+)$/.test(text) ? Number(text) : Number.NaN;
}

function freeName(name: string, usedNames: readonly string[]): string {
  if (!usedNames.includes(name)) return name;
  for (let count = 2; ; count += 1) if (!usedNames.includes(`${name} ${count}`)) return `${name} ${count}`;
}
