import type { Outcome } from "../../shared/contract";
import type {
  LocatedOfficeDraft,
  OfficeCell,
  OfficeChanged,
  OfficeContent,
  OfficeDraft,
  OfficeEdit,
  OfficeHunk,
  OfficeParagraph,
  OfficeRequests,
  OfficeSlide,
  OfficeSuggestion,
  OfficeWritten,
} from "../../shared/office";

type Handled = {
  [K in keyof OfficeRequests]: (argument: Parameters<OfficeRequests[K]>[0]) => Promise<ReturnType<OfficeRequests[K]>>;
};

/** What main knows of an Office document; `cells` by sheet name. */
type MemoryDocument = {
  content: OfficeContent;
  paragraphs: OfficeParagraph[];
  slides: OfficeSlide[];
  cells: Record<string, OfficeCell[]>;
  suggestions: OfficeSuggestion[];
  hunks: OfficeHunk[];
  /** Drafts recovered after a crash. */
  found?: LocatedOfficeDraft[];
  /** The unsaved drafts that main was sent last. */
  drafts?: OfficeDraft[];
};

/** A body paragraph with one run, and the properties in `more`. */
export function memoryParagraph(id: string, text: string, more: Partial<OfficeParagraph> = {}): OfficeParagraph {
  return {
    id,
    node: `jr_para_${id}`,
    placement: "body",
    kind: "paragraph",
    level: 0,
    marker: null,
    align: "left",
    isRightToLeft: false,
    cell: null,
    label: null,
    breaksPage: false,
    text,
    locked: null,
    runs: text === "" ? [] : [{ kind: "text", text, style: {} }],
    ...more,
  };
}

/** Main's Office documents in memory: paragraph texts are written; undo and suggestions are only recorded. */
export function createMemoryOffice(changed: (event: OfficeChanged) => void) {
  const documents = new Map<string, MemoryDocument>();
  const edits: OfficeEdit[] = [];
  const state = { answer: null as OfficeWritten | null };
  const gone: Outcome<never> = { ok: false, error: { code: "not_found", message: "This document is not open." } };
  const of = <T extends object>(doc: string, work: (document: MemoryDocument) => T): Outcome<T> => {
    const document = documents.get(doc);
    return document ? { ok: true, ...work(document) } : gone;
  };
  const unchanged = ({ content }: MemoryDocument): { written: OfficeWritten } => ({
    written: { status: "unchanged", version: content.version, steps: content.steps, warnings: [] },
  });

  function write(doc: string, document: MemoryDocument, edit: OfficeEdit): OfficeWritten | null {
    edits.push(edit);
    if (edit.edit !== "text") return null;
    const at = document.paragraphs.findIndex(({ id }) => id === edit.paragraph);
    const paragraph = document.paragraphs[at];
    const now = paragraph?.text ?? null;
    if (paragraph === undefined || now !== edit.before)
      return { status: "stale", paragraph: edit.paragraph, address: null, now };
    const { text } = edit;
    document.paragraphs[at] = { ...paragraph, text, runs: [{ kind: "text", text, style: {} }] };
    const from = document.content.version;
    document.content = { ...document.content, version: `${from}+` };
    const { content } = document;
    changed({
      doc,
      from,
      version: content.version,
      by: { kind: "you", name: "you" },
      reason: "edited",
      content,
      splices: [{ at, removed: 1, inserted: 1 }],
      cells: null,
    });
    return null;
  }

  const handlers: Handled = {
    "office:content": async (doc) => of(doc, ({ content }) => ({ content })),
    "office:paragraphs": async ({ doc, from, count }) =>
      of(doc, ({ content: { version }, paragraphs }) => ({
        version,
        from,
        total: paragraphs.length,
        paragraphs: paragraphs.slice(from, from + count),
      })),
    "office:slides": async ({ doc, from, count }) =>
      of(doc, ({ content: { version }, slides }) => ({
        version,
        from,
        total: slides.length,
        slides: slides.slice(from, from + count),
      })),
    "office:cells": async ({ doc, sheet, range: { top, left, bottom, right } }) =>
      of(doc, ({ content: { version }, cells }) => ({
        version,
        cells: (cells[sheet] ?? []).filter(
          ({ row, column }) => row >= top && row <= bottom && column >= left && column <= right,
        ),
      })),
    "office:outline": async (doc) =>
      of(doc, ({ content: { version }, paragraphs }) => ({
        version,
        headings: paragraphs.flatMap(({ id, kind, level, text }, index) =>
          kind === "heading" ? [{ id, index, level, text }] : [],
        ),
      })),
    "office:find": async ({ doc, sought }) =>
      of(doc, ({ content: { version }, paragraphs }) => {
        const matches = paragraphs.flatMap(({ id, text }, index) => {
          const from = text.toLowerCase().indexOf(sought.toLowerCase());
          return from < 0
            ? []
            : [{ paragraph: id, index, slide: null, from, to: from + sought.length, before: "", after: "" }];
        });
        return { version, matches, total: matches.length };
      }),
    "office:edit": async ({ doc, edits: asked }) =>
      of(doc, (document) => {
        if (state.answer !== null) return { written: state.answer };
        for (const edit of asked) {
          const rejection = write(doc, document, edit);
          if (rejection !== null) return { written: rejection };
        }
        const { version, steps } = document.content;
        return { written: { status: "written", version, steps, warnings: [] } };
      }),
    "office:undo": async (doc) => of(doc, unchanged),
    "office:redo": async (doc) => of(doc, unchanged),
    "office:typed": async ({ doc, drafts }) => {
      const document = documents.get(doc);
      if (document) document.drafts = drafts;
    },
    "office:drafts": async (doc) => of(doc, ({ content: { version }, found = [] }) => ({ version, drafts: found })),
    "office:text": async (doc) =>
      of(doc, ({ content: { version }, paragraphs }) => ({
        version,
        text: paragraphs.map(({ text }) => text).join("\n"),
      })),
    "office:open-in-program": async () => ({ ok: true }),
    "office:suggestions": async (doc) => of(doc, ({ content: { version }, suggestions }) => ({ version, suggestions })),
    "office:settle": async ({ doc, ids }) =>
      of(doc, (document) => {
        document.suggestions = ids === "all" ? [] : document.suggestions.filter(({ id }) => !ids.includes(id));
        return unchanged(document);
      }),
    "office:hunks": async (doc) =>
      of(doc, ({ content: { version }, hunks }) => ({ version, path: `/${doc}`, hunks, writes: [] })),
    "office:export": async () => ({ ok: true, path: null }),
    "office:stop-export": async () => undefined,
  };
  return { documents, edits, state, handlers };
}
