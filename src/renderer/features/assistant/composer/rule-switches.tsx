import { useStore } from "@nanostores/react";
import { CheckBox } from "../../../ui/kit/field";
import { panelMessages } from "../messages";
import { usePanel } from "../model/use-panel";

/** The rules and skills of the folder and the user, each to be used or not. */
export function RuleSwitches() {
  const panel = usePanel();
  const rules = useStore(panel.rules.$rules);
  const t = panelMessages.rules;
  if (rules.length === 0) return null;
  return (
    <fieldset className="rule-switches below above">
      <legend className="strong">{t.list}</legend>
      {rules.map((rule) => (
        <label key={rule.id} className="ends-small apart" title={rule.description || rule.path}>
          <CheckBox
            checked={rule.use === "yes"}
            disabled={rule.problem !== null}
            onChange={({ target }) => void panel.rules.decide([rule], target.checked ? "yes" : "no")}
          />
          <span className="grow breaks">
            {rule.kind === "skill" ? rule.name : rule.path}
            {rule.problem === null ? null : <span className="soft small"> {rule.problem.message}</span>}
          </span>
          <span className="end-aligned soft">{t.bytes(rule.bytes)}</span>
        </label>
      ))}
    </fieldset>
  );
}
