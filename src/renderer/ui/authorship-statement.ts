import { isFromOtherPeople } from "../../core/review/guest";
import type { AuthoredSpan, Authorship, WriterShare } from "../../shared/authorship";
import { escapeInvisibles } from "../../shared/escape-invisibles";
import { authorshipMessages } from "./authorship-messages";
import { moment } from "./time";

/** How many colours agents have; more agents share them. */
const COLOURS = 5;

/** A writer's name as it is shown; `owner` is what readers call the user who are somebody else. */
export function shownName({ kind, name }: Pick<WriterShare, "kind" | "name">, owner: string | null = null): string {
  const t = authorshipMessages;
  if (kind === "user" || kind === "pasted")
    return owner !== null ? t.byUser(kind, shortened(owner)) : kind === "user" ? t.you : t.pasted;
  return kind === "unknown" ? authorshipMessages.unknown : shortened(name);
}

const shortened = (name: string): string => escapeInvisibles(name).slice(0, 80);

/** The CSS class for a writer's words. Agents get colours in alphabetical order. */
export function colourOf({ kind, name }: Pick<WriterShare, "kind" | "name">, writers: readonly WriterShare[]): string {
  if (kind !== "agent") return `cm-author-${kind}`;
  const agents = writers.filter((each) => each.kind === "agent").map((each) => each.name);
  return `cm-author-agent-${Math.max(0, agents.sort().indexOf(name)) % COLOURS}`;
}

/**
 * The writers with shares of whole percents that add up to those of all: each is rounded down, and what is missing goes to those that lost most of it.
 */
export function wholePercents(writers: readonly WriterShare[]): WriterShare[] {
  const exact = writers.map(({ share }) => share * 100);
  const whole = exact.map((share) => Math.floor(share + 1e-9));
  const missing =
    Math.round(exact.reduce((sum, share) => sum + share, 0)) - whole.reduce((sum, share) => sum + share, 0);
  const rest = (at: number) => (exact[at] ?? 0) - (whole[at] ?? 0);
  const most = [...whole.keys()].sort((a, b) => rest(b) - rest(a)).slice(0, missing);
  return writers.map((writer, at) => ({ ...writer, share: ((whole[at] ?? 0) + (most.includes(at) ? 1 : 0)) / 100 }));
}

/**
 * A sentence for people: whose words the text has, and which of the agents' are reviewed and by whom. For other readers than the user, `user` is the
 * user's name.
 */
export function statementOf({ writers }: Pick<Authorship, "writers">, user = ""): string {
  const t = authorshipMessages;
  const parts = wholePercents(writers).flatMap((writer) => {
    const { kind, share, reviewed, stale } = writer;
    const name = shownName(writer, user === "" ? null : user);
    if (kind !== "agent") return [t.share(name, share)];
    const isReviewed = Math.round(share * reviewed * 100) / 100;
    return [
      ...(reviewed > 0 ? [t.reviewed(t.share(name, isReviewed), user, stale / reviewed)] : []),
      ...(reviewed < 1 ? [t.notReviewed(t.share(name, share - isReviewed))] : []),
    ];
  });
  return t.statement(parts.join(t.comma));
}

/** What the pointer shows over words: who wrote them, when, why, and whether they are reviewed. */
export function explained(span: AuthoredSpan, now: Date, owner: string | null = null): string {
  const t = authorshipMessages;
  const when = span.at === null ? "" : moment(span.at, now);
  const state = span.kind !== "agent" ? [] : [span.isStale ? t.isStale : span.isReviewed ? t.isReviewed : t.isOpen];
  const rows = [
    [t.wrote(shownName(span, owner), when), ...state].join(", "),
    ...(span.note === undefined ? [] : [t.note(oneLine(span.note))]),
    ...(span.request === undefined ? [] : [t.request(oneLine(span.request).slice(0, 300))]),
  ];
  return rows.join("\n");
}

/** In one line: a line break is not written out. */
const oneLine = (text: string): string => escapeInvisibles(text.replace(/\s+/g, " "));

/** Why words were written: the writer's note, or the user's question. */
export type Reason = Pick<AuthoredSpan, "kind" | "name" | "at" | "note" | "request"> & { characters: number };

/** How many reasons are listed. */
const MAX_REASONS = 100;

/** The notes and questions that led to words of the text, with how many characters each, the newest first. */
export function reasonsOf({ spans }: Pick<Authorship, "spans">): Reason[] {
  const found = new Map<string, Reason>();
  for (const { kind, name, at, note, request, length } of spans) {
    if (note === undefined && request === undefined) continue;
    const key = JSON.stringify([kind, name, note, request]);
    const known = found.get(key);
    if (known === undefined) found.set(key, { kind, name, at, note, request, characters: length });
    else {
      known.characters += length;
      if ((at ?? "") > (known.at ?? "")) known.at = at;
    }
  }
  return [...found.values()].sort((a, b) => (b.at ?? "").localeCompare(a.at ?? "")).slice(0, MAX_REASONS);
}

/** The statement as Markdown, for others: the sentence, a table of the writers, why they wrote, and what is not known. */
export function statementMarkdown(authorship: Authorship, { file, user }: { file: string; user: string }): string {
  const t = authorshipMessages;
  const inCell = (text: string) => oneLine(text).replace(/[\\|`*_<>[\]]/g, "\\$&");
  const row = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const { columns } = t.page;
  const head = [columns.writer, columns.how, columns.words, columns.characters, columns.share, columns.reviewed];
  const owner = user === "" ? null : user;
  const rows = wholePercents(authorship.writers).map((writer) =>
    row([
      inCell(writerName(writer, owner)),
      howWritten(writer),
      t.page.number(writer.words),
      t.page.number(writer.characters),
      t.page.percent(writer.share),
      reviewedPart(writer),
    ]),
  );
  const reasons = reasonsOf(authorship).map(
    (reason) => `- ${inCell(writerName(reason, owner))}: ${inCell(reason.note ?? reason.request ?? "").slice(0, 300)}`,
  );
  const unknown = unknownParts(authorship);
  return [
    `# ${inCell(t.page.title(file))}`,
    inCell(statementOf(authorship, user)),
    [row(head), row(["---", "---", "---:", "---:", "---:", "---"]), ...rows].join("\n"),
    ...(reasons.length === 0 ? [] : [`## ${t.page.reasons}`, reasons.join("\n")]),
    ...(unknown.length === 0 ? [] : [`## ${t.page.unknown}`, unknown.map((part) => `- ${inCell(part)}`).join("\n")]),
  ]
    .join("\n\n")
    .concat("\n");
}

/** A writer's name without how they wrote. */
export function writerName(writer: Pick<WriterShare, "kind" | "name">, owner: string | null): string {
  return shownName(writer.kind === "pasted" ? { ...writer, kind: "user" } : writer, owner);
}

/** How a writer's words came into the text. */
export function howWritten({ kind, name }: Pick<WriterShare, "kind" | "name">): string {
  const { how } = authorshipMessages.page;
  return kind === "program" && isFromOtherPeople({ kind, name }) ? how.person : how[kind];
}

/** How much of a writer's words is reviewed, and has changed since; a dash for writers whose words do not wait for a review. */
export function reviewedPart({ kind, reviewed, stale }: WriterShare): string {
  const { page } = authorshipMessages;
  if (kind !== "agent") return "–";
  const part = page.percent(reviewed);
  return reviewed > 0 && stale > 0 ? page.changedSince(part, page.percent(stale / reviewed)) : part;
}

/** Sentences on what is not known about the text, and why. */
export function unknownParts({ writers, warnings }: Pick<Authorship, "writers" | "warnings">): string[] {
  const { page } = authorshipMessages;
  const unknown = wholePercents(writers).find(({ kind }) => kind === "unknown");
  return [...(unknown === undefined ? [] : [page.unknownPart(page.percent(unknown.share))]), ...warnings];
}
