import { MAX_COMMENT } from "../../../../core/limits";
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
 * The thread with the findings of others that repeat it. One that says the same with the same verdict, but for how its sentences begin and end, is not shown
 * again: `alsoFoundBy` makes the sentence that names who has it, too. The others are messages.
 */
export function withRepeated(
  thread: CommentThread,
  repeated: readonly CommentThread[],
  { changed, alsoFoundBy }: { changed: string; alsoFoundBy(names: readonly string[]): string },
): CommentThread {
  const all = thread.messages.map((message) => ({ message, names: [] as string[] }));
  const shown = (text: string, names: readonly string[]) =>
    names.length === 0 ? text : `${text}\n\n${alsoFoundBy(names)}`;
  for (const message of repeated.flatMap(({ messages }) => messages)) {
    const { name } = message.author;
    const same = all.find(
      ({ message: { author, text } }) => author.kind === "agent" && normalised(text) === normalised(message.text),
    );
    if (same !== undefined && (name === same.message.author.name || same.names.includes(name))) continue;
    // A longer message could not be stored.
    if (same !== undefined && shown(same.message.text, [...same.names, name]).length <= MAX_COMMENT)
      same.names.push(name);
    else all.push({ message, names: [] });
  }
  const messages = all.map(({ message, names }) => ({ ...message, text: shown(message.text, names) }));
  return { ...thread, changed, messages };
}

/** Words that say nothing where a sentence begins. Within it they may be what the finding is about. */
const OPENERS: ReadonlySet<string> = new Set(["a", "an", "the", "this", "that", "here", "please"]);

/** Words that a finding quotes. It may be about their case or punctuation. */
const QUOTED = /“([^”]*)”|„([^“”]*)[“”]|"([^"]*)"|‘([^’]*)’|`([^`]*)`|«([^»]*)»|「([^」]*)」|『([^』]*)』/g;

/** A finding in a form that is equal for two with the same meaning: its words in order, with its verdict; quoted ones as they are. */
function normalised(text: string): string {
  const start = text.slice(0, 4000);
  const words: string[] = [];
  let at = 0;
  for (const { 0: quoted, index } of start.matchAll(QUOTED)) {
    words.push(...plainWords(start.slice(at, index), at === 0), JSON.stringify(quoted.slice(1, -1)));
    at = index + quoted.length;
  }
  words.push(...plainWords(start.slice(at), at === 0));
  return text.length > 4000 ? `${words.join(" ")}\n${text.slice(4000)}` : words.join(" ");
}

/** The words of text without quotes, and the signs that may be the point, such as a minus or a percent sign. */
function plainWords(text: string, isStart: boolean): string[] {
  const words: string[] = [];
  let isFirst = isStart;
  const plain = text.normalize("NFKC");
  for (const { segment, isWordLike, index } of segmenter.segment(plain)) {
    const lower = segment.toLowerCase();
    if (isWordLike) {
      if (!isFirst || !OPENERS.has(lower)) words.push(isFirst ? lower : segment);
      isFirst &&= OPENERS.has(lower);
    } else if (/[^\s\p{P}]|[%‰§#&@/\\]/u.test(segment) || /^\p{Pd}\d/u.test(plain.slice(index))) words.push(segment);
    if (/[.!?:;。\n]/.test(segment) && !isWordLike) isFirst = true;
  }
  return words;
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
