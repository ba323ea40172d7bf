import type { DocumentId, Handlers, VersionEntry, Writer } from "../../shared/contract";
import { failure } from "./failure";
import type { MemoryDocuments } from "./memory-documents";

type Kept = { entry: VersionEntry; text: string };

export type MemoryHistory = ReturnType<typeof createMemoryHistory>;

const gone = failure("not_found", "That version is no longer kept.");

/** The versions of files in memory, newest first. */
export function createMemoryHistory() {
  const histories = new Map<string, Kept[]>();
  return {
    of: (path: string | null): readonly Kept[] => histories.get(path ?? "") ?? [],
    add(
      path: string,
      { text, version, by, reason }: { text: string; version: number; by: Writer; reason: string },
    ): void {
      const entry = {
        version_id: String(version),
        version: `v${version}`,
        at: new Date(1_800_000_000_000 + version * 60_000).toISOString(),
        by,
        reason,
        size: new TextEncoder().encode(text).length,
      };
      histories.set(path, [{ entry, text }, ...(histories.get(path) ?? [])]);
    },
  };
}

/** Main's handlers of the history. */
export function historyHandlers(history: MemoryHistory, documents: MemoryDocuments) {
  const versionsOf = (doc: DocumentId) => history.of(documents.pathOf(doc));
  const versionOf = ({ doc, version_id }: { doc: DocumentId; version_id: string }) =>
    versionsOf(doc).find(({ entry }) => entry.version_id === version_id);
  return {
    "history:list": async (doc) => ({ ok: true, versions: versionsOf(doc).map(({ entry }) => entry) }),
    "history:text": async (version) => {
      const found = versionOf(version);
      return found ? { ok: true, text: found.text } : gone;
    },
    "history:restore": async ({ doc, version_id }) => {
      const found = versionOf({ doc, version_id });
      if (!found || !documents.change({ doc }, found.text, { kind: "you", name: "you" }, "restored")) return gone;
      return { ok: true };
    },
    "history:restore-section": async () => failure("not_found", "That section is not in this version."),
    "history:search": async ({ doc, sought }) => {
      const found = versionsOf(doc).filter(({ text }) => text.toLowerCase().includes(sought.toLowerCase()));
      return { ok: true, found: found.map(({ entry }) => ({ ...entry, line: sought })), next: null };
    },
    "history:authors": async () => ({
      ok: true,
      authorship: { characters: 0, words: 0, writers: [], spans: [], warnings: [] },
      owner: null,
      user: "ann",
    }),
    "history:authors-of": async () => ({
      ok: true,
      authorship: { characters: 0, words: 0, writers: [], spans: [], warnings: [] },
      user: "ann",
    }),
    "history:save-authors": async () => ({ ok: true, path: null }),
    "history:mark": async ({ name, ...version }) => {
      const found = versionOf(version);
      if (found && name !== null) found.entry.mark = name;
      else if (found) delete found.entry.mark;
      return { ok: true };
    },
    "history:gone": async () => ({ ok: true, files: [], isAll: true }),
    "history:gone-versions": async () => ({ ok: true, versions: [] }),
    "history:gone-text": async () => gone,
    "history:bring-back": async () => gone,
  } satisfies Partial<Handlers>;
}
