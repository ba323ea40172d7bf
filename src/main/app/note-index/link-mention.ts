import { mentionFinder } from "../../../core/links/unlinked-mentions";
import { writeLink } from "../../../core/links/write-link";
import type { DocumentId } from "../../../shared/contract";
import type { FolderRules, UnlinkedMention } from "../../../shared/note-index";
import { ToolError } from "../../engine/ports/tool-error";
import { folderPath, linkFolder } from "../core/folder-paths";
import { t } from "../core/messages";
import { createMultiFileEdits, type WindowContext, type WrittenFile } from "../documents";

const MAX_UNDONE = 100;

type LinkMentionDeps = {
  root(): string;
  linkStyle(): Promise<FolderRules["linkStyle"]>;
};

/** Makes mentions of documents links, and takes that back. */
export function createMentionLinks(ctx: WindowContext, { root, linkStyle }: LinkMentionDeps) {
  const edits = createMultiFileEdits(ctx);
  const undos = new Map<number, { root: string; written: WrittenFile[] }>();
  let last = 0;

  return {
    /** Throws `stale` if the words are no longer there, or no longer without a link. */
    async link(doc: DocumentId, { path, from, words }: UnlinkedMention): Promise<number> {
      const base = root();
      const { location } = ctx.openDocuments.of(doc);
      const own = location === null ? null : folderPath(base, location.path);
      if (own === null) throw new ToolError("not_found", t.noFolderOpen);
      const { names } = await linkFolder(await ctx.engine(), base, { also: [location?.path ?? ""] });
      const style = (await linkStyle()) ?? { syntax: "wiki", paths: "shortest" };
      const { written, failed } = await edits.write(base, [path], {
        reason: t.links.mentionLinked(own),
        edit({ text }) {
          const there = mentionFinder([words])(text, 1000).find(
            (mention) => mention.from === from && mention.words === words,
          );
          if (!there) throw new ToolError("stale", t.links.mentionGone);
          const insert = writeLink(names, { from: path, path: own, text: words, style, inCell: there.isInCell });
          return { changes: [{ from, to: there.to, insert }], count: 1 };
        },
      });
      const [problem] = failed;
      if (problem) throw new ToolError("stale", problem.why);
      undos.set(++last, { root: base, written });
      for (const old of undos.keys()) if (undos.size > MAX_UNDONE) undos.delete(old);
      return last;
    },
    /** Puts the words back without the link, merged with later edits. */
    async undo(id: number): Promise<void> {
      const undone = undos.get(id);
      if (!undone) throw new ToolError("not_found", t.links.undoGone);
      undos.delete(id);
      const { failed } = await edits.back(undone.root, undone.written, { reason: t.links.undone });
      const [problem] = failed;
      if (problem) throw new ToolError("stale", problem.why);
    },
  };
}
