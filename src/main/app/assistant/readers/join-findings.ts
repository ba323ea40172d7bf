import type { CommentThread, PlacedThread } from "../../../engine/ports/comments";
import { VERDICTS } from "./reader-questions";

/** From this share of common words on, two findings about the same passage are one. */
const MIN_COMMON_SHARE = 0.5;

/** And only from this many: of two words, one is soon in common. */
const MIN_COMMON = 3;

/**
 * Findings of several readers that say the same about the same words: each later one with the earliest that it repeats. Only single open messages of
 * agents named in `readers`, written since `since` (ISO 8601), count as findings.
 */
export function repeatedFindings(
  threads: readonly PlacedThread[],
  { readers, since }: { readers: readonly string[]; since: string },
): { thread: string; earliest: string }[] {
  const findings = threads
    .filter(({ status, messages: [first, ...others], place }) => {
      const isOurs = first !== undefined && first.author.kind === "agent" && readers.includes(first.author.name);
      return status === "open" && isOurs && others.length === 0 && first.at >= since && place.state !== "orphaned";
    })
    .sort((one, other) => (atOf(one) < atOf(other) ? -1 : 1));
  const kept: PlacedThread[] = [];
  const repeated: { thread: string; earliest: string }[] = [];
  for (const finding of findings) {
    const earliest = kept.find((other) => isSamePassage(finding, other) && isSameFinding(finding, other));
    if (earliest === undefined) kept.push(finding);
    else repeated.push({ thread: finding.thread, earliest: earliest.thread });
  }
  return repeated;
}

/**
 * The thread with the findings of others that repeat it. One that says the same with the same verdict, but for articles, letter case and punctuation, is
 * not shown again: `alsoFoundBy` makes the sentence that names who has it, too. The others are messages.
 */
export function withRepeated(
  thread: CommentThread,
  repeated: readonly CommentThread[],
  { changed, alsoFoundBy }: { changed: string; alsoFoundBy(names: readonly string[]): string },
): CommentThread {
  const all = thread.messages.map((message) => ({ message, names: [] as string[] }));
  for (const message of repeated.flatMap(({ messages }) => messages)) {
    const same = all.find((each) => normalised(each.message.text) === normalised(message.text));
    const { name } = message.author;
    if (same === undefined) all.push({ message, names: [] });
    else if (name !== same.message.author.name && !same.names.includes(name)) same.names.push(name);
  }
  const messages = all.map(({ message, names }) =>
    names.length === 0 ? message : { ...message, text: `${message.text}\n\n${alsoFoundBy(names)}` },
  );
  return { ...thread, changed, messages };
}

/** Words without which a finding says the same. */
const FILLERS: ReadonlySet<string> = new Set(["a", "an", "the", "this", "that", "here", "please", "的", "了"]);

/** A finding in a form that is equal for two with the same meaning: its words in order, with its verdict, without fillers. */
function normalised(text: string): string {
  const words: string[] = [];
  // What is not a word may still be the point, such as a minus or a percent sign.
  for (const { segment, isWordLike } of segmenter.segment(text.normalize("NFKC").slice(0, 4000)))
    if (isWordLike ? !FILLERS.has(segment.toLowerCase()) : /[^\s\p{P}]/u.test(segment))
      words.push(segment.toLowerCase());
  return text.length > 4000 ? `${words.join(" ")}\n${text.slice(4000)}` : words.join(" ");
}

const atOf = ({ messages }: PlacedThread): string => messages[0]?.at ?? "";

function isSamePassage({ place: one }: PlacedThread, { place: other }: PlacedThread): boolean {
  if (one.state === "orphaned" || other.state === "orphaned") return false;
  const common = Math.min(one.to, other.to) - Math.max(one.from, other.from);
  return common > 0 && common * 2 >= Math.min(one.to - one.from, other.to - other.from);
}

function isSameFinding(one: PlacedThread, other: PlacedThread): boolean {
  const [own, others] = [wordsOf(one), wordsOf(other)];
  if (own.size === 0 || others.size === 0) return false;
  if (own.size === others.size && commonOf(own, others) === own.size) return true;
  const [ownTelling, othersTelling] = [tellingOf(own), tellingOf(others)];
  const common = commonOf(ownTelling, othersTelling);
  return common >= MIN_COMMON && common / Math.min(ownTelling.size, othersTelling.size) >= MIN_COMMON_SHARE;
}

function commonOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let common = 0;
  for (const word of one) if (other.has(word)) common += 1;
  return common;
}

const segmenter = new Intl.Segmenter(undefined, { granularity: "word" });

const HAN_OR_KANA = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Without the short words that every sentence has. In Chinese and Japanese these have one character, and the others often only two. */
const tellingOf = (words: ReadonlySet<string>): Set<string> =>
  new Set([...words].filter((word) => word.length > (HAN_OR_KANA.test(word) ? 1 : 3) || /\d/.test(word)));

/** The words of a finding without its verdict. */
function wordsOf({ messages }: PlacedThread): Set<string> {
  const text = messages[0]?.text ?? "";
  const verdict = VERDICTS.find((each) => text.toLowerCase().startsWith(each.toLowerCase()));
  const words = new Set<string>();
  for (const { segment, isWordLike } of segmenter.segment(text.slice(verdict?.length ?? 0, 4000)))
    if (isWordLike) words.add(segment.toLowerCase());
  return words;
}
