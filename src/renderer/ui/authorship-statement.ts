import type { AuthoredSpan, Authorship, WriterShare } from "../../shared/authorship";
import { escapeInvisibles } from "../../shared/escape-invisibles";
import { authorshipMessages } from "./authorship-messages";
import { moment } from "./time";

/** How many colours agents have; more agents share them. */
const COLOURS = 5;

/** A writer's name as it is shown. */
export function shownName({ kind, name }: Pick<WriterShare, "kind" | "name">): string {
  if (kind === "user" || kind === "pasted") return kind === "user" ? authorshipMessages.you : authorshipMessages.pasted;
  return kind === "unknown" ? authorshipMessages.unknown : escapeInvisibles(name).slice(0, 80);
}

/** The CSS class for a writer's words. Agents get colours in alphabetical order. */
export function colourOf({ kind, name }: Pick<WriterShare, "kind" | "name">, writers: readonly WriterShare[]): string {
  if (kind !== "agent") return `cm-author-${kind}`;
  const agents = writers.filter((each) => each.kind === "agent").map((each) => each.name);
  return `cm-author-agent-${Math.max(0, agents.sort().indexOf(name)) % COLOURS}`;
}

/**
 * A sentence for people: whose words the text has, and which of the agents' are reviewed and by whom. For other readers than the user, `user` is the
 * user's name.
 */
export function statementOf({ writers }: Pick<Authorship, "writers">, user = ""): string {
  const t = authorshipMessages;
  const parts = writers.flatMap((writer) => {
    const { kind, share, reviewed, stale } = writer;
    const name = user !== "" && (kind === "user" || kind === "pasted") ? t.byUser(kind, user) : shownName(writer);
    if (kind !== "agent") return [t.share(name, share)];
    return [
      ...(reviewed > 0 ? [t.reviewed(t.share(name, share * reviewed), user, stale / reviewed)] : []),
      ...(reviewed < 1 ? [t.notReviewed(t.share(name, share * (1 - reviewed)))] : []),
    ];
  });
  return t.statement(parts.join(t.comma));
}

/** What the pointer shows over words: who wrote them, when, why, and whether they are reviewed. */
export function explained(span: AuthoredSpan, now: Date): string {
  const t = authorshipMessages;
  const when = span.at === null ? "" : moment(span.at, now);
  const state = span.kind !== "agent" ? [] : [span.isStale ? t.isStale : span.isReviewed ? t.isReviewed : t.isOpen];
  const rows = [
    [t.wrote(shownName(span), when), ...state].join(", "),
    ...(span.note === undefined ? [] : [t.note(oneLine(span.note))]),
    ...(span.request === undefined ? [] : [t.request(oneLine(span.request).slice(0, 300))]),
  ];
  return rows.join("\n");
}

/** In one line: a line break is not written out. */
const oneLine = (text: string): string => escapeInvisibles(text.replace(/\s+/g, " "));
