import { useStore } from "@nanostores/react";
import { useId } from "react";
import { Badge } from "../../../ui/kit/badge";
import { TabLine } from "../../../ui/kit/tabs";
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
  return (
    <aside className="book-aside keeps column" aria-label={t.label}>
      <TabLine
        className="book-tabs line-below"
        label={t.label}
        id={own}
        panel={own}
        current={pane}
        show={(next) => model.$aside.set(next)}
        tabs={PANES.map((each) => ({ id: each, label: <TabLabel name={each} count={counts[each] ?? 0} /> }))}
      />
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

function TabLabel({ name, count }: { name: (typeof PANES)[number]; count: number }) {
  return (
    <>
      {bookMessages.aside[name]}
      {count > 0 ? (
        <Badge tone={name === "work" ? "agent" : "plain"} className="waiting-count">
          {bookMessages.number(count)}
        </Badge>
      ) : null}
    </>
  );
}
