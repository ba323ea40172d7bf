import type { ShownThread } from "../../../shared/comments";
import { commentMessages } from "./messages";

/** Which threads a list shows; `by …` those in which this agent wrote. */
export type Filter = "open" | "unread" | "mine" | "needs me" | `by ${string}` | "resolved";

/** Whether a filter shows a thread. */
export function isShown({ status, isUnread, needsMe, messages }: ShownThread, filter: Filter): boolean {
  if (filter === "unread") return isUnread;
  if (filter === "resolved" || filter === "open") return status === filter;
  if (status !== "open") return false;
  if (filter === "mine") return messages[0]?.isMine === true;
  if (filter === "needs me") return needsMe;
  return messages.some(({ kind, name }) => kind === "agent" && `by ${name}` === filter);
}

/** The filters for these threads: the agents are those that wrote in an open one. */
export function filtersOf(threads: readonly ShownThread[]): { id: Filter; label: string }[] {
  const t = commentMessages.filters;
  const agents = new Set<string>();
  for (const { status, messages } of threads)
    if (status === "open") for (const { kind, name } of messages) if (kind === "agent") agents.add(name);
  return [
    { id: "open", label: t.open },
    { id: "unread", label: t.unread },
    { id: "mine", label: t.mine },
    { id: "needs me", label: t.needsMe },
    ...[...agents].sort().map((name) => ({ id: `by ${name}` as const, label: t.by(name) })),
    { id: "resolved", label: t.resolved },
  ];
}
