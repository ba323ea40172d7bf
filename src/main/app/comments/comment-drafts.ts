import type { CommentDraft } from "../../../shared/comments";
import type { Typing } from "../../../shared/typing";
import { createDocumentFiles } from "./document-files";
import { commentDraftsSchema } from "./requests";

type Deps = {
  /** The folder of the drafts, with one file for each document. */
  folder: string;
  /** What earlier runs received while main was busy, oldest first. */
  leftovers(): Promise<readonly LeftoverDrafts[]>;
  log(line: string): void;
};

type LeftoverDrafts = { typing: Typing; document: { path: string | null } | null; remove(): Promise<void> };

export type CommentDrafts = ReturnType<typeof createCommentDrafts>;

/** What the user began to write in comments, by document, so that it survives a closed side bar, a restart and a crash. */
export function createCommentDrafts({ folder, leftovers, log }: Deps) {
  const { keep, of, moved } = createDocumentFiles<CommentDraft[], "drafts">({
    folder,
    what: "drafts of comments",
    field: "drafts",
    schema: commentDraftsSchema,
    empty: [],
    isEmpty: (drafts) => drafts.length === 0,
    join: (there, drafts) => [...there, ...drafts],
    log,
  });
  let taken: Promise<void> | null = null;

  /** Takes what the journal process received while main was busy in an earlier run: nothing is newer. */
  async function takeLeftovers(): Promise<void> {
    for (const { typing, document, remove } of await leftovers()) {
      if (typing.name !== "comments:keep-drafts") continue;
      if (document?.path != null) await keep(document.path, typing.argument.drafts);
      await remove();
    }
  }

  return {
    keep,
    async of(realPath: string): Promise<CommentDraft[]> {
      taken ??= takeLeftovers().catch((error: unknown) =>
        log(`drafts of comments could not be taken: ${String(error)}`),
      );
      await taken;
      return of(realPath);
    },
    moved,
  };
}
