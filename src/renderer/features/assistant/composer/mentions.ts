import { slugOf } from "../../../../core/markdown/slug";
import { type ContextChip, type ParagraphEntry, type Recipient, recipientKey } from "../../../../shared/conversation";
import type { EntryName } from "../../../../shared/library";
import { nameOf } from "../../../ui/file-paths";
import { type Candidate, containsAllWords, queryWords, scoreOf } from "../../../ui/fuzzy";
import type { KnownRecipient } from "../model/recipients";

/** A mention that is being typed: the text from `@` up to the cursor. `from` is the offset of the `@`. */
export type Mention = { from: number; query: string };

/** A completion: `detail` is shown beside the name, `insertText` replaces the mention in the text. One that names a recipient adds no context. */
export type MentionItem = { chip: ContextChip | Recipient; name: string; detail: string; insertText: string };

export const isRecipient = (chip: ContextChip | Recipient): chip is Recipient =>
  chip.kind === "agent" || chip.kind === "model";

/** A longer query is ordinary text, not a mention. */
const MAX_QUERY_LENGTH = 80;

/** The maximum number of completions. */
const MAX_MENTIONS = 40;

/** The maximum number of files that stand before the recipients, without a query. */
const MAX_AHEAD = 4;

/** Characters of a paragraph that are inserted into the text. */
const MAX_EXCERPT_LENGTH = 32;

/** The mention that ends at the cursor. An `@` inside a word, as in an email address, does not start one. */
export function mentionAt(text: string, cursor: number): Mention | null {
  const before = text.slice(Math.max(0, cursor - MAX_QUERY_LENGTH), cursor);
  const at = before.lastIndexOf("@");
  if (at < 0 || (at > 0 && !/[\s([{"'“‘「（]/.test(before[at - 1] ?? ""))) return null;
  const query = before.slice(at + 1);
  return /[\n@]| {2}/.test(query) || query.startsWith(" ") ? null : { from: cursor - query.length - 1, query };
}

/** Splits `file#section`; null without a `#`. */
export function sectionQuery(query: string): { file: string; section: string } | null {
  const at = query.indexOf("#");
  return at < 0 ? null : { file: query.slice(0, at), section: query.slice(at + 1) };
}

/** Splits `file¶text` or, easier to type, `file^text`; null without either. */
export function paragraphQuery(query: string): { file: string; text: string } | null {
  const found = /^([^#¶^]*)#?[¶^](.*)$/.exec(query);
  return found ? { file: found[1] ?? "", text: (found[2] ?? "").trim() } : null;
}

/** The files that match a query, best first; for an empty query, the files in `recent` first. */
export function fileMentions(files: readonly Candidate[], query: string, recent: readonly string[]): MentionItem[] {
  return bestFiles(files, query, recent)
    .slice(0, MAX_MENTIONS)
    .map(({ text, name }) => ({
      chip: { kind: "file", path: text },
      name: text.slice(name),
      detail: text.slice(0, Math.max(0, name - 1)),
      insertText: text.slice(name),
    }));
}

/** The file named by the text before a `#`. */
export const bestFile = (files: readonly Candidate[], query: string, recent: readonly string[]): string | null =>
  (files.find(({ text }) => text === query) ?? bestFiles(files, query, recent)[0])?.text ?? null;

function bestFiles(files: readonly Candidate[], query: string, recent: readonly string[]): Candidate[] {
  const words = queryWords(query);
  if (words.length === 0) {
    const rank = new Map(recent.map((path, at) => [path, at]));
    const known = files.filter(({ text }) => rank.has(text));
    known.sort((one, other) => (rank.get(one.text) ?? 0) - (rank.get(other.text) ?? 0));
    return [...known, ...files.filter(({ text }) => !rank.has(text)).slice(0, MAX_MENTIONS)];
  }
  const scored = files.flatMap((file) => {
    const score = containsAllWords(file, words) ? scoreOf(file, words) : null;
    return score === null ? [] : [{ file, score }];
  });
  return scored.sort((one, other) => other.score - one.score).map(({ file }) => file);
}

/** Completions for paragraphs that main has found; `path` is relative to the open folder, or absolute without one. */
export const paragraphMentions = (path: string, paragraphs: readonly ParagraphEntry[]): MentionItem[] =>
  paragraphs.map(({ id, opening }) => ({
    chip: { kind: "paragraph", path, id },
    name: opening,
    detail: nameOf(path),
    insertText: `“${shortened(opening)}”`,
  }));

/** Completions for entries of the content library. */
export const entryMentions = (entries: readonly EntryName[]): MentionItem[] =>
  entries.map(({ document, kind, key, name }) => ({
    chip: { kind: "entry", entry: { document, kind, key, name } },
    name,
    detail: document,
    insertText: name,
  }));

/** Completions for those who can be asked and are not yet, by a part of their name; `agent` describes an agent. */
export function recipientMentions(
  known: readonly KnownRecipient[],
  asked: readonly Recipient[],
  { query, agent }: { query: string; agent: string },
): MentionItem[] {
  const taken = new Set(asked.map(recipientKey));
  const wanted = query.trim().toLocaleLowerCase();
  return known
    .filter(({ recipient, name }) => !taken.has(recipientKey(recipient)) && name.toLocaleLowerCase().includes(wanted))
    .map(({ recipient, name, provider }) => ({ chip: recipient, name, detail: provider ?? agent, insertText: "" }));
}

/**
 * Puts recipients among other completions: before them if a word of their name begins with the query, else behind them; without a query behind the first
 * few, which are open documents.
 */
export function withRecipients(
  items: readonly MentionItem[],
  recipients: readonly MentionItem[],
  query: string,
): MentionItem[] {
  const wanted = query.trim().toLocaleLowerCase();
  const isFirst = ({ name }: MentionItem) =>
    wanted !== "" &&
    ` ${name.toLocaleLowerCase().replace(/[-/:._]/g, " ")}`.includes(` ${wanted.replace(/[-/:._]/g, " ")}`);
  const rest = recipients.filter((each) => !isFirst(each));
  const at = wanted === "" ? MAX_AHEAD : items.length;
  return [...recipients.filter(isFirst), ...items.slice(0, at), ...rest, ...items.slice(at)];
}

/** The beginning of a paragraph, without its list or heading mark. */
function shortened(opening: string): string {
  const characters = Array.from(opening.replace(/^(#+|[-*+>]|\d+[.)])\s+/, ""));
  return characters.length <= MAX_EXCERPT_LENGTH
    ? characters.join("")
    : `${characters.slice(0, MAX_EXCERPT_LENGTH).join("").trimEnd()}…`;
}

/** The sections of a file that match a query, in document order. Sections with equal paths are addressed by index. */
export function sectionMentions(
  path: string,
  headings: readonly { title: string; level: number }[],
  query: string,
): MentionItem[] {
  const wanted = query.trim().toLocaleLowerCase();
  const open: { level: number; slug: string; index: string; children: number }[] = [];
  let top = 0;
  const usedAddresses = new Set<string>();
  const items: MentionItem[] = [];
  for (const { title, level } of headings) {
    while ((open.at(-1)?.level ?? 0) >= level) open.pop();
    const parent = open.at(-1);
    const position = parent ? parent.children++ : top++;
    const slug = parent ? `${parent.slug}/${slugOf(title)}` : slugOf(title);
    const index = parent ? `${parent.index}/#${position}` : `#${position}`;
    open.push({ level, slug, index, children: 0 });
    const address = slugOf(title) === "" || usedAddresses.has(slug) ? index : slug;
    usedAddresses.add(slug);
    if (!title.toLocaleLowerCase().includes(wanted)) continue;
    items.push({ chip: { kind: "section", path, address }, name: title, detail: "#".repeat(level), insertText: title });
  }
  return items.slice(0, MAX_MENTIONS * 5);
}
