import type { KeyboardEvent } from "react";
import type { CommentedDocument, ShownThread } from "../../../shared/comments";
import { Callout } from "../../ui/kit/callout";
import { EmptyState } from "../../ui/kit/empty-state";
import { Quoted } from "../../ui/kit/quoted";
import { shortTime } from "../../ui/time";
import { useComments } from "../../workbench/api/parts";
import { MessageText } from "./message-text";
import { commentMessages } from "./messages";
import { type Filter, isShown } from "./thread-filters";

type Props = {
  folder: { documents: readonly CommentedDocument[]; unread: number } | { error: string } | null;
  filter: Filter;
};

/** The maximum number of threads that are rendered; a filter shows the others. */
const MAX_SHOWN = 500;

/** The threads of all texts of the folder, by document. They are answered in their document. */
export function FolderComments({ folder, filter }: Props) {
  const t = commentMessages;
  if (folder === null) return <p className="soft sides ends-small breaks">{t.loading}</p>;
  if ("error" in folder)
    return (
      <Callout tone="bad" aria-label={t.unreadable}>
        {folder.error}
      </Callout>
    );
  let left = MAX_SHOWN;
  const documents = folder.documents.flatMap(({ path, name, threads }) => {
    const shown = threads.filter((thread) => isShown(thread, filter)).slice(0, left);
    left -= shown.length;
    return shown.length === 0 ? [] : [{ path, name, shown }];
  });
  return (
    <>
      {folder.unread > 0 ? <p className="soft sides ends-small breaks">{t.unreadDocuments(folder.unread)}</p> : null}
      {documents.map(({ path, name, shown }) => (
        <section key={path} className="comment-list" aria-label={name}>
          <h3 className="soft small sides ends-small breaks" dir="auto">
            {name}
          </h3>
          {shown.map((thread) => (
            <FolderThread key={thread.thread} path={path} thread={thread} />
          ))}
        </section>
      ))}
      {left <= 0 ? <p className="soft sides ends-small breaks">{t.more}</p> : null}
      {documents.length === 0 ? <EmptyState heading={t.noneShown}>{t.folderLead}</EmptyState> : null}
    </>
  );
}

function FolderThread({ path, thread }: { path: string; thread: ShownThread }) {
  const comments = useComments();
  const t = commentMessages;
  const { words, messages, isUnread } = thread;
  const [first] = messages;
  const last = messages.at(-1);
  const go = () => void comments.goToIn(path, thread);
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.target !== event.currentTarget) return;
    event.preventDefault();
    go();
  };
  return (
    <article
      className="comment-card card stack inset"
      data-thread={thread.thread}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the cards of a list are walked through by the keyboard
      tabIndex={0}
      aria-label={t.on(words.slice(0, 80), isUnread)}
      data-unread={isUnread}
      onKeyDown={handleKeyDown}
    >
      <Quoted text={words.slice(0, 200)} hint={t.goTo} go={go} />
      <p className="small">
        <b dir="auto">{first?.name}</b> <time dateTime={last?.at ?? ""}>{shortTime(last?.at ?? "")}</time>
      </p>
      <MessageText text={first?.text.slice(0, 1_000) ?? ""} isPlain={false} />
      {messages.length > 1 ? <p className="soft small">{t.replies(messages.length - 1)}</p> : null}
    </article>
  );
}
