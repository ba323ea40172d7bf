import { useStore } from "@nanostores/react";
import { type ComponentType, Suspense, useEffect, useMemo, useRef } from "react";
import type { CustomEditorTab } from "../../editor/custom-editor-tab";
import { CollapseIcon } from "../../ui/icons";
import { IconButton } from "../../ui/kit/button";
import { ErrorBoundary } from "../../ui/kit/error-boundary";
import { messages } from "../../ui/messages";
import { useLayout, useNotices, useTabs } from "../../workbench/api/parts";
import type { Tab } from "../../workbench/api/tabs";
import { CoverageStatus } from "./coverage/coverage-status";
import "./outline.css";
import { createOutlineSource } from "../../editor/outline/outline-source";
import { startWorker } from "../../editor/outline/start-worker";
import { type OutlineModel, outlineModelOf } from "./outline-model";
import { OutlineTree } from "./outline-tree";

/** What other features add: the links to a document, and the outline of an Office document. */
type OutlineParts = { BackLinks: ComponentType<{ tab: Tab }>; OfficeOutline: ComponentType<{ tab: CustomEditorTab }> };

/** The sections of the document in front, with navigation and drag and drop. */
export default function OutlinePane(parts: OutlineParts) {
  const tabs = useTabs();
  const front = useStore(tabs.$front);
  if (!front) return <Sentence>{messages.outline.noDocument}</Sentence>;
  return <OfDocument key={front.doc} tab={front} {...parts} />;
}

function OfDocument({ tab, BackLinks, OfficeOutline }: OutlineParts & { tab: Tab }) {
  const about = useStore(tab.editor.$info);
  if (tab.editor.kind === "office")
    return (
      <>
        <Head name={about.name} model={null} />
        <ErrorBoundary>
          <Suspense fallback={null}>
            <OfficeOutline tab={tab.editor} />
          </Suspense>
        </ErrorBoundary>
      </>
    );
  if (about.format !== "markdown") {
    return (
      <>
        <Head name={about.name} model={null} />
        <Sentence>{messages.outline.plainText}</Sentence>
      </>
    );
  }
  return <OfMarkdown tab={tab} name={about.name} BackLinks={BackLinks} />;
}

function OfMarkdown({ tab, name, BackLinks }: Pick<OutlineParts, "BackLinks"> & { tab: Tab; name: string }) {
  const notices = useNotices();
  const model = outlineModelOf(tab.editor, notices);
  useEffect(() => {
    const source = createOutlineSource(startWorker);
    model.start(source);
    return () => {
      model.stop();
      source.stop();
    };
  }, [model]);
  return (
    <>
      <Head name={name} model={model} />
      <Sections tab={tab} model={model} name={name} />
      <BackLinks tab={tab} />
    </>
  );
}

/** A message in place of the sections. It takes the focus and passes it on once sections appear. */
function Sentence({ children }: { children: string }) {
  const layout = useLayout();
  const tabs = useTabs();
  const wantsFocus = useStore(layout.$outlineFocus);
  const self = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (!wantsFocus) return;
    layout.outlineFocused();
    self.current?.focus();
  }, [wantsFocus, layout]);
  useEffect(
    () => () => {
      if (layout.$outlineHasFocus.get()) layout.$outlineFocus.set(true);
      layout.$outlineHasFocus.set(false);
    },
    [layout],
  );
  return (
    <p
      ref={self}
      className="sides ends soft"
      tabIndex={-1}
      onFocus={() => layout.$outlineHasFocus.set(true)}
      onBlur={() => layout.$outlineHasFocus.set(false)}
      onKeyDown={({ key }) => {
        const active = tabs.$active.get();
        if (key === "Escape" && active !== null) tabs.activate(active);
      }}
    >
      {children}
    </p>
  );
}

function Head({ name, model }: { name: string; model: OutlineModel | null }) {
  const t = messages.outline;
  return (
    <header className="sidebar-head toolbar">
      <h2 title={name}>{name}</h2>
      {model ? (
        <IconButton label={t.collapse} onClick={model.toggleAll}>
          <CollapseIcon />
        </IconButton>
      ) : null}
    </header>
  );
}

function Sections({ tab, model, name }: { tab: Tab; model: OutlineModel; name: string }) {
  const { status, rows } = useStore(model.$view);
  const t = messages.outline;
  const isEmpty = useMemo(() => rows.every(({ kind }) => kind !== "section"), [rows]);
  if (status === "loading") return <Sentence>{messages.loading}</Sentence>;
  return (
    <>
      {status === "failed" ? <Sentence>{t.failed}</Sentence> : null}
      {status === "ready" && isEmpty ? <Sentence>{t.empty}</Sentence> : null}
      {rows.length > 0 ? <OutlineTree tab={tab} model={model} name={name} /> : null}
      <CoverageStatus $coverage={model.$coverage} />
    </>
  );
}
