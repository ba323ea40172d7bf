import { defineTool } from "../kit/tool";
import { deleteEntry, makeFolder, moveEntry } from "./change-entries";
import { listFolder } from "./list-folder";
import { openDocuments } from "./open-documents";
import { workspaceInput } from "./workspace-arguments";

/** The folder, and what is open of it. */
export const workspace = defineTool({
  name: "workspace",
  set: "documents",
  title: "Workspace",
  description: `list: the tree below path. open: what the user has open and selected. move: renames, too; updates links. delete: history keeps it.`,
  changes: "documents",
  answers: `Always \`action\`.

- list: \`entries\` (\`[{path, kind: "folder" | "text" | "office" | "other", bytes?, modified?, sections?, open?}]\`, folders first, names in natural order), \`next\` where there is more.
- open: \`documents\` (\`[{path, front, unsaved, cursor?: {line, section?}, selection?: {line_from, line_to, text}}]\`).
- mkdir: \`path\`.
- move: \`path, to, version\` (of a file that you had read), \`links\` (\`[{path, line, before, after}]\`, updated), \`stuck\` (\`[{path, line, link}]\`, which no link can reach from its new place), \`failed\` (\`[{path, why}]\`).
- delete: \`path, deleted\` (\`[{path, version, version_id}]\`, for doc_restore).

A dry run has \`dry_run: true\`.`,
  input: workspaceInput,
  async run(args, ctx) {
    const act = {
      list: () => listFolder(args, ctx),
      open: () => openDocuments(ctx),
      mkdir: () => makeFolder(args, ctx),
      move: () => moveEntry(args, ctx),
      delete: () => deleteEntry(args, ctx),
    }[args.action];
    const { message, summary, data } = await act();
    return { message, summary, data: { action: args.action, ...data } };
  },
});
