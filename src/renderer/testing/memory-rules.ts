import type { Handlers } from "../../shared/contract";
import type { ModelRule, SlashCommand } from "../../shared/model-rules";

type RuleRequest = `assistant:${"model-rules" | "rule-text" | "instruction-text" | "decide-rules"}`;

/** Main's rules, skills and slash commands in memory. */
export function memoryRules(state: { rules: ModelRule[]; commands: SlashCommand[] }): Pick<Handlers, RuleRequest> {
  return {
    "assistant:model-rules": async () => ({ ok: true, rules: state.rules, commands: state.commands }),
    "assistant:rule-text": async () => ({ ok: true, text: "Write short sentences." }),
    "assistant:instruction-text": async () => ({ ok: true, text: "" }),
    "assistant:decide-rules": async ({ decisions }) => {
      state.rules = state.rules.map((rule) => ({
        ...rule,
        use: decisions.find(({ id, hash }) => id === rule.id && hash === rule.hash)?.use ?? rule.use,
      }));
      return { ok: true };
    },
  };
}
