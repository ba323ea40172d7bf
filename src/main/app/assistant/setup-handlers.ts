import type { AssistantRequests } from "../../../shared/assistant-requests";
import type { AssistantSetup } from "../../../shared/assistant-setup";
import type { Handlers, Outcome } from "../../../shared/contract";
import type { Assistant } from "./assistant";
import type { AssistantService } from "./assistant-service";

type SetupRequest =
  | "assistant:setup"
  | `assistant:${"save" | "remove"}-provider`
  | `assistant:choose-${"effort" | "model"}`
  | "assistant:save-limits"
  | "assistant:models"
  | "assistant:find-ollama";

type Deps = {
  service: AssistantService;
  outcome<T extends object>(work: (assistant: Assistant) => Promise<T>): Promise<Outcome<T>>;
  withSetup<T extends object>(assistant: Assistant, more: T): Promise<T & { setup: AssistantSetup }>;
};

/** Requests about the providers of models. */
export function setupHandlers({
  service,
  outcome,
  withSetup,
}: Deps): Pick<Handlers, SetupRequest & keyof AssistantRequests> {
  return {
    "assistant:setup": async () => (await service.assistant()).setup.publicSetup(),
    "assistant:save-provider": (draft) =>
      outcome(async (assistant) => withSetup(assistant, { id: await assistant.setup.save(draft) })),
    "assistant:remove-provider": (id) =>
      outcome(async (assistant) => {
        await assistant.setup.remove(id);
        return withSetup(assistant, {});
      }),
    "assistant:choose-effort": ({ provider, effort }) =>
      outcome(async (assistant) => {
        await assistant.setup.chooseEffort(provider, effort);
        return withSetup(assistant, {});
      }),
    "assistant:choose-model": ({ provider, model }) =>
      outcome(async (assistant) => {
        await assistant.setup.choose(provider, model);
        return withSetup(assistant, {});
      }),
    "assistant:save-limits": (limits) =>
      outcome(async (assistant) => {
        await assistant.setup.saveLimits(limits);
        return withSetup(assistant, {});
      }),
    "assistant:models": (provider) => outcome(async (assistant) => ({ models: await assistant.models.list(provider) })),
    "assistant:find-ollama": () => outcome(async (assistant) => ({ found: await assistant.models.findOllama() })),
  };
}
