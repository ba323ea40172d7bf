import { useStore } from "@nanostores/react";
import { useId } from "react";
import { moneyOf, type Usage } from "../../../../shared/conversation";
import { QuietButton } from "../../../ui/kit/button";
import { Popover } from "../../../ui/kit/popover";
import { panelMessages } from "../messages";
import type { Asking } from "../model/asking";
import { isCounted, knownSum } from "../model/usage";

/** What all answers of a comparison have cost; a click shows the tokens and the cost of each. */
export function ComparisonMeter({ asking }: { asking: Asking }) {
  const columns = useStore(asking.$columns);
  const id = useId();
  const t = panelMessages.comparison.meter;
  const { input, output, costs } = panelMessages.meter;
  const usages = columns.map(({ usage }) => usage);
  if (!usages.some(isCounted)) return null;
  const { sum, isWhole } = knownSum(usages);
  const short = isWhole.cost ? costText(sum) : t.atLeast(costText(sum));
  return (
    <>
      <QuietButton className="meter" popoverTarget={id} aria-label={`${t.label}: ${short}`} title={t.label}>
        <span aria-hidden="true">{short}</span>
      </QuietButton>
      <Popover id={id} className="panel-popover comparison-usage" aria-label={t.label}>
        <table className="digits">
          <caption>{t.heading}</caption>
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
              <Row key={column} name={name} {...textsOf(usage)} />
            ))}
          </tbody>
          <tfoot>
            <Row
              name={t.total}
              input={atLeast(isWhole.input, countText(sum.input))}
              output={atLeast(isWhole.output, countText(sum.output))}
              cost={atLeast(isWhole.cost, costText(sum))}
            />
          </tfoot>
        </table>
        {isWhole.input && isWhole.output && isWhole.cost ? null : (
          <p className="faint">{panelMessages.meter.unknown}</p>
        )}
      </Popover>
    </>
  );
}

function Row({ name, input, output, cost }: { name: string; input: string; output: string; cost: string }) {
  return (
    <tr>
      <th scope="row" className="breaks">
        {name}
      </th>
      <td>{input}</td>
      <td>{output}</td>
      <td>{cost}</td>
    </tr>
  );
}

const countText = (count: number | null): string =>
  count === null ? panelMessages.unknown : panelMessages.meter.tokens(count);

function costText(usage: Usage): string {
  const amounts = moneyOf(usage);
  return amounts.length === 0 ? panelMessages.unknown : panelMessages.meter.cost(amounts);
}

/** A sum that lacks a part. If nothing of it is known, that says the same. */
const atLeast = (isWhole: boolean, text: string): string =>
  isWhole || text === panelMessages.unknown ? text : panelMessages.comparison.meter.atLeast(text);

const textsOf = (usage: Usage) =>
  isCounted(usage)
    ? { input: countText(usage.input), output: countText(usage.output), cost: costText(usage) }
    : { input: panelMessages.unknown, output: panelMessages.unknown, cost: panelMessages.unknown };
