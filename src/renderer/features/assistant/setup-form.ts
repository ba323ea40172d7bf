import type { KeyChange, ModelEntry, Provider, ProviderDraft, ProviderKind } from "../../../shared/assistant-setup";

/** A provider as it is being set up: what is typed, word for word. The key has a field of its own and is never in here. */
export type ProviderForm = {
  id: string | null;
  kind: ProviderKind;
  name: string;
  baseUrl: string;
  model: string;
  /** Tokens, and dollars for a million of them, as typed; empty where unknown. */
  contextLimit: string;
  priceIn: string;
  priceOut: string;
};

/** What of a form cannot be as it is. */
export type FormFault = "name" | "baseUrl" | "contextLimit" | "price";

/** A service that is spoken to in this manner, with its address: what a person would otherwise have to look up. */
export type Service = { name: string; kind: ProviderKind; baseUrl: string; isHere: boolean };

/** The services that are offered by name; any other is reached by its address. */
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

/** What a new provider of this kind begins with. */
export const usualService = (kind: ProviderKind): Service => services.find((each) => each.kind === kind) as Service;

/** The form of a service that is not set up yet. `taken` are the names that other providers have. */
export function newForm({ name, kind, baseUrl }: Service, taken: readonly string[]): ProviderForm {
  return {
    id: null,
    kind,
    name: freeName(name, taken),
    baseUrl,
    model: "",
    contextLimit: "",
    priceIn: "",
    priceOut: "",
  };
}

export function formOf({ id, kind, name, baseUrl, model, contextLimit, price }: Provider): ProviderForm {
  return {
    ...{ id, kind, name, baseUrl, model: model ?? "" },
    contextLimit: contextLimit === null ? "" : String(contextLimit),
    priceIn: price === null ? "" : String(price.input),
    priceOut: price === null ? "" : String(price.output),
  };
}

/**
 * The form as another kind of provider. An address and a name that were only proposed give way to the usual ones of that
 * kind; what the person wrote stays.
 */
export function asKind(form: ProviderForm, kind: ProviderKind, taken: readonly string[]): ProviderForm {
  const next = usualService(kind);
  const isProposed = services.some(({ baseUrl }) => baseUrl === form.baseUrl) || form.baseUrl.trim() === "";
  const hasOwnName = form.name.trim() !== "" && !services.some(({ name }) => form.name.startsWith(name));
  if (!isProposed) return { ...form, kind };
  return { ...form, kind, baseUrl: next.baseUrl, name: hasOwnName ? form.name : freeName(next.name, taken), model: "" };
}

/** The form for a model of the list: with what its endpoint says of it, unless the person said it. */
export function withModel(form: ProviderForm, model: ModelEntry, before: ModelEntry | null): ProviderForm {
  const own = formNumbers(before);
  const told = formNumbers(model);
  const taken = (typed: string, ofBefore: string, ofNow: string) =>
    typed.trim() === "" || typed === ofBefore ? ofNow : typed;
  return {
    ...form,
    model: model.id,
    contextLimit: taken(form.contextLimit, own.contextLimit, told.contextLimit),
    priceIn: taken(form.priceIn, own.priceIn, told.priceIn),
    priceOut: taken(form.priceOut, own.priceOut, told.priceOut),
  };
}

function formNumbers(model: ModelEntry | null): Pick<ProviderForm, "contextLimit" | "priceIn" | "priceOut"> {
  const said = (value: number | null | undefined) => (value == null ? "" : String(value));
  return {
    contextLimit: said(model?.contextLimit),
    priceIn: said(model?.price?.input),
    priceOut: said(model?.price?.output),
  };
}

/** What has to be put right before the form can be saved, in the order of its fields. */
export function faultsOf(form: ProviderForm): FormFault[] {
  const faults: FormFault[] = [];
  if (form.name.trim() === "") faults.push("name");
  if (!/^https?:\/\/[^\s/]+/i.test(form.baseUrl.trim())) faults.push("baseUrl");
  const limit = readCount(form.contextLimit);
  if (limit !== null && !(limit >= 1 && limit <= 100_000_000)) faults.push("contextLimit");
  const [input, output] = [readPrice(form.priceIn), readPrice(form.priceOut)];
  const isGood = (price: number | null) => price === null || (price >= 0 && price <= 1e6);
  if (!isGood(input) || !isGood(output) || (input === null) !== (output === null)) faults.push("price");
  return faults;
}

/** The form as main takes it. It must be without faults. */
export function draftOf(form: ProviderForm, key: KeyChange): ProviderDraft {
  const [input, output] = [readPrice(form.priceIn), readPrice(form.priceOut)];
  return {
    ...{ id: form.id, kind: form.kind, name: form.name.trim(), baseUrl: form.baseUrl.trim() },
    model: form.model.trim() === "" ? null : form.model.trim(),
    contextLimit: readCount(form.contextLimit),
    price: input === null || output === null ? null : { input, output },
    key,
  };
}

/** Whether something was typed that is not kept yet. */
export const isChanged = (form: ProviderForm, saved: Provider | null): boolean =>
  saved === null || JSON.stringify(form) !== JSON.stringify(formOf(saved));

/** Tokens as one writes them: `200000`, `200,000`, `200k`, `1M`. Null for nothing, NaN for what is no number. */
export function readCount(typed: string): number | null {
  const text = typed.replace(/[\s,_'’]/g, "").toLowerCase();
  if (text === "") return null;
  const found = /^(\d+(?:\.\d+)?)([km]?)$/.exec(text);
  if (!found) return Number.NaN;
  const times = { "": 1, k: 1000, m: 1_000_000 }[found[2] as "" | "k" | "m"];
  return Math.round(Number(found[1]) * times);
}

/** Dollars as one writes them: `3`, `0.25`, `$3`, `0,25`. Null for nothing, NaN for what is no number. */
export function readPrice(typed: string): number | null {
  const text = typed
    .trim()
    .replace(/^\$\s*/, "")
    .replace(",", ".");
  if (text === "") return null;
  return /^(?:\d+(?:\.\d*)?|\.\d+)$/.test(text) ? Number(text) : Number.NaN;
}

function freeName(name: string, taken: readonly string[]): string {
  if (!taken.includes(name)) return name;
  for (let count = 2; ; count += 1) if (!taken.includes(`${name} ${count}`)) return `${name} ${count}`;
}
