import { useStore } from "@nanostores/react";
import { useId } from "react";
import { moneyOf } from "../../../../shared/conversation";
import { QuietButton } from "../../../ui/kit/button";
import { Popover } from "../../../ui/kit/popover";
import { panelMessages } from "../messages";
import { providerOf } from "../model/recipients";
import { isCounted, unknownUsage } from "../model/usage";
import { usePanel } from "../model/use-panel";

/** How full the context is; a click shows the conversation's tokens and cost. A dash means that the provider did not report it. */
export function Meter() {
  const { $conversation, $setup, $recipient } = usePanel();
  const conversation = useStore($conversation);
  const setup = useStore($setup);
  const recipient = useStore($recipient);
  const id = useId();
  const t = panelMessages.meter;
  if (!conversation || conversation.turns.length === 0) return null;
  const { context } = conversation;
  const usage = isCounted(conversation.usage) ? conversation.usage : unknownUsage;
  const amounts = moneyOf(usage);
  const limit = providerOf(setup, recipient)?.contextLimit ?? context.limit;
  const or = (value: number | null) => (value === null ? panelMessages.unknown : t.tokens(value));
  const share = context.used === null || limit === null ? null : Math.min(1, context.used / limit);
  const short = t.short(or(context.used), or(limit));
  const sentence = t.context(short);
  return (
    <>
      <QuietButton className="meter" popoverTarget={id} aria-label={sentence} title={sentence}>
        <svg viewBox="0 0 16 16" aria-hidden="true" className="meter-ring" data-full={share !== null && share > 0.85}>
          <circle cx="8" cy="8" r="5.5" />
          {share === null ? null : <circle cx="8" cy="8" r="5.5" pathLength="1" strokeDasharray={`${share} 1`} />}
        </svg>
        <span aria-hidden="true">{short}</span>
      </QuietButton>
      <Popover id={id} className="panel-popover" aria-label={t.label}>
        <h3>{t.heading}</h3>
        <dl className="facts">
          <div>
            <dt>{t.used}</dt>
            <dd>{short}</dd>
          </div>
          <div>
            <dt>{t.input}</dt>
            <dd>{or(usage.input)}</dd>
          </div>
          <div>
            <dt>{t.output}</dt>
            <dd>{or(usage.output)}</dd>
          </div>
          <div>
            <dt>{t.costs}</dt>
            <dd>{amounts.length === 0 ? panelMessages.unknown : t.cost(amounts)}</dd>
          </div>
        </dl>
        {[usage.input, usage.output, usage.cost, context.used, limit].includes(null) ? (
          <p className="above-small faint">{t.unknown}</p>
        ) : null}
      </Popover>
    </>
  );
}
