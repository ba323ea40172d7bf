import { useStore } from "@nanostores/react";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { useEarlyComposition } from "../../ui/early-typing";
import { CollapseIcon } from "../../ui/icons";
import { IconButton } from "../../ui/kit/button";
import { EmptyState } from "../../ui/kit/empty-state";
import { SearchField } from "../../ui/kit/search-field";
import { SegmentedControl } from "../../ui/kit/toolbar";
import { messages } from "../../ui/messages";
import type { IndexView } from "../../workbench/api/feature-stores";
import { useLayout, useTabs, useTagsModel, useWorkspace } from "../../workbench/api/parts";
import { IndexTree } from "./index-tree";
import { tagsMessages } from "./messages";

/** The tags of the open folder as a tree, and its links that lead nowhere; each opens to the lines where it is. */
export default function TagsPane() {
  const model = useTagsModel();
  const layout = useLayout();
  const tabs = useTabs();
  const isOpen = useStore(useWorkspace().$workspace) !== null;
  const view = useStore(model.$view);
  const filter = useStore(model.$filter);
  const wantsFocus = useStore(layout.$tagsFocus);
  const isComposing = useEarlyComposition();
  const box = useRef<HTMLElement>(null);
  const t = tagsMessages;
  useEffect(() => {
    model.setShown(true);
    window.addEventListener("focus", model.onWindowFocus);
    return () => {
      model.setShown(false);
      window.removeEventListener("focus", model.onWindowFocus);
    };
  }, [model]);
  useEffect(() => {
    if (!wantsFocus || isComposing) return;
    const typed = layout.tagsFocused();
    if (typed !== "") model.$filter.set(typed);
    const tree =
      typed !== "" || model.$selected.get() === null ? null : box.current?.querySelector<HTMLElement>(".tree");
    (tree ?? box.current?.querySelector<HTMLElement>("input"))?.focus();
  }, [wantsFocus, isComposing, layout, model]);

  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.nativeEvent.isComposing) return;
    const active = tabs.$active.get();
    if (event.key === "Escape" && active !== null) tabs.activate(active);
    else if (event.key === "ArrowDown" && event.target instanceof HTMLInputElement) {
      box.current?.querySelector<HTMLElement>(".tree")?.focus();
      event.preventDefault();
    }
  };
  if (!isOpen)
    return (
      <>
        <header className="sidebar-head toolbar">
          <h2>{t.tags}</h2>
        </header>
        <EmptyState>{t.noFolder}</EmptyState>
      </>
    );
  return (
    <section
      ref={box}
      className="tags-pane pane"
      aria-label={view === "tags" ? t.tags : t.links}
      onKeyDown={handleKeyDown}
    >
      <header className="toolbar sides-small ends-small">
        <SegmentedControl<IndexView>
          label={t.views}
          value={view}
          choices={[
            { id: "tags", label: t.tags },
            { id: "links", label: t.links },
          ]}
          pick={model.show}
        />
        <span className="grow" />
        <IconButton label={t.collapse} onClick={model.collapseAll}>
          <CollapseIcon />
        </IconButton>
      </header>
      <div className="tags-filter keeps sides-small below-small">
        <SearchField label={t.filter} query={filter} search={(query) => model.$filter.set(query)} />
      </div>
      <Listing />
    </section>
  );
}

function Listing() {
  const model = useTagsModel();
  const view = useStore(model.$view);
  const tags = useStore(model.$tags);
  const links = useStore(model.$links);
  const rows = useStore(model.$rows);
  const listed = view === "tags" ? tags : links;
  const t = tagsMessages;
  if (listed.status === "failed") return <EmptyState role="alert">{listed.why}</EmptyState>;
  if (listed.status === "loading") return <EmptyState role="status">{messages.loading}</EmptyState>;
  if (listed.items.length === 0) return <EmptyState>{view === "tags" ? t.noTags : t.noLinks}</EmptyState>;
  return (
    <>
      {rows.length === 0 ? <EmptyState role="status">{t.noMatch}</EmptyState> : <IndexTree rows={rows} />}
      {listed.isAll ? null : <p className="soft small keeps line-above inset">{t.notAll}</p>}
    </>
  );
}
