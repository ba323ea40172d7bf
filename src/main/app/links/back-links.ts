import { foldName } from "../../../core/links/fold-name";
import { lastPart, withoutEnding } from "../../../core/links/folder-names";
import { readTarget, syntaxOf } from "../../../core/links/link-target";
import { findLinks } from "../../../core/links/links";
import { mentions } from "../../../core/links/mentions";
import { resolveLink } from "../../../core/links/resolve-link";
import type { DocumentId, Workspace } from "../../../shared/contract";
import type { BackLink } from "../../../shared/links";
import { folderPath, linkFolder } from "../core/folder-paths";
import type { AppContext } from "../documents";
import { lineCounter, scanMarkdownFiles } from "../folder/scan-markdown-files";
import type { NoteIndex } from "../note-index";

const MAX_LINKS = 500;
const MAX_LINE_LENGTH = 200;

/** Finds the links in the open folder that lead to a document. A new request aborts the previous one. */
export function createBackLinks(ctx: AppContext, folder: () => Workspace | null, index: Pick<NoteIndex, "aliases">) {
  let running = new AbortController();

  return async (doc: DocumentId): Promise<{ links: BackLink[]; isAll: boolean }> => {
    running.abort(new Error("the links of another document were requested"));
    running = new AbortController();
    const { signal } = running;
    const { location } = ctx.openDocuments.of(doc);
    const root = folder()?.root;
    const own = root === undefined || location === null ? null : folderPath(root, location.path);
    if (root === undefined || own === null) return { links: [], isAll: true };
    const listed = await linkFolder(await ctx.engine(), root, { also: [location?.path ?? ""], signal });
    const aliases = await index.aliases();
    const ownAliases = [...aliases].flatMap(([alias, path]) => (path === own ? [alias] : []));
    const mayHold = mentions([foldName(withoutEnding(lastPart(own))), ...ownAliases]);
    const links: BackLink[] = [];
    const isAll = await scanMarkdownFiles(ctx, listed, {
      signal,
      mayHold: (text, path) => path !== own && mayHold(text),
      visit(text, path) {
        const lineOf = lineCounter(text);
        for (const link of findLinks(text)) {
          const syntax = syntaxOf(link.kind);
          const target = readTarget(text.slice(link.target.from, link.target.to), syntax);
          if (target.kind !== "path") continue;
          const found = resolveLink(listed.names, path, target, syntax);
          const isAlias = found.status === "missing" && syntax === "wiki" && aliases.get(foldName(target.path)) === own;
          if (!isAlias && (found.status !== "file" || found.path !== own)) continue;
          links.push({ path, line: lineOf(link.from), text: lineAround(text, link.from) });
        }
      },
    });
    links.sort((a, b) => (a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1));
    return { links: links.slice(0, MAX_LINKS), isAll: isAll && links.length <= MAX_LINKS };
  };
}

/** The trimmed line at a position, cropped around it if it is long. */
function lineAround(text: string, position: number): string {
  const start = text.lastIndexOf("\n", position - 1) + 1;
  const found = text.indexOf("\n", position);
  const end = found < 0 ? text.length : found;
  const from = Math.max(start, position - MAX_LINE_LENGTH / 2);
  return `${from > start ? "…" : ""}${text.slice(from, Math.min(end, from + MAX_LINE_LENGTH)).trim()}`;
}
