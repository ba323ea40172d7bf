import { z } from "zod";
import type { ModelEntry, Price } from "../../../../shared/assistant-setup";
import { assistantMessages } from "../core/messages";
import { fetchJson } from "./fetch-json";
import type { ModelAccess } from "./model";
import { ProviderError } from "./provider-error";

const patienceMs = 20_000;
const maxModels = 2000;

const count = z.number().int().positive();

/** Endpoints use different names for the context limit. */
const listed = z.looseObject({
  id: z.string().min(1).max(300),
  display_name: z.string().exactOptional().catch(""),
  max_input_tokens: count.optional().catch(undefined),
  context_length: count.optional().catch(undefined),
  context_window: count.optional().catch(undefined),
  max_model_len: count.optional().catch(undefined),
  max_context_length: count.optional().catch(undefined),
  pricing: z
    .looseObject({ prompt: z.coerce.number().min(0), completion: z.coerce.number().min(0) })
    .optional()
    .catch(undefined),
});

const answer = z.looseObject({ data: z.array(z.unknown()) });
const tags = z.looseObject({ models: z.array(z.unknown()) });
const tag = z.looseObject({ name: z.string().min(1).max(300) });

type Endpoint = Omit<ModelAccess, "model" | "contextLimit">;

/** Lists the models of an endpoint, except those whose id contains the key. Throws a `ProviderError`. */
export async function listModels(access: Endpoint): Promise<ModelEntry[]> {
  const { redaction } = access.errorContext;
  const models = await fetchModels(access);
  return models.flatMap((model) =>
    redaction.clean(model.id) === model.id ? [{ ...model, name: redaction.clean(model.name) }] : [],
  );
}

async function fetchModels(access: Endpoint): Promise<ModelEntry[]> {
  const { kind, baseUrl, key, errorContext } = access;
  if (kind === "ollama") return ollamaModels(access);
  const headers: Record<string, string> =
    kind === "anthropic"
      ? { "anthropic-version": "2023-06-01", ...(key === null ? {} : { "x-api-key": key }) }
      : key === null
        ? {}
        : { authorization: `Bearer ${key}` };
  const url = kind === "anthropic" ? `${baseUrl}/models?limit=1000` : `${baseUrl}/models`;
  const found = answer.safeParse(await fetchJson(url, { errorContext, headers, timeoutMs: patienceMs }));
  if (!found.success) throw unreadable(access);
  return found.data.data.slice(0, maxModels).flatMap((each) => {
    const model = listed.safeParse(each);
    return model.success ? [entryOf(model.data)] : [];
  });
}

function entryOf(model: z.infer<typeof listed>): ModelEntry {
  const contextLimit =
    model.max_input_tokens ??
    model.context_length ??
    model.context_window ??
    model.max_model_len ??
    model.max_context_length ??
    null;
  return { id: model.id, name: model.display_name || model.id, contextLimit, price: priceOf(model.pricing) };
}

/** Endpoints state the price per token. */
const priceOf = (pricing: { prompt: number; completion: number } | undefined): Price | null =>
  pricing === undefined ? null : { input: pricing.prompt * 1e6, output: pricing.completion * 1e6 };

/** Uses Ollama's own list, because the OpenAI-compatible one lacks details. The key is for proxies. */
async function ollamaModels(access: Endpoint): Promise<ModelEntry[]> {
  const { baseUrl, key, errorContext } = access;
  const headers: Record<string, string> = key === null ? {} : { authorization: `Bearer ${key}` };
  const root = baseUrl.replace(/\/v1$/, "");
  const found = tags.safeParse(await fetchJson(`${root}/api/tags`, { errorContext, headers, timeoutMs: patienceMs }));
  if (!found.success) throw unreadable(access);
  return found.data.models.slice(0, maxModels).flatMap((each) => {
    const model = tag.safeParse(each);
    return model.success ? [{ id: model.data.name, name: model.data.name, contextLimit: null, price: null }] : [];
  });
}

const unreadable = ({ errorContext }: Endpoint): ProviderError => {
  const { malformed, malformedHint } = assistantMessages.errors;
  return new ProviderError(malformed(errorContext.name, "models"), { hint: malformedHint });
};
