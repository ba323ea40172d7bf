/** What the person has set up for the assistant: the ways to models, and what one turn may take. */

/** How a model is spoken to. */
export type ProviderKind = "anthropic" | "openai-compatible" | "ollama";

/** What a million tokens cost, in US dollars, as the endpoint or the person said; never guessed. */
export type Price = { input: number; output: number };

/** A way to a model as the page may know it: with everything but its key. */
export type Provider = {
  id: string;
  kind: ProviderKind;
  /** The person's name for it. */
  name: string;
  baseUrl: string;
  /** Null until one has been chosen. */
  model: string | null;
  /** Tokens that fit into one request, where the endpoint or the person told. */
  contextLimit: number | null;
  price: Price | null;
  /** `stored`: by the system's key store; `session`: in memory until Galley is closed. */
  key: "none" | "stored" | "session";
};

/** What becomes of a provider's key when it is saved. */
export type KeyChange =
  | { change: "keep" }
  | { change: "forget" }
  /** Where the system has no key store, `stored` is refused in words and `session` remains. */
  | { change: "set"; key: string; until: "stored" | "session" };

/** A provider as the page saves it; `id` is null for a new one. */
export type ProviderDraft = Omit<Provider, "id" | "key"> & { id: string | null; key: KeyChange };

export type AssistantSetup = {
  providers: Provider[];
  /** The id of the provider that is asked; null where there is none. */
  current: string | null;
  /** Whether the system can keep keys; the warning is plain words for the person where it cannot. */
  keyStore: { isSafe: boolean; warning: string | null };
  limits: AssistantLimits;
};

export type AssistantLimits = {
  /** A provider that says nothing for so long has hung up: 5 to 290. */
  idleSeconds: number;
  /** Tool calls that one turn may make: 1 to 1000. */
  calls: number;
};

/** A model as its endpoint lists it. */
export type ModelEntry = { id: string; name: string; contextLimit: number | null; price: Price | null };
