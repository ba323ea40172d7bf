import type { ReadableAtom } from "nanostores";
import type { Bridge, Command, Settings } from "../../../shared/contract";
import type { GuestFacts } from "../../../shared/guest";
import type { Notices } from "../../ui/notices";
import type { PanelLayout } from "../../ui/panel-layout";
import type {
  Agents,
  CommentStore,
  Palette,
  PreviewModes,
  ReviewStore,
  SearchRequests,
  TagsModel,
  Tree,
  WorkspaceStore,
} from "../api/feature-stores";
import type { Layout } from "../api/layout";
import type { Navigation } from "../api/navigation";
import type { Tab, TabEditor, Tabs } from "../api/tabs";

export type CommandDeps = {
  bridge: Bridge;
  guest: GuestFacts | null;
  tabs: Tabs;
  workspace: WorkspaceStore;
  tree: Pick<Tree, "requestFocus" | "follow" | "startRenaming" | "cut" | "duplicate" | "trash">;
  undoRename(): Promise<void>;
  agents: Pick<Agents, "pauseAll">;
  layout: Layout;
  panel: PanelLayout;
  previews: PreviewModes;
  comments: CommentStore;
  navigation: Navigation;
  palette: Palette;
  notices: Notices;
  search: SearchRequests;
  tags: Pick<TagsModel, "show">;
  $settings: ReadableAtom<Settings>;
  saveSettings(settings: Partial<Settings>): Promise<void>;
  /** Where the user decides on agents' edits; loaded on first use. */
  review(): Promise<ReviewStore>;
  /** Asks how to rewrite the selection of a tab. */
  rewrite(tab: Tab): Promise<void>;
  /** Copies a link to a file. */
  copyLink(path: string): Promise<void>;
  /** Copies the selection, or the whole document, as rich text. */
  copyRich(tab: Tab): Promise<void>;
  /** The focused text field outside the editor, if any: undo and redo apply to it. */
  field(): { undo(): void; redo(): void } | null;
};

/** What commands work on: the stores, and the document in front. */
export type CommandContext = CommandDeps & {
  /** The editor of the tab in front. */
  front(): TabEditor | undefined;
  /** Whether the tab in front shows a preview. */
  isPreview(): boolean;
  /** Switches a Markdown document between its text and its preview. */
  togglePreview(): void;
  run(command: Command): void;
};

export function commandContext(deps: CommandDeps, run: (command: Command) => void): CommandContext {
  const { tabs, previews } = deps;
  return {
    ...deps,
    run,
    front: () => tabs.$front.get()?.editor,
    isPreview: () => previews.isPreview(tabs.$front.get()?.key ?? ""),
    togglePreview(): void {
      const tab = tabs.$front.get();
      if (tab?.editor.$info.get().format !== "markdown") return;
      previews.toggle(tab.key, tab.editor);
      tabs.bring(tab);
    },
  };
}
