import { atom, type ReadableAtom } from "nanostores";
import type { Bridge } from "../../../../shared/contract";
import type { ContextChip, Conversation } from "../../../../shared/conversation";
import type { ModelRule, RuleDecision, SlashCommand } from "../../../../shared/model-rules";
import type { PanelLayout } from "../../../ui/panel-layout";
import { withError } from "./conversation-client";

/** Delay before main looks for rules, in milliseconds. */
const REFRESH_DELAY_MS = 300;

type Deps = {
  bridge: Pick<Bridge, "request">;
  panel: Pick<PanelLayout, "$panel">;
  $conversation: ReadableAtom<Conversation | null>;
  $chips: ReadableAtom<ContextChip[]>;
  /** The turn that is running; when it ends, its model may have written rules. */
  $running: ReadableAtom<unknown>;
  /** Who is asked: agents read their own rules. */
  $setup: ReadableAtom<unknown>;
  /** The next request has another size. */
  onDecided(): void;
};

/** The rules, skills and slash commands for the next question. Main looks for them after a delay, and only while the panel is open. */
export function createModelRules({ bridge, panel, $conversation, $chips, $running, $setup, onDecided }: Deps) {
  const $rules = atom<readonly ModelRule[]>([]);
  const $commands = atom<readonly SlashCommand[]>([]);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let requested = 0;

  const asked = () => {
    const conversation = $conversation.get();
    return conversation === null ? null : { conversation: conversation.id, chips: $chips.get() };
  };
  const load = async (): Promise<void> => {
    const question = asked();
    if (!question || !panel.$panel.get().open) return;
    requested += 1;
    const mine = requested;
    const answer = await withError(bridge.request("assistant:model-rules", question));
    if (!answer.ok || mine !== requested) return;
    $rules.set(answer.rules);
    $commands.set(answer.commands);
  };
  const refresh = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void load(), REFRESH_DELAY_MS);
  };
  $chips.listen(refresh);
  $setup.listen(refresh);
  $running.listen((running) => {
    if (!running) refresh();
  });
  panel.$panel.listen(({ open }, before) => {
    if (open && !before?.open) refresh();
  });

  return {
    $rules,
    $commands,
    refresh,
    clear(): void {
      requested += 1;
      $rules.set([]);
      $commands.set([]);
    },
    /** Decides about the texts as they were shown. */
    async decide(rules: readonly ModelRule[], use: RuleDecision["use"]): Promise<void> {
      const question = asked();
      if (!question) return;
      const isDecided = ({ id, hash }: ModelRule) => rules.some((rule) => rule.id === id && rule.hash === hash);
      $rules.set($rules.get().map((rule) => (isDecided(rule) ? { ...rule, use } : rule)));
      const decisions = rules.map(({ id, hash }) => ({ id, hash, use }));
      await withError(bridge.request("assistant:decide-rules", { conversation: question.conversation, decisions }));
      await load();
      onDecided();
    },
    /** The text of a rule as the model would get it, or why it cannot be shown. */
    async text({ id, hash }: ModelRule): Promise<string> {
      const question = asked();
      if (!question) return "";
      const answer = await withError(bridge.request("assistant:rule-text", { ...question, rule: id, hash }));
      if (answer.ok) return answer.text;
      refresh();
      return answer.error.message;
    },
  };
}
