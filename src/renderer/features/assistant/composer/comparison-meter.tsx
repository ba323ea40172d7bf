import { useStore } from "@nanostores/react";
import { useId } from "react";
import { moneyOf, type Usage } from "../../../../shared/conversation";
import { QuietButton } from "../../../ui/kit/button";
import { Popover } from "../../../ui/kit/popover";
import { panelMessages } from "../messages";
import type { Asking } from "../model/asking";
import { isCounted, knownSum, unknownUsage } from "../model/usage";

/** What all answers of a comparison have cost; a click shows the tokens and the cost of each. */
export function ComparisonMeter({ asking }: { asking: Asking }) {
  const columns = useStore(asking.$columns);
  const id = useId();
  const t = panelMessages.comparison.meter;
  const { input, output, costs } = panelMessages.meter;
  const usages = columns.map(({ usage }) => usage);
  if (!usages.some(isCounted)) return null;
  const { sum, isWhole } = knownSum(usages);
  const short = costText(sum);
  const label = `${t.label}: ${isWhole.cost ? short : t.atLeast(short)}`;
  return (
    <>
      <QuietButton className="meter" popoverTarget={id} aria-label={label} title={label}>
        <span aria-hidden="true">{atLeast(isWhole.cost, short)}</span>
      </QuietButton>
      <Popover id={id} className="panel-popover comparison-usage" aria-label={t.label}>
        <table className="full digits">
          <caption className="strong">{t.heading}</caption>
          <thead className="soft small">
            <tr>
              <th scope="col">{t.who}</th>
              <th scope="col">{input}</th>
              <th scope="col">{output}</th>
              <th scope="col">{costs}</th>
            </tr>
          </thead>
          <tbody>
            {columns.map(({ id: column, name, usage }) => (
              <Row key={column} name={name} usage={isCounted(usage) ? usage : unknownUsage} isWhole={allWhole} />
            ))}
          </tbody>
          <tfoot>
            <Row name={t.total} usage={sum} isWhole={isWhole} isTotal />
          </tfoot>
        </table>
        {isWhole.input && isWhole.output && isWhole.cost ? null : (
          <p className="above-small faint">{panelMessages.meter.unknown}</p>
        )}
      </Popover>
    </>
  );
}

type RowProps = {
  name: string;
  usage: Usage;
  isWhole: Record<"input" | "output" | "cost", boolean>;
  isTotal?: boolean;
};

function Row({ name, usage, isWhole, isTotal = false }: RowProps) {
  const amounts = moneyOf(usage);
  const { tokens, cost } = panelMessages.meter;
  const or = (count: number | null) => (count === null ? panelMessages.unknown : tokens(count));
  return (
    <tr className={isTotal ? "line-above" : undefined}>
      <th scope="row" className="clip plain" title={name}>
        {name}
      </th>
      <td>{atLeast(isWhole.input, or(usage.input))}</td>
      <td>{atLeast(isWhole.output, or(usage.output))}</td>
      <td>
        {amounts.length === 0 ? panelMessages.unknown : null}
        {amounts.map((amount) => (
          <span key={amount.currency} className="as-block">
            {atLeast(isWhole.cost, cost([amount]))}
          </span>
        ))}
      </td>
    </tr>
  );
}

const allWhole = { input: true, output: true, cost: true };

function costText(usage: Usage): string {
  const amounts = moneyOf(usage);
  return amounts.length === 0 ? panelMessages.unknown : panelMessages.meter.cost(amounts);
}

/** A sum that lacks a part. If nothing of it is known, that says the same. */
const atLeast = (isWhole: boolean, text: string): string =>
  isWhole || text === panelMessages.unknown ? text : `≥ ${text}`;
