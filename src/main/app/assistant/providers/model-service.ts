import type { ModelEntry, Provider } from "../../../../shared/assistant-setup";
import { escapeInvisibles } from "../../../../shared/escape-invisibles";
import { ToolError } from "../../../engine/ports/tool-error";
import { assistantMessages } from "../core/messages";
import type { Redaction } from "../core/redaction";
import type { Keys } from "./keys";
import { listModels } from "./list-models";
import type { ModelAccess } from "./model";
import { ollamaAddress } from "./ollama-address";
import { type ErrorContext, ProviderError } from "./provider-error";
import type { Setup } from "./setup";

/** A provider and one of its models, which need not be the current ones. */
export type ModelChoice = { provider: string; model: string };

/** Gives access to models: the user's setup combined with the keys. */
export type ModelService = {
  /** The current or chosen model; null if it is not set up. */
  provider(choice?: ModelChoice): Provider | null;
  /** Access to the current or chosen model; throws if something is missing. */
  access(choice?: ModelChoice): Promise<{ provider: Provider; access: ModelAccess }>;
  /** Lists the models of an endpoint, and stores the context limit of the chosen one. */
  list(provider: string): Promise<ModelEntry[]>;
  /** Null if there is no answer soon. */
  findOllama(): Promise<{ baseUrl: string; models: ModelEntry[] } | null>;
};

const findPatienceMs = 1500;

/** Keys are only passed on to the returned access objects. */
export function createModelService({
  setup,
  keys,
  redaction,
  ollamaUrl = ollamaAddress(process.env["OLLAMA_HOST"]),
}: {
  setup: Setup;
  keys: Keys;
  redaction: Redaction;
  ollamaUrl?: string | undefined;
}): ModelService {
  const errorContextOf = ({ name, model }: Pick<Provider, "name" | "model">): ErrorContext => ({
    name: escapeInvisibles(name),
    model: escapeInvisibles(model ?? ""),
    redaction,
  });

  async function keyOf({ id, name }: Provider): Promise<string | null> {
    const found = await keys.get(id);
    if (found.status === "found") return found.key;
    if (found.status === "none") return null;
    const { keyLost, keyLostHint } = assistantMessages.errors;
    throw new ToolError("wrong_state", keyLost(name), { hint: keyLostHint });
  }

  return {
    provider(choice) {
      if (choice === undefined) return setup.current();
      return setup.has(choice.provider) ? chosen(setup.provider(choice.provider), choice.model) : null;
    },
    async access(choice) {
      const { noProvider, noProviderHint, noModel, noModelHint, noKey, noKeyHint } = assistantMessages.errors;
      const provider = choice === undefined ? setup.current() : chosen(setup.provider(choice.provider), choice.model);
      if (provider === null) throw new ToolError("wrong_state", noProvider, { hint: noProviderHint });
      const { kind, name, baseUrl, model, contextLimit, effort } = provider;
      if (model === null) throw new ToolError("wrong_state", noModel(name), { hint: noModelHint });
      const key = await keyOf(provider);
      if (key === null && kind === "anthropic") throw new ToolError("wrong_state", noKey(name), { hint: noKeyHint });
      const own = { kind, baseUrl, model, key, contextLimit, errorContext: errorContextOf(provider) };
      return { provider, access: effort === undefined ? own : { ...own, effort } };
    },
    async list(id) {
      const provider = setup.provider(id);
      const key = await keyOf(provider);
      const { kind, baseUrl } = provider;
      const models = await withToolErrors(listModels({ kind, baseUrl, key, errorContext: errorContextOf(provider) }));
      const own = models.find((model) => model.id === provider.model);
      if (own) await setup.learned(id, own.id, own.contextLimit);
      return models;
    },
    async findOllama() {
      const baseUrl = `${ollamaUrl}/v1`;
      const errorContext = errorContextOf({ name: "Ollama", model: null });
      const late = new Promise<null>((resolve) => {
        setTimeout(() => resolve(null), findPatienceMs).unref();
      });
      const found = listModels({ kind: "ollama", baseUrl, key: null, errorContext }).catch(() => null);
      const models = await Promise.race([found, late]);
      return models === null ? null : { baseUrl, models };
    },
  };
}

/** Turns a provider's error into a `ToolError`. */
async function withToolErrors<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    if (!(error instanceof ProviderError)) throw error;
    const { message, hint } = error.notice;
    throw new ToolError("failed", message, hint === undefined ? {} : { hint });
  });
}

/** For a model other than the provider's own, price and context limit are unknown. */
const chosen = (provider: Provider, model: string): Provider =>
  model === provider.model || model === "" ? provider : { ...provider, model, price: null, contextLimit: null };
