import { basename } from "node:path";
import { hasPassages, officeFormatOf } from "../../../core/text/format";
import { printableName } from "../../../core/text/printable-name";
import type { Packages } from "../office/jobs/packages";
import type { ChangedPassage, ProtectedPassageIn } from "../office/jobs/protected-passages";
import type { Comments, PlacedLock } from "../ports/comments";
import type { Documents } from "../ports/documents";
import { ToolError } from "../ports/tool-error";

/** Whether a lock is on a section or a paragraph. */
export const isPassage = ({ kind }: Pick<PlacedLock, "kind">): boolean => kind === "section" || kind === "paragraph";

type TextPackage = { realPath: string; version: string; bytes: Uint8Array; format: "docx" | "odt"; name: string };

/** The protected sections and paragraphs of a Word document or OpenDocument text, where they are in this version. */
export async function lockedPassages(
  { realPath, version, bytes, format, name }: TextPackage,
  { comments, packages }: { comments: Pick<Comments, "locks">; packages: Pick<Packages, "run"> },
): Promise<PlacedLock[]> {
  // Most documents have none, and need not be read.
  if (!(await comments.locks({ realPath, text: null })).some(isPassage)) return [];
  const { text, sections } = await packages.run("textPassages", { bytes, format, name });
  return (await comments.locks({ realPath, text, version, sections })).filter(isPassage);
}

/** What is protected in a text document follows an agent's edit at once: what is around it may be all other words after the next one. */
export async function followPassages(
  realPath: string,
  {
    documents,
    ...deps
  }: {
    documents: Pick<Documents, "readBytes">;
    comments: Pick<Comments, "locks" | "storePassages">;
    packages: Pick<Packages, "run">;
  },
): Promise<void> {
  const format = officeFormatOf(realPath);
  if (!hasPassages(format)) return;
  try {
    const current = await documents.readBytes(realPath, [realPath], "person");
    await lockedPassages({ ...current, format, name: printableName(basename(realPath)) }, deps);
    await deps.comments.storePassages(realPath);
  } catch {
    // The edit has landed, and left every passage where it is found.
  }
}

/** Throws if an agent's edit changes one of these passages, or leaves it where it would not be found. */
export async function rejectChangedPassages(
  realPath: string,
  locks: readonly PlacedLock[],
  changed: (passages: readonly ProtectedPassageIn[]) => Promise<ChangedPassage[]>,
): Promise<void> {
  const asked = locks.flatMap((lock) =>
    [lock.range, ...(lock.copies ?? [])].map((range, index) => ({
      lock,
      passage: {
        kind: lock.kind === "section" ? ("section" as const) : ("paragraph" as const),
        // What is lost protects nothing, unless it is only suggested that its words go.
        mode: range === null ? ("suggest" as const) : lock.mode,
        range: range !== null && lock.kind === "section" ? { from: range.from, to: range.from } : range,
        anchor: index === 0 ? lock.anchor : null,
      },
    })),
  );
  if (asked.length === 0) return;
  const [first] = await changed(asked.map(({ passage }) => passage));
  const lock = first === undefined ? undefined : asked[first.index]?.lock;
  if (first === undefined || lock === undefined) return;
  if (first.why === "lost") throw lostError(realPath, lock);
  throw passageError(
    realPath,
    lock,
    lock.mode === "suggest" ? "may be changed by agents only as a suggestion" : "must not be changed by agents",
  );
}

/** The error for an edit of a protected passage; `what` is what it must or may be. */
export const passageError = (realPath: string, lock: PlacedLock, what: string): ToolError =>
  new ToolError("protected", `the user protects ${nameOf(realPath, lock)}: it ${what}`, {
    hint:
      lock.mode === "suggest"
        ? "Make the edit with track_changes: true, or comment on the passage. The rest of the document may be changed."
        : "The rest of the document may be changed. Comment on the passage, or ask the user to change it.",
  });

const lostError = (realPath: string, lock: PlacedLock): ToolError =>
  new ToolError(
    "protected",
    `the user protects ${nameOf(realPath, lock)}: after this edit it would no longer be found, or a copy of it would be taken for it`,
    {
      hint: "Change what is before it and what is behind it in two edits, and leave no copy of it beside the same words.",
    },
  );

const MAX_NAMED = 60;

/** A passage by the words that it begins with. */
function nameOf(realPath: string, { kind, anchor }: PlacedLock): string {
  const name = printableName(basename(realPath));
  const words = (anchor?.words ?? anchor?.quote ?? "").replaceAll(/\s+/g, " ").trim();
  const shown = printableName(words.length > MAX_NAMED ? `${words.slice(0, MAX_NAMED).toWellFormed()}…` : words);
  return kind === "section" ? `the section "${shown}" of ${name}` : `the paragraph "${shown}" of ${name}`;
}
