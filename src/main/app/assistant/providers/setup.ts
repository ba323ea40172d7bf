import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { z } from "zod";
import type {
  AgentEntry,
  AssistantLimits,
  AssistantSetup,
  Effort,
  Provider,
  ProviderDraft,
} from "../../../../shared/assistant-setup";
import { ToolError } from "../../../engine/ports/tool-error";
import { storedJson } from "../../core/stored-json";
import { assistantMessages } from "../core/messages";
import { checkBaseUrl } from "./base-url";
import type { Keys } from "./keys";
import { limitsSchema, providerFields } from "./provider-fields";

const storedSetup = z.object({
  providers: z.array(z.object({ id: z.string(), ...providerFields })).max(100),
  current: z.string().nullable(),
  agent: z.string().nullable().default(null),
  limits: limitsSchema,
});

type StoredSetup = z.infer<typeof storedSetup>;

/** The providers that the user has set up, and the current one. */
export type Setup = {
  load(): Promise<string[]>;
  /** The setup without keys, for the renderer. */
  publicSetup(): Promise<AssistantSetup>;
  readonly limits: AssistantLimits;
  provider(id: string): Provider;
  has(provider: string): boolean;
  /** The id of the agent that is asked in place of a model; null if a model is. */
  agent(): string | null;
  chooseAgent(id: string): Promise<void>;
  /** Null if none is set up. */
  current(): Provider | null;
  /** Returns the provider's id; throws for URLs that keys must not be sent to. */
  save(draft: ProviderDraft): Promise<string>;
  remove(id: string): Promise<void>;
  choose(id: string, model: string | null): Promise<void>;
  /** How much the provider's model thinks; null: as much as it does by itself. */
  chooseEffort(id: string, effort: Effort | null): Promise<void>;
  /** Stores a context limit reported by the endpoint, unless the user has entered one. */
  learned(id: string, model: string, contextLimit: number | null): Promise<void>;
  saveLimits(limits: AssistantLimits): Promise<void>;
};

/** The agents that can be chosen. */
type KnownAgents = {
  agents(): Promise<AgentEntry[]>;
  registry(): AssistantSetup["registry"];
  exists(id: string): boolean;
};

/** Stored in `assistant.json`, without keys. */
export function createSetup(dataDir: string, keys: Keys, known: KnownAgents): Setup {
  const file = storedJson(join(dataDir, "assistant.json"), storedSetup, () => assistantMessages.parts.setup);
  let now: StoredSetup = { providers: [], current: null, agent: null, limits: { idleSeconds: 60, calls: 100 } };

  const withKey = (provider: StoredSetup["providers"][number]): Provider => ({
    ...provider,
    key: keys.storageOf(provider.id),
  });

  async function save(next: StoredSetup): Promise<void> {
    now = next;
    await file.save(next);
  }

  function provider(id: string): Provider {
    const found = now.providers.find((each) => each.id === id);
    if (found === undefined) throw new ToolError("not_found", assistantMessages.noProviderById);
    return withKey(found);
  }

  // The user may have removed it from the settings.
  const agent = (): string | null => (now.agent !== null && known.exists(now.agent) ? now.agent : null);

  return {
    async load() {
      const { value, notice } = await file.load();
      if (value !== null) now = value;
      return notice === null ? [] : [notice];
    },
    async publicSetup() {
      const isSafe = await keys.isSafe();
      const warning = isSafe ? null : assistantMessages.keys.noStore;
      const providers = now.providers.map(withKey);
      const agents = await known.agents();
      return { ...now, agent: agent(), agents, registry: known.registry(), providers, keyStore: { isSafe, warning } };
    },
    get limits() {
      return now.limits;
    },
    provider,
    has: (id) => now.providers.some((each) => each.id === id),
    agent,
    async chooseAgent(id) {
      if (!known.exists(id)) throw new ToolError("not_found", assistantMessages.noAgent);
      await save({ ...now, agent: id });
    },
    current: () => (now.current === null ? null : provider(now.current)),
    async save({ id: given, key, ...fields }) {
      const typed = goodUrl(fields.baseUrl);
      // Users enter Ollama's address without a path; its OpenAI-compatible API is below `/v1`.
      const baseUrl = fields.kind === "ollama" && new URL(typed).pathname === "/" ? `${typed}/v1` : typed;
      const before = given === null ? null : provider(given);
      const id = before?.id ?? randomUUID();
      // A key belongs to the host that it was entered for and must not be sent to another one.
      if (before !== null && new URL(before.baseUrl).host !== new URL(baseUrl).host && key.change === "keep")
        await keys.forget(id);
      if (key.change === "set") await keys.set(id, key.key, key.until);
      if (key.change === "forget") await keys.forget(id);
      const saved = { id, ...fields, baseUrl };
      const providers =
        before === null ? [...now.providers, saved] : now.providers.map((each) => (each.id === id ? saved : each));
      await save({ ...now, providers, current: now.current ?? id });
      return id;
    },
    async remove(id) {
      provider(id);
      await keys.forget(id);
      const providers = now.providers.filter((each) => each.id !== id);
      await save({ ...now, providers, current: now.current === id ? (providers[0]?.id ?? null) : now.current });
    },
    async choose(id, model) {
      const before = provider(id);
      const isSame = model === null || model === before.model;
      const providers = now.providers.map((each) => (each.id === id && !isSame ? withModel(each, model) : each));
      await save({ ...now, providers, current: id, agent: null });
    },
    async chooseEffort(id, effort) {
      provider(id);
      const providers = now.providers.map((each) => {
        if (each.id !== id) return each;
        const { effort: _, ...others } = each;
        return effort === null ? others : { ...others, effort };
      });
      await save({ ...now, providers });
    },
    async learned(id, model, contextLimit) {
      const isNew = (each: StoredSetup["providers"][number]) =>
        each.id === id && each.model === model && each.contextLimit === null;
      if (contextLimit === null || !now.providers.some(isNew)) return;
      await save({ ...now, providers: now.providers.map((each) => (isNew(each) ? { ...each, contextLimit } : each)) });
    },
    saveLimits: (limits) => save({ ...now, limits }),
  };
}

/** Context limit, price and effort belong to the previous model. */
function withModel({ effort: _, ...stored }: StoredSetup["providers"][number], model: string) {
  return { ...stored, model, contextLimit: null, price: null };
}

function goodUrl(typed: string): string {
  const checked = checkBaseUrl(typed);
  if (checked.status === "good") return checked.url;
  const t = assistantMessages.address;
  throw new ToolError("bad_arguments", t[checked.why](checked.found), { hint: t.hint });
}
