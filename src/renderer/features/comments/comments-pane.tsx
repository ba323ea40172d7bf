import { useStore } from "@nanostores/react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { Button } from "../../ui/kit/button";
import { Callout } from "../../ui/kit/callout";
import { EmptyState } from "../../ui/kit/empty-state";
import { Select } from "../../ui/kit/field";
import { SegmentedControl } from "../../ui/kit/toolbar";
import { useComments, useWorkspace } from "../../workbench/api/parts";
import "./comments.css";
import { MAX_ASKED_THREADS } from "../../ui/limits";
import { FolderComments } from "./folder-comments";
import { handleListKeys } from "./list-keys";
import { commentMessages } from "./messages";
import { NewComment, type NewDraft } from "./new-comment";
import { ProtectedPassages } from "./protected-passages";
import { LostDraft, ThreadCard } from "./thread-card";
import { type Filter, filtersOf, isShown } from "./thread-filters";
import { draftKey, hasWords } from "./unsent-comments";

type Scope = "document" | "folder";

/** The comments of the document in front, in its order, or those of the whole folder. */
export default function CommentsPane() {
  const comments = useComments();
  const workspace = useStore(useWorkspace().$workspace);
  const [scope, setScope] = useState<Scope>("document");
  const [filter, setFilter] = useState<Filter>("open");
  const threads = useStore(comments.$threads);
  const folder = useStore(comments.$folder);
  const t = commentMessages;
  const isFolder = scope === "folder" && workspace !== null;
  const documents = folder !== null && "documents" in folder ? folder.documents : [];
  const all = isFolder ? documents.flatMap((each) => each.threads) : threads;
  const filters = filtersOf(all);
  // An agent may be gone with its last thread.
  const now = filters.some(({ id }) => id === filter) ? filter : "open";
  const unread = threads.filter(({ isUnread }) => isUnread).length;
  useEffect(() => {
    if (isFolder) void comments.loadFolder();
  }, [isFolder, comments]);

  const wanted = useStore(comments.$focus);
  const isOfDocument = wanted !== null && wanted !== "list";
  useEffect(() => {
    if (isOfDocument) setScope("document");
  }, [isOfDocument]);

  const handleKeyDown = (event: KeyboardEvent<HTMLElement>) => handleListKeys(event, comments);
  return (
    <section
      className="comments-pane scrolls pane"
      aria-label={t.heading}
      data-own-keys="Mod+Z"
      onKeyDown={handleKeyDown}
    >
      <header className="pane-head toolbar">
        <h2>{t.count(all.filter((thread) => isShown(thread, now)).length)}</h2>
        {workspace === null ? null : (
          <SegmentedControl<Scope>
            label={t.scope}
            value={scope}
            choices={[
              { id: "document", label: t.scopes.document },
              { id: "folder", label: t.scopes.folder },
            ]}
            pick={setScope}
          />
        )}
        <Select aria-label={t.filter} value={now} onChange={(event) => setFilter(event.target.value as Filter)}>
          {filters.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </Select>
        {!isFolder && unread > 0 ? (
          <Button size="small" onClick={() => void comments.markRead()}>
            {t.markRead}
          </Button>
        ) : null}
      </header>
      {isFolder ? <FolderComments folder={folder} filter={now} /> : <DocumentComments filter={now} />}
    </section>
  );
}

function DocumentComments({ filter }: { filter: Filter }) {
  const comments = useComments();
  const threads = useStore(comments.$threads);
  const drafts = useStore(comments.$drafts);
  const state = useStore(comments.$state);
  const wanted = useStore(comments.$focus);
  const list = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [isAsking, setAsking] = useState(false);
  const t = commentMessages;
  const draftsOf = (thread: string) => drafts.filter((draft) => draft.kind !== "new" && draft.thread === thread);
  // Whatever the filter: a thread stays in view while the user writes about it.
  const shown = threads.filter((thread) => isShown(thread, filter) || draftsOf(thread.thread).some(hasWords));
  const begun = drafts.filter((draft): draft is NewDraft => draft.kind === "new");
  const lost = drafts.filter(
    (draft) => draft.kind !== "new" && hasWords(draft) && !threads.some(({ thread }) => thread === draft.thread),
  );
  const open = shown.filter(({ status }) => status === "open").map(({ thread }) => thread);
  const picked = open.filter((thread) => chosen.has(thread));
  const asked = (picked.length > 0 ? picked : open).slice(0, MAX_ASKED_THREADS);
  const ask = async () => {
    setAsking(true);
    const isSent = await comments.ask(asked);
    setAsking(false);
    if (isSent) setChosen(new Set());
  };
  const choiceOf = (thread: string) => ({
    isChosen: chosen.has(thread),
    choose: (isChosen: boolean) =>
      setChosen((before) => new Set(isChosen ? [...before, thread] : [...before].filter((each) => each !== thread))),
  });
  useEffect(() => {
    if (wanted !== "list") return;
    comments.$focus.set(null);
    (list.current?.querySelector<HTMLElement>("article") ?? list.current)?.focus();
  }, [wanted, comments]);
  return (
    <>
      {typeof state === "object" ? (
        <Callout tone="bad" aria-label={t.unreadable}>
          {state.error}
        </Callout>
      ) : null}
      {begun.map((draft) => (
        <NewComment key={draft.id} draft={draft} />
      ))}
      {state === "ready" ? lost.map((draft) => <LostDraft key={draftKey(draft)} draft={draft} />) : null}
      {asked.length === 0 ? null : (
        <div className="sides ends-small breaks">
          <Button size="small" isBusy={isAsking} onClick={() => void ask()}>
            {t.ask(asked.length)}
          </Button>
        </div>
      )}
      <div ref={list} className="comment-list ringless" tabIndex={-1}>
        {shown.map((thread) => (
          <ThreadCard
            key={thread.thread}
            thread={thread}
            drafts={draftsOf(thread.thread)}
            place="pane"
            isActive
            {...(thread.status === "open" ? { choice: choiceOf(thread.thread) } : {})}
          />
        ))}
      </div>
      {threads.length === 0 && drafts.length === 0 && state === "ready" ? (
        <EmptyState heading={t.none}>{t.lead}</EmptyState>
      ) : null}
      {threads.length > 0 && shown.length === 0 && begun.length === 0 ? (
        <EmptyState heading={t.noneShown}>{t.othersHidden}</EmptyState>
      ) : null}
      <ProtectedPassages />
    </>
  );
}
