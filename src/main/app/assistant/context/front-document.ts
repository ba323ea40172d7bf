import { createHash } from "node:crypto";
import { difference } from "../../../../core/diff/difference";
import { unifiedDiff } from "../../../../core/diff/unified-diff";
import { listSections, parseOutline, type Section } from "../../../../core/markdown/sections";
import { formatOutlineWithin } from "../../../../core/outline/outline-text";
import { cropToTokens, estimateTokens } from "../../../../core/text/tokens";
import type { ContextText, FrontSeen } from "../conversations/conversation-record";

/** A document of at most this many tokens goes whole: its outline and a section would hardly be shorter. */
const shortTokens = 1000;
const outlineTokens = 600;
const excerptTokens = 1000;
const diffTokens = 1000;
/** Where the lines in view are unknown, the excerpt is the beginning. */
const unknownView = { from: 1, to: 40 };

/** The document in front as it is now. */
export type FrontDocument = {
  /** Identifies it in a conversation: its path, or its name while it has none. */
  doc: string;
  label: string;
  text: string;
  isMarkdown: boolean;
  /** Tools can read the rest; a document without a file goes whole. */
  isReadable: boolean;
  /** Lines in view, 1-based and inclusive; null if unknown. */
  lines: { from: number; to: number } | null;
};

/** What the model still has of earlier questions. */
export type EarlierContext = {
  contexts: readonly ContextText[];
  /** The text of a version; undefined if it is no longer in memory. */
  textOf(version: string): string | undefined;
};

/** Identifies a text. */
export const textVersion = (text: string): string => createHash("sha256").update(text).digest("base64url").slice(0, 16);

/**
 * What is sent of the document in front: whole if it is short, else its outline and the section in view. Later only what changed since,
 * and a section in view that the model has not seen.
 */
export function frontDocument(document: FrontDocument, earlier: EarlierContext): { text: string; front: FrontSeen } {
  const { doc, text } = document;
  const version = textVersion(text);
  const seen = earlier.contexts.findLast(({ front }) => front?.doc === doc)?.front;
  const change = seen && changeSince(seen, document, earlier);
  if (!seen || change === null || change === undefined) return firstText(document, version);
  if (seen.excerpts === null) return { text: change, front: { doc, version, excerpts: null } };
  const excerpt = excerptOf(document);
  const isKnown = seen.excerpts.includes(excerpt.key);
  return {
    text: isKnown ? `${change}\n${inView(excerpt)}, as before.` : `${change}\n${inView(excerpt)}:\n${excerpt.text}`,
    front: { doc, version, excerpts: isKnown ? seen.excerpts : [...seen.excerpts, excerpt.key] },
  };
}

function firstText(document: FrontDocument, version: string): { text: string; front: FrontSeen } {
  const { doc, text, isMarkdown, isReadable } = document;
  if (!isReadable || estimateTokens(text) <= shortTokens) return { text, front: { doc, version, excerpts: null } };
  const excerpt = excerptOf(document);
  const outline = isMarkdown ? outlineOf(text) : "";
  const blocks = [
    `[The document in front: ${outline === "" ? "" : "its outline and "}what is in view, of ${lineCount(text)} lines. Read more with tools if you need it.]`,
    ...(outline === "" ? [] : [outline]),
    `${inView(excerpt)}:\n${excerpt.text}`,
  ];
  return { text: blocks.join("\n"), front: { doc, version, excerpts: [excerpt.key] } };
}

/** A sentence, or the differences; null if the model has to look again. */
function changeSince(seen: FrontSeen, { label, text }: FrontDocument, { textOf }: EarlierContext): string | null {
  if (seen.version === textVersion(text)) return "[Unchanged since the last question.]";
  const before = textOf(seen.version);
  if (before === undefined) return null;
  const diff = unifiedDiff(label, before, difference(before, text));
  return estimateTokens(diff) > diffTokens
    ? null
    : `[Changed since the last question, by you or by the user:]\n${diff}`;
}

const outlineOf = (text: string): string =>
  formatOutlineWithin(text, parseOutline(text), { maxTokens: outlineTokens, advice: "doc_toc shows more" }).text;

type Excerpt = { key: string; from: number; to: number; text: string };

const inView = ({ from, to }: Excerpt): string => `[In view, lines ${from}-${to}]`;

/** The sections of the lines in view, if they are short enough; else those lines. */
function excerptOf({ text, isMarkdown, lines }: FrontDocument): Excerpt {
  const all = text.split("\n");
  const from = Math.min(Math.max(1, lines?.from ?? unknownView.from), all.length);
  const to = Math.min(Math.max(from, lines?.to ?? unknownView.to), all.length);
  const sections = isMarkdown ? sectionsAround(text, from, to) : null;
  const inSections = sections && all.slice(sections.from - 1, sections.to).join("\n");
  const isShort = inSections !== null && estimateTokens(inSections) <= excerptTokens;
  const span = sections && isShort ? sections : { from, to };
  const shown = cropToTokens(isShort ? inSections : all.slice(from - 1, to).join("\n"), excerptTokens);
  const [first = ""] = shown.split("\n", 1);
  return { key: first.slice(0, 200), ...span, text: shown };
}

/** From the heading of the first line in view to the end of the last one's section; null if that is before any heading. */
function sectionsAround(text: string, from: number, to: number): { from: number; to: number } | null {
  const sections = listSections(parseOutline(text));
  const at = (line: number): Section | undefined =>
    sections.findLast(({ lineStart, ownEnd }) => lineStart <= line && line <= ownEnd);
  const first = at(from);
  return first ? { from: first.lineStart, to: Math.max(first.ownEnd, at(to)?.ownEnd ?? 0) } : null;
}

const lineCount = (text: string): number => text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
