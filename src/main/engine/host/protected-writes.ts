import { basename } from "node:path";
import { difference } from "../../../core/diff/difference";
import { refineChanges } from "../../../core/diff/refine-changes";
import { versionInPlaceholder } from "../../../core/review/whole-document";
import { COMMENT_REASON } from "../../../core/review/writer";
import { applyChanges, type Change, changesWithin } from "../../../core/text/change";
import { hasPassages, officeFormatOf } from "../../../core/text/format";
import { lineNumbersOf } from "../../../core/text/lines";
import { printableName } from "../../../core/text/printable-name";
import { protectedPart } from "../comments";
import type { Packages } from "../office/jobs/packages";
import type { Comments, PlacedLock } from "../ports/comments";
import type {
  BytesRequest,
  ChangeRequest,
  Documents,
  EditedContent,
  FileContent,
  TextDocument,
} from "../ports/documents";
import type { Review } from "../ports/review";
import { ToolError } from "../ports/tool-error";
import { isWithin } from "../storage/files/guarded";
import { rejectBeyondBudget } from "./edit-budget";
import { followPassages, isPassage, lockedPassages, passageError, rejectChangedPassages } from "./protected-passages";

type ProtectedWritesOptions = {
  comments: Pick<Comments, "locks" | "documents" | "storePassages">;
  review: Pick<Review, "of">;
  packages: Pick<Packages, "run">;
  /** Whether agents' edits wait for the user's review. */
  isReviewed(): boolean;
};

/** The same documents, in which agents change no protected passage, whichever tool they use. The user may. */
export function protectedWrites(documents: Documents, options: ProtectedWritesOptions): Documents {
  const { comments, review, packages, isReviewed } = options;
  /** The locks that forbid a write: those for suggestions only while edits are not reviewed. */
  const effective = (locks: readonly PlacedLock[]): PlacedLock[] =>
    locks.filter(
      ({ mode, range, share }) => range !== null && share === undefined && (mode === "locked" || !isReviewed()),
    );

  function guarded(request: ChangeRequest): ChangeRequest {
    if (request.by.kind !== "agent") return request;
    return {
      ...request,
      async edit(current) {
        const edited = await request.edit(current);
        if (current === null) return edited;
        const locks = await comments.locks(current);
        rejectProtected(current, edited, effective(locks));
        const limit = locks.find(({ share }) => share !== undefined);
        if (limit === undefined) return edited;
        const after = applyChanges(current.text, changesOf(current, edited));
        // What does not wait for a review cannot be counted.
        if (!isReviewed() && after !== current.text)
          throw protectedError(current.realPath, { ...limit, share: undefined }, current.text, "not be changed");
        await rejectBeyondBudget(current, after, { locks, review });
        return edited;
      },
    };
  }

  /** The same write of a package, which is rejected if it changes protected cells or slides. */
  async function guardedBytes(path: string, roots: readonly string[], request: BytesRequest): Promise<BytesRequest> {
    // A comment may be on anything, and changes no cell or slide.
    if (request.by.kind !== "agent" || request.reason === COMMENT_REASON) return request;
    const target = await documents.realPath(path, roots).catch(() => path);
    // Of what is no Office document, such as an EPUB, nothing tells which passages the new bytes leave as they are.
    await rejectWhole(path, roots, "changed", officeFormatOf(target) === null ? all : ["document"]);
    return {
      ...request,
      async edit(current) {
        const edited = await request.edit(current);
        const format = current === null ? null : officeFormatOf(current.realPath);
        if (current === null || format === null) return edited;
        const { realPath, version, bytes: before } = current;
        const name = printableName(basename(realPath));
        if (hasPassages(format)) {
          const passages = await lockedPassages({ ...current, format, name }, { comments, packages });
          const versions = { format, name, before, after: edited, author: request.by.name };
          await rejectChangedPassages(realPath, passages, (asked) =>
            packages.run("changedPassages", { ...versions, passages: asked }),
          );
          await rejectBeyondLimit({ ...current, format, name }, edited, options);
          return edited;
        }
        const locks = effective(await comments.locks({ realPath, text: "", version })).filter(
          ({ kind }) => kind in partsOf,
        );
        if (locks.length === 0) return edited;
        const parts = locks.map(protectedPart);
        const [changed] = await packages.run("changedParts", { format, name, before, after: edited, parts });
        const lock = changed === undefined ? undefined : locks[changed.index];
        if (lock === undefined) return edited;
        if (changed?.isMissing) throw missingError(realPath, lock);
        const anchor = lock.anchor && { ...lock.anchor, section: changed?.address ?? lock.anchor.section };
        throw protectedError(realPath, { ...lock, anchor }, "", "not be changed");
      },
    };
  }

  /** Deleting, moving and replacing as a whole: rejected if anything in it is protected. */
  async function rejectWhole(
    path: string,
    roots: readonly string[],
    done: string,
    kinds: readonly PlacedLock["kind"][] | "any lock",
  ) {
    const realPath = await documents.realPath(path, roots).catch(() => null);
    if (realPath === null) return;
    for (const each of await comments.documents([realPath])) {
      if (!isWithin(each, realPath)) continue;
      const current = await documents.read(each, [each], "person").catch((error: unknown) => {
        if (error instanceof ToolError) return error.code === "not_found" ? "gone" : null;
        throw error;
      });
      if (current === "gone") continue;
      const text = current ?? { realPath: each, text: "", version: "" };
      // A file that is not a text, such as an EPUB, has its passages somewhere.
      const found = await comments.locks(current ?? { realPath: each, text: null });
      if (kinds === "any lock") {
        const [any] = found;
        if (any !== undefined)
          throw protectedError(
            text.realPath,
            { ...any, mode: "locked", share: undefined },
            text.text,
            `not be ${done}`,
          );
        continue;
      }
      // What may be changed a little is neither deleted nor replaced.
      const whole = kinds === all ? found.filter(({ share }) => share !== undefined) : [];
      // A suggestion deletes no document.
      const passages = hasPassages(officeFormatOf(each)) ? found.filter(isPassage) : [];
      const [lock] = [...effective(found), ...passages].filter(({ kind }) => kinds.includes(kind)).concat(whole);
      if (lock !== undefined) throw protectedError(text.realPath, lock, text.text, `not be ${done}`);
    }
  }
  return {
    ...documents,
    async change(path, roots, request) {
      const result = await documents.change(path, roots, guarded(request));
      const { realPath } = result.after;
      // What protected passages are found by is stored at once: after a crash what is around them may be all other words.
      if (request.by.kind === "agent" && result.status === "written")
        await comments.storePassages(realPath).catch(() => {});
      return result;
    },
    plan: (path, roots, request) => documents.plan(path, roots, guarded(request)),
    async changeBytes(path, roots, request) {
      const result = await documents.changeBytes(path, roots, await guardedBytes(path, roots, request));
      if (request.by.kind === "agent" && result.status === "written")
        await followPassages(result.realPath, { documents, comments, packages });
      return result;
    },
    async planBytes(path, roots, request) {
      return documents.planBytes(path, roots, await guardedBytes(path, roots, request));
    },
    async move(from, to, roots, request) {
      if (request.by.kind === "agent") {
        await rejectWhole(from, roots, "moved", ["document"]);
        // As a workbook or a program its passages would not be looked for: it could be replaced, and get its name back.
        if (officeFormatOf(from) !== officeFormatOf(to))
          await rejectWhole(from, roots, "given the name of another format", "any lock");
      }
      return documents.move(from, to, roots, request);
    },
    async remove(path, roots, request) {
      if (request.by.kind === "agent") await rejectWhole(path, roots, "deleted", all);
      return documents.remove(path, roots, request);
    },
  };
}

/** Rejects an edit of a Word document or OpenDocument text after which more of its words would wait for review than its limit allows. */
async function rejectBeyondLimit(
  { realPath, version, bytes: before, format, name }: FileContent & { format: "docx" | "odt"; name: string },
  after: Uint8Array,
  { comments, review, packages, isReviewed }: ProtectedWritesOptions,
): Promise<void> {
  const limits = (await comments.locks({ realPath, text: null })).filter(({ share }) => share !== undefined);
  const [limit] = limits;
  if (limit === undefined || Buffer.from(before).equals(after)) return;
  const [text, now] = await Promise.all(
    [before, after].map((bytes) => packages.run("projection", { bytes, format, name })),
  );
  // What does not wait for a review cannot be counted, nor can a document that is reviewed as a whole.
  const isCounted = (words: string | null | undefined): words is string =>
    words != null && versionInPlaceholder(words) === null;
  if (!isReviewed() || !isCounted(text) || !isCounted(now))
    throw protectedError(realPath, { ...limit, share: undefined }, "", "not be changed");
  await rejectBeyondBudget({ realPath, version, text }, now, { locks: limits, review });
}

const all = ["document", "section", "paragraph", "cells", "slide"] as const;

/** Throws if an edit changes words of a protected passage. Writing directly before or after one does not change it. */
function rejectProtected(current: TextDocument, edited: EditedContent, locks: readonly PlacedLock[]): void {
  if (locks.length === 0) return;
  const changes = changesOf(current, edited);
  for (const lock of locks)
    for (const range of lock.range === null ? [] : [lock.range, ...(lock.copies ?? [])]) {
      const isWhole = lock.kind === "document" && changes.length > 0;
      if (isWhole || changesWithin(changes, range.from, range.to))
        throw protectedError(current.realPath, { ...lock, range }, current.text, "not be changed");
    }
}

function changesOf({ text }: TextDocument, edited: EditedContent): readonly Change[] {
  if ("changes" in edited) return refineChanges(text, edited.changes);
  const after = "content" in edited ? edited.content : Buffer.from(edited.bytes).toString("utf8");
  return difference(text, after.replace(/^\uFEFF/, "").replaceAll(/\r\n?/g, "\n"));
}

/** What an Office document has besides what is protected. */
const partsOf = { cells: "cells", slide: "slides" } as const;

/** What is protected cannot be found, so no edit can be known to leave it as it is. */
function missingError(realPath: string, { kind, anchor }: PlacedLock): ToolError {
  const name = printableName(basename(realPath));
  const address = printableName(anchor?.section ?? "");
  const what = kind === "slide" ? "slide" : "sheet";
  return new ToolError(
    "protected",
    `the user protects ${address} of ${name}, and there is no such ${what}: nothing in it can be changed by agents`,
    {
      hint:
        kind === "slide"
          ? "Ask the user to bring the slide back, or to make as many slides as there were, and to end its protection."
          : `The sheet may have another name now. Ask the user to name it as in ${address}, where they can end its protection.`,
    },
  );
}

function protectedError(realPath: string, lock: PlacedLock, text: string, what: string): ToolError {
  if (isPassage(lock) && hasPassages(officeFormatOf(realPath)))
    return passageError(realPath, lock, `must ${what} by agents`);
  const { kind, mode, range, anchor } = lock;
  const [from = 1, to = 1] = lineNumbersOf(text, [range?.from ?? 0, Math.max(range?.from ?? 0, (range?.to ?? 1) - 1)]);
  const name = printableName(basename(realPath));
  const isPart = kind === "cells" || kind === "slide";
  const part = `${printableName(anchor?.section ?? "")} of ${name}`;
  const passage = isPart ? part : kind === "document" ? name : `a ${kind} of ${name} (lines ${from}-${to})`;
  return new ToolError("protected", `the user protects ${passage}: it must ${what} by agents`, {
    hint:
      mode === "suggest" && lock.share === undefined
        ? "Only edits that wait for the user's review are allowed there, and reviews are switched off: ask the user."
        : kind === "document"
          ? "Read it and comment on it; to have it changed, ask the user."
          : isPart
            ? `The other ${partsOf[kind]} may be changed. Comment on ${kind === "cells" ? "a cell" : "the slide"}, or ask the user to change it.`
            : "The rest of the document may be changed. Comment on the passage, or ask the user to change it.",
  });
}
