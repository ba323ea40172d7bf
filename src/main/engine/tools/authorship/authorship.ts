import { setImmediate as nextTurn } from "node:timers/promises";
import { z } from "zod";
import { type AuthoredRun, AuthorshipReplay } from "../../../../core/authorship/replay";
import { parseOutline } from "../../../../core/markdown/sections";
import { editRanges } from "../../../../core/review/pending-edits";
import type { VersionEntry } from "../../../../core/review/writer";
import { formatOf, officeFormatOf } from "../../../../core/text/format";
import { holdsSecrets } from "../../../../core/text/holds-secrets";
import { lineNumbersOf } from "../../../../core/text/lines";
import { printableName } from "../../../../core/text/printable-name";
import { countWords } from "../../../../core/text/words";
import type { TextDocument } from "../../ports/documents";
import { MAX_AUTHORSHIP_MS } from "../../ports/limits";
import { ToolError } from "../../ports/tool-error";
import { requireSection } from "../doc/open-markdown";
import { nameOf } from "../kit/sentences";
import { defineTool, type ToolContext } from "../kit/tool";

/** The newest versions that are replayed, and the time for it; what is older is nobody's. */
const MAX_VERSIONS = 10_000;
const MAX_SPANS = 5_000;
/** Spans that a message names. */
const MAX_ROWS = 40;

/** Who wrote a piece: the user, somebody else from whom the user pasted it, an agent, an external program, or nobody knows. */
type Source = {
  kind: "user" | "pasted" | "agent" | "program" | "unknown";
  name: string;
  at: string | null;
  /** The writer's note, and the user's question to a model. */
  note?: string;
  request?: string;
};

type Span = {
  from: number;
  to: number;
  source: Source;
  /** The user wrote it, or has kept it. */
  reviewed: boolean;
  stale: boolean;
};

const unknown: Source = { kind: "unknown", name: "unknown", at: null };

/** Who wrote the text as it stands, from the history. */
export const authorship = defineTool({
  name: "authorship",
  set: "books",
  title: "Authorship",
  description: `Who wrote a text as it stands, from its history, and what of it the user has reviewed.`,
  changes: "nothing",
  answers: `\`path\`, \`version\`, \`characters\`, \`words\`, \`writers\` (\`[{kind: "user" | "pasted" | "agent" | "program" | "unknown", name, characters, words, share, reviewed, stale}]\`, most first; \`share\`, \`reviewed\` and \`stale\` are parts of 1), \`warnings\`; with detail spans also \`spans\` (\`[{line_from, line_to, characters, kind, name, at, note?, request?, reviewed, stale}]\` in document order). \`pasted\` is what the user pasted from elsewhere.`,
  input: z.strictObject({
    path: z.string().describe("Document"),
    section: z.string().optional().describe("Only this section"),
    detail: z.enum(["summary", "spans"]).default("summary").describe("How much"),
  }),
  async run({ path, section, detail }, ctx) {
    if (officeFormatOf(path) !== null)
      throw new ToolError("unsupported", `${printableName(path)} is an Office document; authorship is of texts`);
    const document = await ctx.documents.read(await ctx.locate(path), ctx.caller.roots);
    if (holdsSecrets(document.realPath))
      throw new ToolError("unsupported", `${printableName(path)} is a file of secrets, whose versions are not stored`);
    const { runs, warnings } = await replayed(document, ctx);
    const range = rangeOf(section, document.text, path);
    const spans = within(await reviewedSpans(runs, document, ctx), range);
    const all = writersOf(spans, document.text, range);
    const text = document.text.slice(range.from, range.to);
    const words = countWords(text);
    const shown = detail === "spans" ? listed(spans, document.text) : [];
    if (shown.length > MAX_SPANS) warnings.push(`only the first ${MAX_SPANS.toLocaleString("en")} spans are listed`);
    return {
      message: [
        `${printableName(path)}${section ? ` ${printableName(section)}` : ""} ${words} words`,
        ...warnings.map((warning) => `warning: ${warning}`),
        ...all.map(
          ({ kind, name, words: own, share, reviewed }) =>
            `${percent(share)}  ${kind === "unknown" ? "unknown" : `${printableName(name)} (${kind})`}, ${own} words${kind === "agent" ? `, ${percent(reviewed)} reviewed` : ""}`,
        ),
        ...shown
          .slice(0, MAX_ROWS)
          .map(
            ({ line_from, line_to, name, kind, characters }) =>
              `lines ${line_from}-${line_to}: ${kind === "unknown" ? "unknown" : printableName(name)}, ${characters} characters`,
          ),
        ...(shown.length > MAX_ROWS ? [`... and ${shown.length - MAX_ROWS} more spans, in data`] : []),
      ].join("\n"),
      summary: `looked at who wrote ${nameOf(path)}`,
      data: {
        path,
        version: document.version,
        characters: text.length,
        words,
        writers: all,
        warnings,
        ...(detail === "spans" && { spans: shown.slice(0, MAX_SPANS) }),
      },
    };
  },
});

const percent = (share: number): string => `${Math.round(share * 100)} %`;

/** The pieces of the text as it is now, by who put them in. */
async function replayed(
  document: TextDocument,
  { documents, history, signal }: ToolContext,
): Promise<{ runs: readonly AuthoredRun<Source>[]; warnings: string[] }> {
  const entries = (await history.list(document.realPath, MAX_VERSIONS)).reverse();
  const replay = new AuthorshipReplay<Source>(unknown);
  const warnings: string[] = [];
  const deadline = Date.now() + MAX_AUTHORSHIP_MS;
  let missing = 0;
  for (const [index, entry] of entries.entries()) {
    signal.throwIfAborted();
    if (Date.now() > deadline) {
      missing += entries.length - index;
      replay.add({ text: null, source: unknown, isUser: false });
      break;
    }
    const text = await documents.textOf(entry.version);
    if (text === null) missing++;
    const source = index === 0 && !isWhole(entry, text) ? unknown : sourceOf(entry);
    replay.add({ text, source, isUser: entry.by.kind === "you", apart: pastedIn(entry, source) });
    if (index % 50 === 49) await nextTurn();
  }
  if (missing > 0)
    warnings.push(
      `${missing} of ${entries.length} versions are no longer stored, so who wrote what they added is not known`,
    );
  // What is on the disk, or in the editor, and not a version yet.
  if (entries.at(-1)?.version !== document.version)
    replay.add({ text: document.text, source: entries.length === 0 ? unknown : external, isUser: false });
  return { runs: replay.runs, warnings };
}

const external: Source = { kind: "program", name: "another program", at: null };

const sourceOf = ({ by, at, note, request }: VersionEntry): Source => ({
  kind: by.kind === "you" ? "user" : by.kind,
  name: by.name,
  at,
  ...(note !== undefined && { note }),
  ...(request !== undefined && { request }),
});

/** The pasted parts of a version, by their source. */
const pastedIn = ({ pasted = [] }: VersionEntry, source: Source) =>
  source.kind === "user"
    ? pasted.map(([from, to]) => ({ from, to, source: { ...source, kind: "pasted" as const } }))
    : [];

/** Whether the oldest version is the whole document's beginning, and not what is left after older ones were removed or what was found on the disk. */
const isWhole = ({ by, change }: VersionEntry, text: string | null): boolean =>
  by.kind !== "program" && text !== null && change !== undefined && change.added >= countWords(text);

function rangeOf(section: string | undefined, text: string, path: string): { from: number; to: number } {
  if (section === undefined || section === "") return { from: 0, to: text.length };
  if (formatOf(path) !== "markdown")
    throw new ToolError("unsupported", `${printableName(path)} is not Markdown, so it has no sections`);
  const target = requireSection(parseOutline(text), section);
  if (target === "frontmatter")
    throw new ToolError("unsupported", "authorship is of sections with text, not of the front matter");
  return { from: target.from, to: target.from + target.charCount };
}

/** The pieces with their positions, split where an edit is pending. */
async function reviewedSpans(
  runs: readonly AuthoredRun<Source>[],
  document: TextDocument,
  { review }: ToolContext,
): Promise<Span[]> {
  const found = await review.of(document);
  const pending = editRanges(found?.pending ?? []).filter(({ from, to }) => from < to);
  const spans: Span[] = [];
  let at = 0;
  for (const { length, source, isTouched } of runs) {
    const end = at + length;
    while (at < end) {
      const edit = pending.find(({ to }) => to > at);
      const isPending = edit !== undefined && edit.from <= at;
      const to = Math.min(end, edit === undefined ? end : isPending ? edit.to : edit.from);
      const reviewed = source.kind === "user" || source.kind === "pasted" || (source.kind === "agent" && !isPending);
      spans.push({ from: at, to, source, reviewed, stale: reviewed && isTouched === true });
      at = to;
    }
  }
  return spans;
}

const within = (spans: readonly Span[], { from, to }: { from: number; to: number }): Span[] =>
  spans
    .filter((span) => span.to > from && span.from < to)
    .map((span) => ({ ...span, from: Math.max(span.from, from), to: Math.min(span.to, to) }));

function writersOf(spans: readonly Span[], text: string, range: { from: number; to: number }) {
  const total = Math.max(1, range.to - range.from);
  const groups = [
    ...Map.groupBy(spans, ({ source }) => `${source.kind}\0${source.kind === "unknown" ? "" : source.name}`).values(),
  ];
  const size = (own: readonly Span[]) => own.reduce((sum, { from, to }) => sum + to - from, 0);
  const part = (some: readonly Span[], of: readonly Span[]) => rounded(size(some) / Math.max(1, size(of)));
  return groups
    .map((own) => {
      const { kind, name } = (own[0] as Span).source;
      return {
        kind,
        name,
        characters: size(own),
        words: own.reduce((sum, { from, to }) => sum + countWords(text, from, to), 0),
        share: rounded(size(own) / total),
        reviewed: part(
          own.filter(({ reviewed }) => reviewed),
          own,
        ),
        stale: part(
          own.filter(({ stale }) => stale),
          own,
        ),
      };
    })
    .sort((a, b) => b.characters - a.characters);
}

const rounded = (share: number): number => Math.round(share * 10_000) / 10_000;

function listed(spans: readonly Span[], text: string) {
  const starts = lineNumbersOf(
    text,
    spans.map(({ from }) => from),
  );
  const ends = lineNumbersOf(
    text,
    spans.map(({ from, to }) => Math.max(from, to - 1)),
  );
  return spans.map(({ from, to, source: { kind, name, at, note, request }, reviewed, stale }, index) => ({
    line_from: starts[index] ?? 1,
    line_to: ends[index] ?? 1,
    characters: to - from,
    kind,
    name,
    at,
    ...(note !== undefined && { note }),
    ...(request !== undefined && { request }),
    reviewed,
    stale,
  }));
}
