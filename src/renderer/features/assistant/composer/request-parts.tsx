import { type RequestSize, tokensOf } from "../../../../shared/request-size";
import { classes } from "../../../ui/kit/classes";
import { panelMessages } from "../messages";

/** A part of what is sent, with its size. */
export function SizeRow({ name, size, isTotal = false }: { name: string; size: string; isTotal?: boolean }) {
  return (
    <li className={classes("apart ends-small", isTotal && "line-above strong")}>
      <span className="breaks">{name}</span>
      <span className="end-aligned soft">{size}</span>
    </li>
  );
}

/** The parts of a request that are not chips, and the sum of all. */
export function RequestParts({ request, question }: { request: RequestSize; question: number }) {
  const t = panelMessages.context;
  const { system, rules, tools, toolCount, history, cost, limit } = request;
  const size = (part: number) => t.tokens(tokensOf(part));
  return (
    <>
      <SizeRow name={t.question} size={size(question)} />
      {history > 0 ? <SizeRow name={t.history} size={size(history)} /> : null}
      <SizeRow name={t.instructions} size={size(system)} />
      {rules > 0 ? <SizeRow name={t.rules} size={size(rules)} /> : null}
      <SizeRow name={t.tools(toolCount)} size={size(tools)} />
      <SizeRow name={t.total} size={size(cost + question)} isTotal />
      {limit === null ? null : <SizeRow name={t.limit} size={t.tokens(limit)} />}
    </>
  );
}
