import { useStore } from "@nanostores/react";
import { lazy, Suspense } from "react";
import { FileTree } from "../features/files/file-tree";
import { ViewLoaded } from "../ui/early-typing";
import {
  CollapseIcon,
  CommentIcon,
  DocumentIcon,
  FolderIcon,
  LibraryIcon,
  NewFileIcon,
  NewFolderIcon,
  OutlineIcon,
  ReviewIcon,
  SearchIcon,
  TagIcon,
} from "../ui/icons";
import { Badge } from "../ui/kit/badge";
import { Button, IconButton, QuietButton } from "../ui/kit/button";
import { messages } from "../ui/messages";
import { shortcut } from "../ui/shortcuts";
import { SideResizer } from "../ui/side-resizer";
import type { SidebarView } from "./api/layout";
import {
  useGuest,
  useKeyboard,
  useLayout,
  usePendingEdits,
  usePlatform,
  useRun,
  useSearchRequests,
  useSettingsStore,
  useTabs,
  useTree,
  useWorkspace,
} from "./api/parts";
import { WIDTHS } from "./layout";
import { RecentItem } from "./recent-item";
import "./side-bar.css";

const CommentsPane = lazy(() => import("../features/comments/comments-pane"));
const LibraryPane = lazy(() => import("../features/library/library-pane"));
const OutlineView = lazy(() => import("./outline-view"));
const ReviewPane = lazy(() => import("../features/review/review-pane"));
const SearchPane = lazy(() => import("../features/search/search-pane"));
const TagsPane = lazy(() => import("../features/tags/tags-pane"));

/** The views of the side bar: files of the open folder (or ways to open one), outline, search, tags, comments, review and library. */
export default function Sidebar() {
  const workspace = useWorkspace();
  const tree = useTree();
  const layout = useLayout();
  const isGuest = useGuest() !== null;
  const open = useStore(workspace.$workspace);
  const { over, view } = useStore(layout.$sidebar);
  const t = messages.files;
  return (
    <nav className="sidebar column" aria-label={messages.sidebar[view]}>
      <Switch />
      {view !== "files" ? (
        <Suspense fallback={null}>
          <View view={view} />
          <ViewLoaded key={view} report={layout.viewLoaded} />
        </Suspense>
      ) : open ? (
        <>
          <header className="sidebar-head toolbar">
            <h2 title={open.root}>{open.name}</h2>
            {isGuest ? null : (
              <>
                <IconButton label={t.newFile} onClick={() => tree.startCreating("file")}>
                  <NewFileIcon />
                </IconButton>
                <IconButton label={t.newFolder} onClick={() => tree.startCreating("folder")}>
                  <NewFolderIcon />
                </IconButton>
              </>
            )}
            <IconButton label={t.collapse} onClick={tree.collapseAll}>
              <CollapseIcon />
            </IconButton>
          </header>
          <FileTree />
        </>
      ) : (
        <NoFolder />
      )}
      {over ? null : <Resizer />}
    </nav>
  );
}

function View({ view }: { view: Exclude<SidebarView, "files"> }) {
  if (view === "outline") return <OutlineView />;
  if (view === "library") return <LibraryPane />;
  if (view === "comments") return <CommentsPane />;
  if (view === "tags") return <TagsPane />;
  return view === "search" ? <SearchPane /> : <ReviewPane />;
}

/** The command of each view. */
const COMMANDS = {
  files: null,
  outline: "outline",
  search: "find-in-folder",
  comments: "show-comments",
  review: "show-edits",
  library: "library",
  tags: "show-tags",
} as const;

/** The icon of each view, shown if the labels do not fit. */
const ICONS = {
  files: FolderIcon,
  outline: OutlineIcon,
  search: SearchIcon,
  comments: CommentIcon,
  review: ReviewIcon,
  library: LibraryIcon,
  tags: TagIcon,
} as const;

function Switch() {
  const layout = useLayout();
  const search = useSearchRequests();
  const pending = usePendingEdits();
  const platform = usePlatform();
  const $keyboard = useKeyboard();
  const { view } = useStore(layout.$sidebar);
  const { keys } = useStore($keyboard);
  const { showLibrary, showTags } = useStore(useSettingsStore());
  // The same ones in the same places, whatever agents do: the count of pending edits has nothing behind it to move.
  const library: SidebarView[] = showLibrary || view === "library" ? ["library"] : [];
  const tags: SidebarView[] = showTags || view === "tags" ? ["tags"] : [];
  const views: SidebarView[] = ["files", "outline", "search", ...tags, ...library, "comments", "review"];
  const pendingCount = useStore(pending.$documents).reduce((sum, { count }) => sum + count, 0);
  const hintTo = (each: SidebarView) => {
    const key = COMMANDS[each] && keys[COMMANDS[each]][0];
    return key ? `${messages.sidebar[each]} (${shortcut(key, platform)})` : messages.sidebar[each];
  };
  const show = (each: SidebarView) => {
    layout.showView(each);
    // The user who opens search wants to type.
    if (each === "search") search.ask(null);
    if (each === "library") layout.enterLibrary();
    if (each === "tags") layout.enterTags();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div className="sidebar-switch in-line" role="group" aria-label={messages.sidebar.views}>
      {views.map((each) => {
        const ViewIcon = ICONS[each];
        return (
          <QuietButton
            key={each}
            className="clip"
            aria-pressed={each === view}
            title={hintTo(each)}
            onClick={() => show(each)}
          >
            <ViewIcon />
            <span>{messages.sidebar[each]}</span>
            {each === "review" && pendingCount > 0 ? (
              <Badge tone="agent" className="waiting-count before">
                {messages.count(pendingCount)}
              </Badge>
            ) : null}
          </QuietButton>
        );
      })}
    </div>
  );
}

function NoFolder() {
  const run = useRun();
  const workspace = useWorkspace();
  const tabs = useTabs();
  const recent = useStore(workspace.$recent);
  const front = useStore(tabs.$front);
  const t = messages.files;
  return (
    <div className="no-folder spaced inset-large scrolls stack">
      <p className="soft">{t.noFolder}</p>
      <Button kind="main" onClick={() => run("open-folder")}>
        <FolderIcon /> {t.openFolder}
      </Button>
      <Button onClick={() => run("open-file")}>
        <DocumentIcon /> {messages.command.openFile}
      </Button>
      <Button onClick={() => run("new")}>
        <NewFileIcon /> {messages.command.new}
      </Button>
      {/* With no tab open, the welcome view already lists them. */}
      {recent.length === 0 || !front ? null : (
        <section className="above-large" aria-label={t.recent}>
          <h3 className="below-small soft">{t.recent}</h3>
          <ul>
            {recent.map((recentItem) => (
              <li key={recentItem.path}>
                <RecentItem {...recentItem} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function Resizer() {
  const layout = useLayout();
  const { width } = useStore(layout.$stored);
  return <SideResizer box="left" label={messages.files.resize} width={width} widths={WIDTHS} resize={layout.resize} />;
}
