import type { MenuCommands } from "../../../shared/commands";
import { messages } from "../../ui/messages";
import type { CommandContext } from "./command-context";

/** The commands of the menu History: versions, and edits that wait for review. */
export function historyCommands({
  bridge,
  tabs,
  layout,
  review,
  comments,
  notices,
  guest,
}: CommandContext): MenuCommands<"history"> {
  return {
    history: () => {
      const hadFocus = document.activeElement?.closest(".history") != null;
      layout.toggleHistory();
      const active = tabs.$active.get();
      if (hadFocus && active !== null) tabs.activate(active);
    },
    "show-comments": () => comments.show(),
    authorship: async () => {
      const tab = tabs.$front.get();
      if (tab?.editor.kind !== "text") return;
      await (await import("../../features/authorship/show-authorship")).toggleAuthorship(tab.editor, {
        bridge,
        notices,
        ...(guest === null ? { openStatement: tabs.openAuthorship } : {}),
      });
    },
    "authorship-statement": () => {
      const tab = tabs.$front.get();
      const path = tab?.editor.$info.get().path ?? null;
      if (tab?.editor.kind !== "text") return;
      if (path === null) notices.info(messages.tabs.authorshipOfFile);
      else tabs.openAuthorship(path);
    },
    "show-edits": () => layout.enterReview(),
    "next-edit": async () => (await review()).step(1),
    "previous-edit": async () => (await review()).step(-1),
    "keep-edit": async () => (await review()).decideHere("keep"),
    "undo-edit": async () => (await review()).decideHere("undo"),
    "keep-all-edits": async () => (await review()).decideAll("keep"),
    "undo-all-edits": async () => (await review()).decideAll("undo"),
  };
}
