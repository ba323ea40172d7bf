/** The user's setup of the assistant: providers of models, and limits of a turn. */

/** The protocol of a provider. */
export type ProviderKind = "anthropic" | "openai-compatible" | "ollama";

/** How much a model thinks before it answers. */
export const EFFORTS = ["none", "low", "medium", "high"] as const;
export type Effort = (typeof EFFORTS)[number];

/** US dollars per million tokens, as stated by the endpoint or the user; never guessed. */
export type Price = { input: number; output: number };

/** A provider as the renderer knows it: everything except its key. */
export type Provider = {
  id: string;
  kind: ProviderKind;
  /** The user's name for it. */
  name: string;
  baseUrl: string;
  /** Null until one has been chosen. */
  model: string | null;
  /** Maximum tokens of a request, if the endpoint or the user has stated it. */
  contextLimit: number | null;
  price: Price | null;
  /** Missing: as much as the model does by itself. */
  effort?: Effort;
  /** `stored`: in the system's secret storage; `session`: in memory until Galley quits. */
  key: "none" | "stored" | "session";
};

/** How saving a provider changes its key. */
export type KeyChange =
  | { change: "keep" }
  | { change: "forget" }
  /** Without a secret storage `stored` is rejected, and only `session` is possible. */
  | { change: "set"; key: string; until: "stored" | "session" };

/** A provider as the renderer saves it; `id` is null for a new one. */
export type ProviderDraft = Omit<Provider, "id" | "key"> & { id: string | null; key: KeyChange };

export type AssistantSetup = {
  providers: Provider[];
  /** The id of the provider in use; null if there is none. */
  current: string | null;
  /** The id of the agent that is asked in place of a model; null if a model is. */
  agent: string | null;
  /** The agents that Galley can run. */
  agents: AgentEntry[];
  /** The registry of agents, as it was last read; null if it never was. `address` is where it is read from next. */
  registry: { address: string; loadedAt: string | null };
  /** Whether the system can store keys; if not, `warning` explains it to the user. */
  keyStore: { isSafe: boolean; warning: string | null };
  limits: AssistantLimits;
};

export type AssistantLimits = {
  /** Seconds without data after which a request fails: 5 to 290. */
  idleSeconds: number;
  /** Maximum tool calls per turn: 1 to 1000. */
  calls: number;
};

/** An agent that runs as a program of its own. */
export type AgentEntry = {
  id: string;
  name: string;
  /** The program that would be started, with its arguments; null if it is not installed. */
  command: string | null;
  /** The line that installs it in the version that Galley was tried with, or that the registry names, or the archive that is downloaded and its folder; null if Galley cannot. */
  install: string | null;
  /** What the registry says of it, as lines that are safe to show; absent if it is not from there. */
  registry?: AgentNotes;
  /** What the program said of itself when it last ran: its version, and the ways to log in. */
  version: string | null;
  logins: AgentLogin[];
};

/** An agent of the registry: `latest` is its version there, `installed` the one in Galley's own folder, null if there is none. */
export type AgentNotes = {
  description: string;
  licence: string;
  /** An https address; null if there is none. */
  website: string | null;
  latest: string | null;
  installed: string | null;
  /** The arguments with which it is started once `install` has run. */
  args: string;
  /** Where its archive is downloaded from; null if it is a package. */
  host: string | null;
  /** The SHA-256 of the archive that was installed; null if none was. */
  sha256: string | null;
  /** The program that installs it, if it is missing. */
  needs: string | null;
  /** The registry names another version of what is installed, or starts it in another way. */
  isChanged: boolean;
};

/** A way to log in, as the agent describes it. `command`: the line to run in a terminal; null if the agent does it by itself. */
export type AgentLogin = { id: string; name: string; description: string; command: string | null };

/** A model as listed by its endpoint. */
export type ModelEntry = { id: string; name: string; contextLimit: number | null; price: Price | null };
