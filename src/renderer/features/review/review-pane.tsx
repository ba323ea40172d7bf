import { useStore } from "@nanostores/react";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { reviewMessages } from "../../editor/review/messages";
import { Button } from "../../ui/kit/button";
import { Callout } from "../../ui/kit/callout";
import { SegmentedControl } from "../../ui/kit/toolbar";
import { useLayout, usePendingEdits, useReview, useTabs } from "../../workbench/api/parts";
import "./review-pane.css";
import type { Decision, ListedEdit } from "../../editor/review/listed-edits";
import { type Grouping, type ReviewRow, reviewRows } from "./review-rows";
import { ReviewTree } from "./review-tree";

const GROUPINGS = ["documents", "turns"] as const satisfies Grouping[];

/** All pending edits of the folder, grouped by document or by answer. */
export default function ReviewPane() {
  const pending = usePendingEdits();
  const layout = useLayout();
  const tabs = useTabs();
  const review = useReview();
  const documents = useStore(pending.$documents);
  const wanted = useStore(layout.$reviewFocus);
  const [grouping, setGrouping] = useState<Grouping>("documents");
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [selected, setSelected] = useState<string | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const empty = useRef<HTMLDivElement>(null);
  const container = useRef<HTMLElement>(null);
  const t = reviewMessages;
  useEffect(() => pending.show(), [pending]);

  const rows = useMemo(() => reviewRows(documents, grouping, closed), [documents, grouping, closed]);
  const nextIndex = Math.max(
    0,
    rows.findIndex(({ key }) => key === selected),
  );
  const lastIndex = useRef(0);
  useEffect(() => {
    // The selected edit was decided on: select the one that has its position now.
    if (selected !== null && !rows.some(({ key }) => key === selected))
      setSelected(rows[Math.min(lastIndex.current, rows.length - 1)]?.key ?? null);
    else lastIndex.current = nextIndex;
  }, [rows, selected, nextIndex]);

  const isLoading = rows.length === 0 && documents.some(({ count }) => count > 0);
  useEffect(() => {
    if (!wanted || isLoading) return;
    layout.reviewFocused();
    (box.current ?? empty.current)?.focus();
  }, [wanted, layout, isLoading]);

  const isEmpty = rows.length === 0 && !isLoading;
  // Check before the list is removed: it takes the focus with it.
  const hadFocus = container.current?.contains(document.activeElement) ?? false;
  useLayoutEffect(() => {
    if (isEmpty && hadFocus) empty.current?.focus();
  }, [isEmpty]);

  const toggle = (row: ReviewRow, isOpen?: boolean) => {
    if (row.kind === "edit") return;
    const next = new Set(closed);
    if (isOpen ?? !row.isOpen) next.delete(row.key);
    else next.add(row.key);
    setClosed(next);
  };
  const decide = async (what: Decision, row: ReviewRow) => (await review()).decideOnEdits(what, editsIn(row));
  const open = (row: ReviewRow, focus: "canvas" | "stays") => {
    if (row.kind === "edit") void review().then((store) => store.goToEdit(row.edit, focus));
    else toggle(row);
  };
  const toCanvas = () => {
    const active = tabs.$active.get();
    layout.leaveSidebar();
    if (active !== null) tabs.activate(active);
  };

  if (isLoading) return null;
  if (rows.length === 0)
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions: it has the focus where the list had it, and is left as the list is
      <div
        ref={empty}
        className="no-folder spaced inset-large scrolls stack"
        tabIndex={-1}
        onKeyDown={(event) => {
          if (event.key === "Escape") toCanvas();
        }}
      >
        <AskedReviews />
        <p className="soft">{t.nothingPending}</p>
        <p className="soft">{t.lead}</p>
      </div>
    );
  const all = documents.reduce((sum, { count }) => sum + count, 0);
  return (
    <section
      ref={container}
      className="review-pane pane"
      aria-label={t.listLabel}
      onKeyDown={(event) => {
        if (event.key === "Escape" && !event.defaultPrevented) toCanvas();
      }}
    >
      <AskedReviews />
      <header className="review-head pane-head toolbar">
        <h2>{t.pendingIn(all, documents.length)}</h2>
        <SegmentedControl<Grouping>
          label={t.groupBy}
          value={grouping}
          choices={GROUPINGS.map((id) => ({ id, label: t.groupings[id] }))}
          pick={setGrouping}
        />
      </header>
      <ReviewTree
        box={box}
        rows={rows}
        selected={selected}
        index={nextIndex}
        select={setSelected}
        toggle={toggle}
        open={open}
        decide={(what, row) => void decide(what, row)}
        leave={toCanvas}
      />
    </section>
  );
}

const editsIn = (row: ReviewRow): ListedEdit[] => (row.kind === "edit" ? [row.edit] : row.edits);

/** The agents that wait for a review, with their questions, above the list of their edits. */
function AskedReviews() {
  const pending = usePendingEdits();
  const asked = useStore(pending.$asked);
  const t = reviewMessages;
  return asked.map(({ token, agent, question }) => (
    <Callout key={token} aria-label={t.asksForReview(agent, "")} className="asked-review wraps apart">
      <p dir="auto">{t.asksForReview(agent, question)}</p>
      <Button kind="main" size="small" title={t.doneHint} onClick={() => void pending.done(token)}>
        {t.done}
      </Button>
    </Callout>
  ));
}
