import type { ReadableAtom, WritableAtom } from "nanostores";
import type { Bridge, Command, Settings, StartState } from "../../../shared/contract";
import type { ExportChoices } from "../../../shared/export";
import type { GuestFacts } from "../../../shared/guest";
import type { Keyboard } from "../../../shared/keys";
import type { FolderRules } from "../../../shared/note-index";
import type { Notices } from "../../ui/notices";
import type { PanelLayout } from "../../ui/panel-layout";
import type { Questions } from "../../ui/questions";
import type {
  Agents,
  AssistantPanel,
  CommentStore,
  FolderLists,
  Goals,
  LinkActions,
  Palette,
  PendingEdits,
  PreviewModes,
  Renames,
  ReviewStore,
  RewriteRequests,
  SearchRequests,
  TagsModel,
  Tree,
  WorkspaceStore,
} from "./feature-stores";
import type { Layout } from "./layout";
import type { Navigation } from "./navigation";
import type { Tabs } from "./tabs";

/** All state and operations of the window, independent of its rendering. */
export type Shell = {
  bridge: Bridge;
  version: StartState["version"];
  /** Who the user is on the page for guests; null in the app. */
  guest: GuestFacts | null;
  platform: StartState["platform"];
  notices: Notices;
  questions: Questions;
  layout: Layout;
  panel: PanelLayout;
  rewrite: RewriteRequests;
  previews: PreviewModes;
  workspace: WorkspaceStore;
  tabs: Tabs;
  tree: Tree;
  navigation: Navigation;
  palette: Palette;
  folderList: FolderLists;
  agents: Agents;
  search: SearchRequests;
  tags: TagsModel;
  /** What the open folder says about how its notes are written; null while that is not known. */
  $folderRules: ReadableAtom<FolderRules | null>;
  /** The settings as the open folder has them: for what is shown of documents. */
  $documentSettings: ReadableAtom<Settings>;
  /** The number of edits pending review in each document. */
  comments: CommentStore;
  pending: PendingEdits;
  /** Where pending edits are decided on; loaded on first use. */
  review(): Promise<ReviewStore>;
  goals: Goals;
  /** The last choices; null before the first export. */
  $exportChoices: WritableAtom<ExportChoices | null>;
  renames: Renames;
  links: LinkActions;
  /** The assistant's panel; loaded on first use. */
  assistant(): Promise<AssistantPanel>;
  $settings: ReadableAtom<Settings>;
  /** Applies the settings at once, and stores them. */
  saveSettings(changed: Partial<Settings>): Promise<void>;
  /** The current key bindings. */
  $keyboard: ReadableAtom<Keyboard>;
  run(command: Command): void;
  /** Call this after a change to the session outside the stores, such as scrolling. */
  sessionChanged(): void;
};
