import type { BookPath, TargetDraft } from "../../../../shared/book";

/** The unsaved edits that Galley before 0.2 kept in `localStorage`; call `remove` once they are journaled. */
export function legacyDrafts(book: BookPath, language: string) {
  const name = `galley:book-targets:${book}`;
  const drafts: Record<string, TargetDraft> = {};
  try {
    const value: unknown = JSON.parse(localStorage.getItem(name) ?? "{}");
    for (const [paragraph, draft] of Object.entries(value ?? {}))
      if (isDraft(draft)) drafts[paragraph] = { language, ...draft };
  } catch {
    // Nothing readable was stored.
  }
  return {
    drafts,
    remove(): void {
      if (Object.keys(drafts).length > 0) localStorage.removeItem(name);
    },
  };
}

function isDraft(value: unknown): value is Omit<TargetDraft, "language"> & { language?: string } {
  if (typeof value !== "object" || value === null) return false;
  const { text, base, baseText, language } = value as Record<string, unknown>;
  if (language !== undefined && typeof language !== "string") return false;
  return typeof text === "string" && typeof baseText === "string" && (base === null || typeof base === "string");
}
