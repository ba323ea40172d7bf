import { useStore } from "@nanostores/react";
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import "./conversation-list.css";
import { type ConversationEntry, sideBySide } from "../../../../shared/conversation";
import { nameOf } from "../../../ui/file-paths";
import { PlusIcon } from "../../../ui/icons";
import { IconButton } from "../../../ui/kit/button";
import { classes } from "../../../ui/kit/classes";
import { EmptyState } from "../../../ui/kit/empty-state";
import { TextField } from "../../../ui/kit/field";
import { ListButton } from "../../../ui/kit/list";
import { SearchField } from "../../../ui/kit/search-field";
import { Toolbar } from "../../../ui/kit/toolbar";
import { messages } from "../../../ui/messages";
import { moment } from "../../../ui/time";
import { useShell } from "../../../workbench/api/shell-context";
import { conversationListMessages } from "../conversation-list-messages";
import { deletedConversationsOf } from "../model/deleted-conversations";
import { recipientName } from "../model/recipients";
import { useFocusKept } from "../model/use-focus-kept";
import { usePanel } from "../model/use-panel";
import { EditIcon, ExportIcon, RemoveIcon } from "../panel-icons";

/** Debounce of the search field, in milliseconds. */
const DEBOUNCE_MS = 150;

/** The conversations of the open folder, most recently changed first. They can be searched, renamed, exported and deleted. */
export default function ConversationList() {
  const panel = usePanel();
  const shell = useShell();
  const { bridge, notices, workspace } = shell;
  const known = useStore(panel.$list);
  const current = useStore(panel.$conversation)?.id ?? null;
  const leavingOnes = deletedConversationsOf(shell);
  const leaving = useStore(leavingOnes.$hidden);
  const folder = useStore(workspace.$workspace)?.root ?? null;
  const [query, setQuery] = useState("");
  const [found, setFound] = useState<{ sought: string; entries: readonly ConversationEntry[] } | null>(null);
  const [renaming, setRenaming] = useState<string | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const container = useRef<HTMLDivElement>(null);
  const sought = query.trim();
  const t = conversationListMessages;

  useFocusKept(container);
  useEffect(() => {
    container.current?.querySelector<HTMLElement>(".field")?.focus();
  }, []);

  // Runs again whenever main reports that the list has changed.
  const load = useCallback(
    (wanted: string, isWanted: () => boolean) =>
      bridge.request("assistant:list", { folder, sought: wanted }).then(
        (answer) => isWanted() && setFound({ sought: wanted, entries: answer.ok ? answer.conversations : [] }),
        () => isWanted() && setFound({ sought: wanted, entries: [] }),
      ),
    [bridge, folder],
  );
  useEffect(() => {
    let isWanted = true;
    if (sought === "") setFound(null);
    const timer = sought === "" ? undefined : setTimeout(() => void load(sought, () => isWanted), DEBOUNCE_MS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [sought, load, known]);

  const all = sought === "" ? known : (found?.entries ?? []);
  const shown = all.filter(({ id, turns }) => !leaving.has(id) && (turns > 0 || sought !== ""));
  const items = itemsOf(shown, sought === "");
  const isLooking = sought !== "" && found === null;

  const open = async (id: string) => {
    if (await panel.show(id)) panel.$view.set("conversation");
  };
  const rename = async ({ key, entries }: Item, title: string) => {
    setRenaming(null);
    focusRow(key);
    for (const { id, title: before } of entries) {
      if (title.trim() === "" || title.trim() === before) continue;
      const answer = await bridge.request("assistant:rename", { conversation: id, title });
      if (!answer.ok) notices.error(answer.error.message, { hint: answer.error.hint ?? null });
    }
  };
  const toFile = async ({ id }: ConversationEntry) => {
    const answer = await bridge.request("assistant:export", { conversation: id, to: "file" });
    if (!answer.ok) notices.error(answer.error.message, { hint: answer.error.hint ?? null });
    else if (answer.path !== null) notices.info(t.exported(nameOf(answer.path)));
  };
  const remove = async ({ key, entries }: Item) => {
    const ids = entries.map(({ id }) => id);
    if (entries.length > 1 && !(await agrees(entries))) return focusRow(key);
    const later = items.slice(items.findIndex((item) => item.key === key) + 1);
    const rest = (some: readonly Item[]) => some.filter((item) => !item.entries.some(({ id }) => ids.includes(id)));
    const next = rest(later)[0] ?? rest(items).at(-1);
    const wasShown = current !== null && ids.includes(current);
    const left = leavingOnes.remove(entries, () => {
      if (wasShown) void panel.show(current);
    });
    if (next) focusRow(next.key);
    else container.current?.querySelector<HTMLElement>(".field")?.focus();
    await left;
    await panel.removed(ids);
  };
  /** Of a whole comparison more goes at once than the row shows. */
  const agrees = async (entries: readonly ConversationEntry[]): Promise<boolean> => {
    const names = entries.map(({ recipient }) => (recipient ? recipientName(panel.$setup.get(), recipient) : "…"));
    const running = entries.some(({ state }) => state !== "idle") ? `\n${t.deleteRunning}` : "";
    const answer = await shell.questions.ask({
      title: t.deleteQuestion(entries.length),
      detail: `${t.deleteDetail(entries[0]?.title ?? "", names)}${running}`,
      choices: [{ id: "delete", label: t.deleteAll, kind: "dangerous" }],
    });
    return answer === "delete";
  };
  /** After the render: the focused element may be gone. */
  const focusRow = (id: string) =>
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-conversation="${CSS.escape(id)}"] .conversation-open`)?.focus(),
    );
  const step = (by: number) => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>(".conversation-open") ?? [])];
    const at = rows.findIndex((row) => row.closest("li")?.contains(document.activeElement));
    const to = at + by;
    if (to < 0) container.current?.querySelector<HTMLElement>(".field")?.focus();
    else rows[Math.min(rows.length - 1, to)]?.focus();
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by === undefined || renaming !== null) return;
    event.preventDefault();
    step(by);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrows go from the field to the list and along it; each has its own keys too
    <div ref={container} className="conversations pane" onKeyDown={handleKeyDown}>
      <Toolbar className="conversations-head pane-head">
        <search className="grow">
          <SearchField label={t.search} query={query} search={setQuery} />
        </search>
        <IconButton label={t.begin} onClick={() => shell.panel.open("new")}>
          <PlusIcon />
        </IconButton>
      </Toolbar>
      {isLooking ? <EmptyState>{messages.loading}</EmptyState> : null}
      {!isLooking && shown.length === 0 ? (
        <EmptyState role="status">
          <p>{sought === "" ? t.none : t.noMatches(sought)}</p>
          {sought === "" ? <p className="faint">{t.noneHint}</p> : null}
        </EmptyState>
      ) : null}
      <ul ref={list} className="conversation-list sides-small scrolls" aria-label={t.label}>
        {items.map((item) => (
          <Row
            key={item.key}
            item={item}
            sought={sought}
            isCurrent={item.entries.some(({ id }) => id === current)}
            isRenaming={renaming === item.key}
            open={() => void open((item.entries.find(({ id }) => id === current) ?? item.entry).id)}
            beginRename={() => setRenaming(item.key)}
            rename={(title) => void rename(item, title)}
            toFile={() => void toFile(item.entry)}
            remove={() => void remove(item)}
          />
        ))}
      </ul>
    </div>
  );
}

/** A row of the list: a conversation, a whole comparison, or a member below the row of its comparison. */
type Item = {
  key: string;
  kind: "one" | "comparison" | "member";
  entry: ConversationEntry;
  entries: ConversationEntry[];
};

/** The rows. `isGrouped`: those that are shown side by side stand below each other, after a row for all of them. */
function itemsOf(shown: readonly ConversationEntry[], isGrouped: boolean): Item[] {
  const taken = new Set<string>();
  return shown.flatMap((entry): Item[] => {
    if (taken.has(entry.id)) return [];
    const members = (isGrouped ? sideBySide(entry) : null) ?? [];
    const entries = members.flatMap((id) => shown.find((each) => each.id === id) ?? []);
    if (entries.length < 2) return [{ key: entry.id, kind: "one", entry, entries: [entry] }];
    for (const { id } of entries) taken.add(id);
    const state = (["asking", "running"] as const).find((each) => entries.some((one) => one.state === each)) ?? "idle";
    const [first = entry] = entries;
    return [
      { key: `comparison ${first.id}`, kind: "comparison", entry: { ...entry, id: first.id, state }, entries },
      ...entries.map((one): Item => ({ key: one.id, kind: "member", entry: one, entries: [one] })),
    ];
  });
}

type RowProps = {
  item: Item;
  sought: string;
  isCurrent: boolean;
  isRenaming: boolean;
  open(): void;
  beginRename(): void;
  rename(title: string): void;
  toFile(): void;
  remove(): void;
};

function Row(props: RowProps) {
  const { item, sought, isCurrent, isRenaming, open, beginRename, rename, toFile, remove } = props;
  const { key, kind, entry, entries } = item;
  const { title, updatedAt, turns, state, found, recipient, comparison } = entry;
  const setup = useStore(usePanel().$setup);
  const t = conversationListMessages;
  const isDecided = useRef(false);
  if (isRenaming) {
    // Removing the field blurs it; keep what the key has already decided.
    const decide = (wanted: string) => {
      if (!isDecided.current) rename(wanted);
      isDecided.current = true;
    };
    return (
      <li className="inset-small" data-conversation={key}>
        <TextField
          className="full"
          aria-label={t.title}
          defaultValue={title}
          maxLength={200}
          dir="auto"
          // The user asked to write here.
          autoFocus
          onFocus={(event) => {
            isDecided.current = false;
            event.target.select();
          }}
          onBlur={(event) => decide(event.target.value)}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return;
            if (event.key === "Enter") decide(event.currentTarget.value);
            else if (event.key === "Escape") decide(title);
            else return;
            event.preventDefault();
            event.stopPropagation();
          }}
        />
      </li>
    );
  }
  const name = recipient ? recipientName(setup, recipient) : "…";
  const isMember = kind === "member";
  const label = isMember ? t.member(title, name) : title;
  return (
    <li
      className="conversation-row in-line"
      data-conversation={key}
      data-kind={kind}
      data-current={isCurrent}
      onKeyDown={(event) => {
        if (event.key === "F2" && !isMember) beginRename();
        else if (event.key === "Delete") remove();
        else return;
        event.preventDefault();
      }}
    >
      <ListButton className="conversation-open" aria-current={isCurrent || undefined} onClick={open}>
        {isMember ? (
          <span className="clip">{name}</span>
        ) : (
          <span className={classes("breaks", isCurrent && "strong")} dir="auto">
            {highlighted(title, sought)}
          </span>
        )}
        <span className="soft small wraps">
          {state === "idle" ? null : (
            <span
              className={classes("conversation-state strong", state === "asking" ? "warn" : "accented")}
              data-state={state}
            >
              {t[state]}
            </span>
          )}
          {isMember ? null : <span>{moment(updatedAt, new Date())}</span>}
          {kind === "comparison" ? <span>{t.besides(entries.length)}</span> : <span>{t.turns(turns)}</span>}
          {kind === "one" && recipient ? <span className="clip">{name}</span> : null}
          {kind === "one" && comparison ? <span>{t.compared}</span> : null}
        </span>
        {found === null || sought === "" ? null : (
          <span className="clip soft small" dir="auto">
            {highlighted(excerptAround(found, sought), sought)}
          </span>
        )}
      </ListButton>
      <span className="conversation-actions revealed">
        {isMember ? null : (
          <IconButton label={t.renameOf(label)} hint={t.rename} onClick={beginRename}>
            <EditIcon />
          </IconButton>
        )}
        {kind === "comparison" ? null : (
          <IconButton label={t.exportOf(label)} hint={t.export} onClick={toFile}>
            <ExportIcon />
          </IconButton>
        )}
        <IconButton
          label={kind === "comparison" ? t.deleteAllOf(title, entries.length) : t.deleteOf(label)}
          hint={kind === "comparison" ? t.deleteAll : t.delete}
          onClick={remove}
        >
          <RemoveIcon />
        </IconButton>
      </span>
    </li>
  );
}

/** The text with every match highlighted, ignoring case. */
function highlighted(text: string, sought: string): ReactNode {
  if (sought === "") return text;
  const lower = text.toLocaleLowerCase();
  const wanted = sought.toLocaleLowerCase();
  // Case folding that changes the length would shift the positions.
  if (lower.length !== text.length) return text;
  const parts: ReactNode[] = [];
  let from = 0;
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, from)) {
    parts.push(text.slice(from, at), <mark key={at}>{text.slice(at, at + wanted.length)}</mark>);
    from = at + wanted.length;
  }
  parts.push(text.slice(from));
  return parts;
}

/** An excerpt that starts shortly before the match. */
function excerptAround(line: string, sought: string): string {
  const at = line.toLocaleLowerCase().indexOf(sought.toLocaleLowerCase());
  return at > 40 ? `…${line.slice(at - 30)}` : line;
}
