import type { MenuCommands } from "../../../shared/commands";
import { steppedFontSize } from "../../ui/appearance";
import { messages } from "../../ui/messages";
import type { Side } from "../api/tabs";
import type { CommandContext } from "./command-context";

/** The commands of the menu View. */
export function viewCommands(context: CommandContext): MenuCommands<"view"> {
  return { ...paneCommands(context), ...readingCommands(context), ...groupCommands(context) };
}

/** Panes, and what fills the window. */
function paneCommands(context: CommandContext) {
  const { bridge, tabs, layout, panel, palette, notices, tree, $settings, saveSettings } = context;
  const focusDocument = () => {
    const active = tabs.$active.get();
    if (active !== null) tabs.activate(active);
  };
  return {
    "show-commands": () => palette.open(">"),
    "show-files": () => {
      layout.showView("files");
      layout.openSidebar();
      tree.requestFocus();
    },
    "toggle-sidebar": () => layout.toggleSidebar(),
    outline: () => {
      if (!layout.enterOutline()) focusDocument();
    },
    "show-tags": async () => {
      context.tags.show("tags");
      layout.enterTags();
      if (!$settings.get().showTags) await saveSettings({ showTags: true });
    },
    "show-unresolved-links": () => {
      context.tags.show("links");
      layout.enterTags();
    },
    library: async () => {
      layout.enterLibrary();
      if (!$settings.get().showLibrary) await saveSettings({ showLibrary: true });
    },
    "book-desk": async () => {
      layout.showBooks();
      if (!$settings.get().showBooks) await saveSettings({ showBooks: true });
    },
    assistant: () => {
      const hasFocus = document.activeElement?.closest(".panel-pane") != null;
      if (!panel.toggle(hasFocus)) focusDocument();
    },
    "go-to-approval": async () => {
      const [first] = panel.$pending.get();
      if (first === undefined) notices.info(messages.status.nonePending);
      else await bridge.request("assistant:go-to-approval", first);
    },
    "new-conversation": () => panel.open("new"),
    "full-screen": () => bridge.request("app:toggle-full-screen", undefined),
  } satisfies Partial<MenuCommands<"view">>;
}

/** How a document looks. */
function readingCommands({ bridge, tabs, notices, $settings, saveSettings, togglePreview }: CommandContext) {
  const zoom = async (step: "in" | "out" | "reset") => {
    const fontSize = steppedFontSize($settings.get().fontSize, step);
    if (fontSize !== $settings.get().fontSize) await saveSettings({ fontSize });
    notices.announce(messages.status.textSize(fontSize));
  };
  return {
    "toggle-reading": togglePreview,
    "toggle-wrap": async () => {
      const lineWrap = !$settings.get().lineWrap;
      await saveSettings({ lineWrap });
      notices.announce(lineWrap ? messages.status.wrapOn : messages.status.wrapOff);
    },
    "reading-marks": async () => {
      const readingMarks = !$settings.get().readingMarks;
      await saveSettings({ readingMarks });
      notices.announce(readingMarks ? messages.status.readingMarksOn : messages.status.readingMarksOff);
    },
    "clear-reading-marks": async () => {
      const active = tabs.$active.get();
      if (active === null) return;
      await bridge.request("document:clear-readings", active);
      notices.announce(messages.status.readingMarksCleared);
    },
    "zoom-in": () => zoom("in"),
    "zoom-out": () => zoom("out"),
    "zoom-reset": () => zoom("reset"),
    "focus-mode": async () => {
      const focusMode = !$settings.get().focusMode;
      await saveSettings({ focusMode });
      notices.announce(focusMode ? messages.status.focusOn : messages.status.focusOff);
    },
    "typewriter-mode": async () => {
      const typewriterMode = !$settings.get().typewriterMode;
      await saveSettings({ typewriterMode });
      notices.announce(typewriterMode ? messages.status.typewriterOn : messages.status.typewriterOff);
    },
    "theme-system": () => saveSettings({ theme: "system" }),
    "theme-light": () => saveSettings({ theme: "light" }),
    "theme-dark": () => saveSettings({ theme: "dark" }),
  } satisfies Partial<MenuCommands<"view">>;
}

/** Groups of tabs beside each other. */
function groupCommands({ tabs, previews }: CommandContext) {
  const splitTo = (side: Side) => {
    const front = tabs.$front.get();
    if (front) tabs.groups.split(front, side);
  };
  return {
    "split-right": () => splitTo("right"),
    "split-down": () => splitTo("down"),
    "reading-beside": () => {
      const front = tabs.$front.get();
      if (front?.editor.$info.get().format !== "markdown") return;
      const topLine = front.editor.topLine();
      const shown = tabs.showBeside(front, "stays");
      if (shown && !previews.isPreview(shown.key)) previews.toggle(shown.key, { topLine: () => topLine });
      tabs.bring(front);
    },
    "move-to-next-group": () => tabs.groups.moveFront(1),
    "move-to-previous-group": () => tabs.groups.moveFront(-1),
    "even-groups": () => tabs.groups.even(),
    "join-groups": () => tabs.groups.join(),
    "close-group": () => tabs.groups.close(),
  } satisfies Partial<MenuCommands<"view">>;
}
