/** Links to entries of the content library: `[[spell:Fireball]]`, `[[spell:srd-5e/Fireball|the blast]]`. */

/** The kinds of entries that Galley knows, in display order. */
export const entryKinds = ["spell", "creature", "equipment", "character_option", "rule"] as const;

/** A target that may be an entry: its kind, and its name with the key of a document before it, or without. */
export type EntryLink = {
  kind: string;
  /** What may be meant, the first that exists counts: names may have a `/` too. */
  meanings: readonly { document: string | null; name: string }[];
};

const ENTRY = /^([a-z][a-z0-9_]{0,39}):(?![\s/])([^|[\]#\n]{1,300}?)\s*$/;

/** The key of a document before a name, in the form that keys usually have. */
const DOCUMENT = /^[a-z0-9][a-z0-9._-]*\/(?=\S)/;

/** Reads the target of a wiki link; null if it cannot be an entry. Whether there is such a kind is not known here, and a file of that name comes first. */
export function readEntryLink(target: string): EntryLink | null {
  const [, kind, name] = ENTRY.exec(target.trim()) ?? [];
  if (kind === undefined || name === undefined) return null;
  const slash = name.indexOf("/");
  const [document, rest] = [name.slice(0, Math.max(0, slash)).trim(), name.slice(slash + 1).trim()];
  const withDocument = slash > 0 && document !== "" && rest !== "" ? [{ document, name: rest }] : [];
  return { kind, meanings: [{ document: null, name }, ...withDocument] };
}

/**
 * Where the words begin that a link to an entry shows if it has no text of its own: after its kind and document. 0 for other targets, and for kinds that
 * only a document of the library declares: `rfc:2119` and `doi:10.1000/182` are names that people write, of which nothing may be left out.
 */
export function entryWordsFrom(target: string): number {
  const kind = readEntryLink(target)?.kind;
  if (!entryKinds.some((known) => known === kind)) return 0;
  const from = target.indexOf(":") + 1;
  return from + (DOCUMENT.exec(target.slice(from))?.[0].length ?? 0);
}
