import type { MenuCommands } from "../../../shared/commands";
import { messages } from "../../ui/messages";
import type { CommandContext } from "./command-context";

/** The commands of the menu Edit. */
export function editCommands(context: CommandContext): MenuCommands<"edit"> {
  const { tabs, layout, previews, search, notices, $settings, saveSettings, field, front, isPreview } = context;
  /** What searches the document in front: its editor or its preview. */
  const finder = () => (isPreview() ? previews.view(tabs.$front.get()?.key ?? "") : front());
  const searchFolder = (way: "find" | "replace") => {
    const selected = front()?.selectedText() ?? "";
    search.ask(selected === "" || selected.includes("\n") ? null : selected, way);
    layout.showView("search");
    layout.openSidebar();
  };
  /** Runs a command on the next tab if the front one is being closed: what it opens would vanish with that tab. */
  const afterClosing = (run: () => void) => {
    const closing = tabs.frontClosed();
    return closing === null ? run() : closing.then(run);
  };
  const stepMatch = (by: 1 | -1) => {
    if (!search.step(by)) context.run("find-in-folder");
  };
  return {
    undo: () => (field() ?? { undo: () => front()?.run("undo") }).undo(),
    redo: () => (field() ?? { redo: () => front()?.run("redo") }).redo(),
    "copy-rich": async () => {
      const tab = tabs.$front.get();
      if (tab?.editor.$info.get().format === "markdown") await context.copyRich(tab);
    },
    comment: () => context.comments.start(),
    "suggest-edits": async () => {
      const editor = front();
      if (editor?.kind !== "text") return;
      const isOn = editor.$suggesting.get() === null;
      const { readOnly } = editor.$info.get();
      if (isOn && readOnly !== null) return notices.info(readOnly);
      const error = await editor.suggest(isOn);
      if (error !== null) notices.error(error.message, { hint: error.hint ?? null });
      // Turning it on may have been cancelled with the dialog that saves the document.
      else if ((editor.$suggesting.get() !== null) === isOn)
        notices.announce(isOn ? messages.status.suggestingOn : messages.status.suggestingOff);
    },
    "ask-readers": () => context.panel.open("readers"),
    "protect-paragraph": () => context.comments.protect("paragraph"),
    "protect-section": () => context.comments.protect("section"),
    "protect-part": () => context.comments.protectPart(),
    "protect-document": () => context.comments.protect("document"),
    "limit-document": () => context.comments.limit(),
    find: () => afterClosing(() => finder()?.run("find")),
    replace: () =>
      afterClosing(() => {
        if (isPreview()) context.togglePreview();
        front()?.run("replace");
      }),
    "find-next": () => finder()?.run("find-next"),
    "find-previous": () => finder()?.run("find-previous"),
    // A book runs it itself.
    concordance: () => {},
    "find-in-folder": () => searchFolder("find"),
    "replace-in-folder": () => searchFolder("replace"),
    "next-result": () => stepMatch(1),
    "previous-result": () => stepMatch(-1),
    spelling: async () => {
      const spelling = !$settings.get().spelling;
      await saveSettings({ spelling });
      notices.announce(spelling ? messages.status.spellingOn : messages.status.spellingOff);
    },
    rewrite: () => {
      const tab = tabs.$front.get();
      if (tab) return context.rewrite(tab);
    },
  };
}
