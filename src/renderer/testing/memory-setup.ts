import type { AssistantSetup } from "../../shared/assistant-setup";
import type { Handlers } from "../../shared/contract";
import type { Emit } from "./memory-disk";

const noServers = async () => ({ ok: true as const, servers: [] });
/** A setup without tool servers. */
const memoryToolServers = {
  "assistant:tool-servers": noServers,
  "assistant:add-tool-server": noServers,
  "assistant:start-tool-server": noServers,
  "assistant:log-in-tool-server": noServers,
  "assistant:agree-tool-server": noServers,
  "assistant:remove-tool-server": noServers,
};

/** The providers and models of main's assistant in memory. */
export function memorySetup(state: { setup: AssistantSetup }, emit: Emit, nextNumber: () => number) {
  const setup = async () => {
    emit("assistant:setup-changed", state.setup);
    return { ok: true, setup: state.setup } as const;
  };

  return {
    ...memoryToolServers,
    "assistant:setup": async () => state.setup,
    "assistant:save-provider": async ({ id: given, key, ...fields }) => {
      const id = given ?? `provider-${nextNumber()}`;
      const kept = state.setup.providers.find((each) => each.id === id)?.key ?? "none";
      const saved = {
        ...fields,
        id,
        key: key.change === "set" ? key.until : key.change === "forget" ? "none" : kept,
      } as const;
      const others = state.setup.providers.filter((each) => each.id !== id);
      state.setup = { ...state.setup, providers: [...others, saved], current: state.setup.current ?? id };
      return { ...(await setup()), id };
    },
    "assistant:remove-provider": async (id) => {
      const providers = state.setup.providers.filter((each) => each.id !== id);
      state.setup = { ...state.setup, providers, current: providers[0]?.id ?? null };
      return setup();
    },
    "assistant:choose-model": async ({ provider, model }) => {
      const providers = state.setup.providers.map((each) =>
        each.id === provider && model ? { ...each, model } : each,
      );
      state.setup = { ...state.setup, providers, current: provider };
      return setup();
    },
    "assistant:choose-effort": async ({ provider, effort }) => {
      const providers = state.setup.providers.map(({ effort: before, ...each }) => {
        const own = each.id === provider ? (effort ?? undefined) : before;
        return own === undefined ? each : { ...each, effort: own };
      });
      state.setup = { ...state.setup, providers };
      return setup();
    },
    "assistant:choose-agent": async (agent) => {
      state.setup = { ...state.setup, agent };
      return setup();
    },
    "assistant:find-agents": setup,
    "assistant:install-agent": setup,
    "assistant:remove-agent": setup,
    "assistant:load-registry": setup,
    "assistant:log-in": setup,
    "assistant:set-agent-mode": async () => ({ ok: true }),
    "assistant:set-agent-option": async () => ({ ok: true }),
    "assistant:save-limits": async (limits) => {
      state.setup = { ...state.setup, limits };
      return setup();
    },
    "assistant:models": async () => ({ ok: true, models: [] }),
    "assistant:find-ollama": async () => ({ ok: true, found: null }),
  } satisfies Partial<Handlers>;
}
