import { useStore } from "@nanostores/react";
import { type KeyboardEvent, useId } from "react";
import { Badge } from "../../../ui/kit/badge";
import { Toolbar } from "../../../ui/kit/toolbar";
import { bookMessages } from "../messages";
import { useBook } from "../model/use-book";
import { CommentsPane } from "./comments-pane";
import { GlossaryPane } from "./glossary-pane";
import { MatchesPane } from "./matches-pane";
import { StylePane } from "./style-pane";
import { TaskPane } from "./task-pane";

const PANES = ["work", "comments", "matches", "glossary", "style"] as const;

/** The side pane: tasks, earlier translations, glossary or style guide. */
export function WorkAside() {
  const { model } = useBook();
  const pane = useStore(model.$aside);
  const own = useId();
  const { tasks } = useStore(model.$shown);
  const active = useStore(model.$active);
  const found = useStore(model.matches.$found);
  const threads = useStore(model.comments.$threads);
  if (pane === null) return null;
  const t = bookMessages.aside;
  const open = threads.filter(({ status }) => status === "open").length;
  const counts: Partial<Record<typeof pane, number>> = {
    work: tasks.filter(({ status }) => status === "review").length,
    comments: open,
    matches: found?.paragraph === active?.id ? (found?.matches.length ?? 0) : 0,
  };
  const handleKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const next = PANES[(PANES.indexOf(pane) + by + PANES.length) % PANES.length];
    if (next === undefined) return;
    model.$aside.set(next);
    event.currentTarget.querySelectorAll<HTMLElement>("[role=tab]")[PANES.indexOf(next)]?.focus();
  };
  return (
    <aside className="book-aside keeps column" aria-label={t.label}>
      <Toolbar className="book-tabs tab-line line-below" role="tablist" aria-label={t.label} onKeyDown={handleKeyDown}>
        {PANES.map((each) => (
          <button
            key={each}
            id={`${own}-${each}`}
            type="button"
            role="tab"
            aria-selected={each === pane}
            aria-controls={own}
            tabIndex={each === pane ? 0 : -1}
            onClick={() => model.$aside.set(each)}
          >
            {t[each]}
            {(counts[each] ?? 0) > 0 ? (
              <Badge tone={each === "work" ? "agent" : "plain"} className="waiting-count">
                {bookMessages.number(counts[each] ?? 0)}
              </Badge>
            ) : null}
          </button>
        ))}
      </Toolbar>
      <div id={own} className="scrolls" role="tabpanel" aria-labelledby={`${own}-${pane}`}>
        <Pane name={pane} />
      </div>
    </aside>
  );
}

function Pane({ name }: { name: (typeof PANES)[number] }) {
  if (name === "work") return <TaskPane />;
  if (name === "comments") return <CommentsPane />;
  if (name === "matches") return <MatchesPane />;
  return name === "glossary" ? <GlossaryPane /> : <StylePane />;
}
