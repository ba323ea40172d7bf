import type { Extension } from "@codemirror/state";
import type { DocumentId } from "../../shared/contract";
import { reviewHost } from "../editor/review/review-host";
import { linkExtension } from "../features/links/link-extension";
import { commandHint } from "../ui/command-messages";
import type { Shell } from "./api/shell";

/** What features add to the text editor of a document: review of edits, and links. The shell may still be incomplete. */
export function editorExtensions(doc: DocumentId, shell: () => Shell): Extension[] {
  return [
    reviewHost.of({
      decide: async (what, hunk) => {
        const { tabs, review } = shell();
        const tab = tabs.find(doc);
        if (tab) await (await review()).decideOn(what, tab.editor, hunk);
      },
      step: async (by) => (await shell().review()).step(by),
      hint: (command) => commandHint(command, shell().$keyboard.get()),
    }),
    linkExtension({
      follow: async ({ kind, target }, where) => {
        if (kind !== "tag") return shell().links.follow(doc, { kind, target }, where);
        shell().tags.showTag(target);
        shell().run("show-tags");
      },
      dropped: async (path, at, how) => {
        const { dropLinks } = await import("../features/links/drop-links");
        if (how === "open" || !(await dropLinks(shell(), doc, [path], at))) await shell().tabs.openPath(path);
      },
      renameHeading: (line) => {
        void shell().links.renameHeading(doc, line);
        return true;
      },
      later: async () => {
        const [{ linkCompletion }, { missingLinks }] = await Promise.all([
          import("../features/links/completion"),
          import("../features/links/missing-links"),
        ]);
        return [linkCompletion(shell(), doc), missingLinks((link) => shell().links.isMissing(doc, link))];
      },
    }),
  ];
}
