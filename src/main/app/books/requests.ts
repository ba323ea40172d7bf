import { z } from "zod";
import { MAX_COMMENT } from "../../../core/limits";
import type { FlagKind } from "../../../shared/book";
import type { BookRequests } from "../../../shared/book-requests";
import { absolutePath } from "../core/session";

const nothing = z.union([z.undefined(), z.null()]).transform(() => undefined);
const id = z.string().min(1).max(200);
const ids = z.array(id).max(200_000);
/** A chapter's id is its path in the book. */
const chapter = z.string().min(1).max(4096);
const kind = z.enum(["translation", "polishing", "proofreading"]);
const language = z.string().max(100);
const text = z.string().max(1_000_000);
const comment = z.string().min(1).max(20_000);
const version = z.string().max(128);
export const targetDraftsSchema = z
  .record(
    z.string().min(1).max(200),
    z.strictObject({
      text: z.string().max(1_000_000),
      base: z.string().max(128).nullable(),
      baseText: z.string().max(1_000_000),
      language: z.string().max(100),
    }),
  )
  .refine((drafts) => Object.keys(drafts).length <= 10_000, { error: "has too many paragraphs" });

const entry = z.strictObject({
  term: z.string().max(1000),
  translation: z.string().max(1000),
  note: z.string().max(4000),
});
const at = z.number().int().min(0).max(1_000_000);
const filter = z.enum([
  ...["untranslated", "in work", "sent back", "translated", "accepted"],
  ...["source changed", "in review", "inconsistent", "flagged"],
] as const);
const flagKind = z.enum([
  ...["thinking", "address", "data", "commentary", "untranslated", "language", "repeated", "cut", "short", "long"],
  ...["sentences", "lines", "numbers", "marks", "links", "notes", "tags", "brackets", "quotes"],
  ...["neighbour", "shifted", "glossary", "forbidden", "names", "inconsistent"],
] as const satisfies FlagKind[]);
const order = z.strictObject({
  book: absolutePath,
  kind,
  sourceLanguage: language,
  language,
  provider: z.string().min(1).max(200).nullable(),
  model: z.string().min(1).max(300).nullable(),
  chapters: z.array(chapter).min(1).max(100_000).nullable(),
  chunk: z.strictObject({
    paragraphs: z.number().int().min(1).max(1000),
    characters: z.number().int().min(100).max(1_000_000),
  }),
  atOnce: z.number().int().min(1).max(16),
  sample: z.number().int().min(1).max(100).exactOptional(),
  ceiling: z
    .strictObject({ unit: z.enum(["dollars", "tokens"]), amount: z.number().positive().max(1e12) })
    .exactOptional(),
});

/** Schemas for the arguments of book and job requests. */
export const bookRequestSchemas: { [K in keyof BookRequests]: z.ZodType<Parameters<BookRequests[K]>[0]> } = {
  "book:list": nothing,
  "book:look": absolutePath,
  "book:pick": z.enum(["folder", "file"]),
  "book:open": absolutePath,
  "book:close": absolutePath,
  "book:recover-targets": absolutePath,
  "book:keep-targets": z.strictObject({ book: absolutePath, drafts: targetDraftsSchema }),
  "book:overview": absolutePath,
  "book:set-language": z.strictObject({ book: absolutePath, language }),
  "book:set-unit": z.strictObject({ book: absolutePath, unit: z.enum(["lines", "blocks"]) }),
  "book:set-checks": z.strictObject({
    book: absolutePath,
    changes: z.array(z.strictObject({ kind: flagKind, level: z.enum(["off", "flag", "reject"]) })).max(100),
  }),
  "book:rows": z.strictObject({ book: absolutePath, chapter }),
  "book:rows-of": z.strictObject({ book: absolutePath, ids: z.array(id).max(2000) }),
  "book:filter": z.strictObject({ book: absolutePath, filters: z.array(filter).max(10) }),
  "book:find": z.strictObject({
    book: absolutePath,
    sought: z.string().max(2000),
    isRegex: z.boolean(),
    in: z.enum(["source", "translation", "both"]),
    chapter: chapter.nullable(),
  }),
  "book:find-replacements": z.strictObject({
    book: absolutePath,
    find: z.string().max(2000),
    regex: z.boolean(),
    caseSensitive: z.boolean(),
    wholeWord: z.boolean(),
    template: z.string().max(10_000),
    keepCase: z.boolean(),
    only: ids.nullable(),
    accepted: z.enum(["no", "too"]),
  }),
  "book:replace": z.strictObject({
    book: absolutePath,
    plan: id,
    one: z.strictObject({ paragraph: id, match: at }).nullable(),
  }),
  "book:undo-replacements": z.strictObject({
    book: absolutePath,
    replaced: z.array(z.strictObject({ paragraph: id, before: version, version })).max(200_000),
  }),
  "book:flags": z.strictObject({
    book: absolutePath,
    of: z.union([z.strictObject({ chapter }), z.strictObject({ paragraphs: z.array(id).max(2000) })]),
  }),
  "book:ignore-flag": z.strictObject({
    book: absolutePath,
    paragraph: id,
    version,
    kind: flagKind,
    reason: z.string().max(1000).nullable(),
  }),
  "book:matches": z.strictObject({ book: absolutePath, paragraph: id }),
  "book:concordance": z.strictObject({
    book: absolutePath,
    words: z.string().max(2000),
    in: z.enum(["source", "translation", "both"]),
  }),
  "book:memories": absolutePath,
  "book:import": absolutePath,
  "book:remove-memory": z.strictObject({ book: absolutePath, file: z.string().min(1).max(255) }),
  "book:use-other-books": z.strictObject({ book: absolutePath, use: z.boolean() }),
  "book:repeats": z.strictObject({ book: absolutePath, paragraph: id }),
  "book:fill-repeats": z.strictObject({ book: absolutePath, paragraph: id, version }),
  "book:empty-repeats": z.strictObject({
    book: absolutePath,
    filled: z.array(z.strictObject({ paragraph: id, version })).max(200_000),
  }),
  "book:versions": z.strictObject({ book: absolutePath, paragraph: id }),
  "book:translate": z.strictObject({
    book: absolutePath,
    paragraph: id,
    text,
    base: version.nullable(),
    language: language.exactOptional(),
    as: z.enum(["translated", "accepted"]).exactOptional(),
  }),
  "book:select": z.strictObject({ book: absolutePath, paragraph: id, version }),
  "book:accept": z.strictObject({ book: absolutePath, paragraphs: ids }),
  "book:unaccept": z.strictObject({ book: absolutePath, paragraphs: ids }),
  "book:accept-task": z.strictObject({ book: absolutePath, task: id }),
  "book:send-back": z.strictObject({ book: absolutePath, paragraphs: ids.min(1), comment }),
  "book:send-back-task": z.strictObject({ book: absolutePath, task: id, comment }),
  "book:release-task": z.strictObject({ book: absolutePath, task: id }),
  "book:edit-glossary": z.strictObject({
    book: absolutePath,
    version,
    edits: z
      .array(
        z.discriminatedUnion("edit", [
          z.strictObject({ edit: z.literal("add"), entry }),
          z.strictObject({ edit: z.literal("set"), at, entry }),
          z.strictObject({ edit: z.literal("remove"), at }),
        ]),
      )
      .max(10_000),
  }),
  "book:edit-style": z.strictObject({ book: absolutePath, version, text }),
  "book:comments": z.strictObject({ book: absolutePath, chapter }),
  "book:protect": z.strictObject({ book: absolutePath, paragraph: id }),
  "book:comment": z.strictObject({ book: absolutePath, paragraph: id, text: z.string().min(1).max(MAX_COMMENT) }),
  "book:change-comment": z.strictObject({
    book: absolutePath,
    chapter,
    thread: z.string().max(100),
    change: z.discriminatedUnion("kind", [
      z.strictObject({ kind: z.literal("reply"), text: z.string().min(1).max(MAX_COMMENT) }),
      z.strictObject({ kind: z.literal("status"), status: z.enum(["open", "resolved"]) }),
      z.strictObject({ kind: z.literal("delete") }),
      z.strictObject({ kind: z.literal("restore") }),
    ]),
  }),
  "book:statistics": absolutePath,
  "book:count-matches": z.strictObject({ book: absolutePath, from: at }),
  "book:inconsistencies": absolutePath,
  "book:prompt": z.strictObject({ book: absolutePath, kind, task: id.nullable() }),
  "book:export": z.strictObject({
    book: absolutePath,
    format: z.enum(["markdown", "docx", "epub", "html", "xliff-2", "xliff-1", "tmx"]),
    layout: z.enum(["translation", "side-by-side", "alternating"]),
    which: z.enum(["all", "accepted"]),
  }),
  "book:reveal": absolutePath,
  "jobs:list": absolutePath.nullable(),
  "jobs:plan": order,
  "jobs:begin": order,
  "jobs:pause": z.strictObject({ job: id, running: z.enum(["finish", "cancel"]) }),
  "jobs:resume": id,
  "jobs:stop": id,
  "jobs:retry": z.strictObject({
    job: id,
    chunks: z.array(z.number().int().min(1).max(1_000_000)).max(100_000).nullable(),
  }),
  "jobs:forget": id,
};
