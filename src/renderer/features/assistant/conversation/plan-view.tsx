import type { PlanEntry } from "../../../../shared/conversation";
import { classes } from "../../../ui/kit/classes";
import { panelMessages } from "../messages";

const SIGNS: Record<PlanEntry["status"], string> = { pending: "○", "in progress": "◐", done: "●" };

/** An agent's plan, as a list. */
export function PlanView({ entries }: { entries: readonly PlanEntry[] }) {
  const t = panelMessages.plan;
  if (entries.length === 0) return null;
  return (
    <section className="plan" aria-label={t.label}>
      <h4 className="soft small">
        {t.label} · {t.done(entries.filter(({ status }) => status === "done").length, entries.length)}
      </h4>
      <ol className="plan-entries spaced-small column">
        {entries.map(({ text, status }, at) => (
          <li key={at} className={classes("in-line on-baseline", status === "done" && "faint")}>
            <span aria-hidden="true">{SIGNS[status]}</span>
            <span className="visually-hidden">{t.status[status]}: </span>
            <span className="breaks" dir="auto">
              {text}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
