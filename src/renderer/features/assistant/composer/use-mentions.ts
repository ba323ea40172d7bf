import { useStore } from "@nanostores/react";
import { atom } from "nanostores";
import { useEffect, useMemo, useState } from "react";
import { MAX_RECIPIENTS } from "../../../../shared/limits";
import { folderPath } from "../../../ui/file-paths";
import { useBridge, useFolderList, useTabs, useWorkspace } from "../../../workbench/api/parts";
import type { Tabs } from "../../../workbench/api/tabs";
import { panelMessages } from "../messages";
import type { AskedColumn } from "../model/asking";
import { knownRecipients } from "../model/recipients";
import { usePanel } from "../model/use-panel";
import {
  bestFile,
  entryMentions,
  fileMentions,
  type Mention,
  type MentionItem,
  paragraphMentions,
  paragraphQuery,
  recipientMentions,
  sectionMentions,
  sectionQuery,
  withRecipients,
} from "./mentions";

type Headings = { path: string; headings: { title: string; level: number }[] };

/** Debounce of the paragraph search, in milliseconds. */
const DEBOUNCE_MS = 80;

/** The library search: minimum query length, debounce in milliseconds, and the maximum number of entries. */
const MIN_QUERY_LENGTH = 3;
const LIBRARY_DEBOUNCE_MS = 200;
const MAX_ENTRIES = 6;

/** The completions for a mention; null while they are loading. */
export function useMentions(mention: Mention | null): readonly MentionItem[] | null {
  const folderList = useFolderList();
  const workspace = useWorkspace();
  const tabs = useTabs();
  const list = useStore(folderList.$list);
  const root = useStore(workspace.$workspace)?.root ?? null;
  const isMentioning = mention !== null;
  useEffect(() => {
    if (isMentioning) void folderList.refresh(root);
  }, [folderList, root, isMentioning]);

  const recent = useMemo(() => (isMentioning ? openPaths(tabs, root) : []), [tabs, root, isMentioning]);
  const files = list?.root === root ? list.files : null;
  const paragraphMention = useMemo(() => (mention ? paragraphQuery(mention.query) : null), [mention]);
  const sectionMention = useMemo(
    () => (mention && !paragraphMention ? sectionQuery(mention.query) : null),
    [mention, paragraphMention],
  );
  const named = paragraphMention ?? sectionMention;
  const file = named && files ? bestFile(files, named.file, recent) : null;
  // Without an open folder, the document in front is used by its absolute path.
  const alone = root === null && paragraphMention?.file === "" ? (recent[0] ?? null) : null;
  const headings = useHeadings(sectionMention ? file : null);
  const entries = useEntries(mention && !named ? mention.query.trim() : "");
  const recipients = useRecipients(mention && !named ? mention.query : null);
  const paragraphs = useParagraphs(paragraphMention ? (file ?? alone) : null, paragraphMention?.text ?? "");

  return useMemo(() => {
    if (!mention) return null;
    if (paragraphMention && (file ?? alone) !== null) return paragraphs;
    if (!named) {
      if (root !== null && !files && list?.status === "loading") return null;
      // Entries arrive late: what is in front of them, and may be chosen at that moment, does not move.
      return [
        ...withRecipients(files ? fileMentions(files, mention.query, recent) : [], recipients, mention.query),
        ...entries,
      ];
    }
    if (file === null || paragraphMention) return [];
    return headings?.path === file ? sectionMentions(file, headings.headings, sectionMention?.section ?? "") : null;
  }, [
    mention,
    paragraphMention,
    sectionMention,
    named,
    root,
    files,
    list,
    file,
    alone,
    recent,
    headings,
    paragraphs,
    entries,
    recipients,
  ]);
}

/** Those who can be asked and are not yet; none once there are as many as a question can have. */
function useRecipients(query: string | null): readonly MentionItem[] {
  const { $setup, $draft, asking } = usePanel();
  const setup = useStore($setup);
  const { recipients } = useStore($draft);
  const columns = useStore(asking?.$columns ?? noColumns);
  const isBeside = asking !== null;
  return useMemo(() => {
    if (query === null || setup === null || recipients.length >= MAX_RECIPIENTS) return none;
    const { agent } = panelMessages.recipients;
    if (!isBeside) return recipientMentions(knownRecipients(setup), recipients, { query, agent });
    // Naming one of them leaves the others out.
    const isAll = columns.every(({ isAsked }) => isAsked);
    const known = columns.flatMap(({ recipient, name, isAsked }) =>
      recipient === null || (isAsked && !isAll) ? [] : [{ recipient, name, provider: null }],
    );
    return recipientMentions(known, [], { query, agent: panelMessages.comparison.askOnly });
  }, [query, setup, recipients, columns, isBeside]);
}

/** The headings of a file of the folder; null until they are loaded. */
function useHeadings(path: string | null): Headings | null {
  const bridge = useBridge();
  const [known, setKnown] = useState<Headings | null>(null);
  useEffect(() => {
    if (path === null) return;
    let isWanted = true;
    bridge.request("links:headings", path).then(
      (answer) => isWanted && setKnown({ path, headings: answer.ok ? answer.headings : [] }),
      () => isWanted && setKnown({ path, headings: [] }),
    );
    return () => {
      isWanted = false;
    };
  }, [bridge, path]);
  return known;
}

/** The paragraphs of a document that contain this text. The previous result stays while the next one loads. */
function useParagraphs(path: string | null, text: string): readonly MentionItem[] | null {
  const bridge = useBridge();
  const { $conversation } = usePanel();
  const [found, setFound] = useState<{ path: string; items: readonly MentionItem[] } | null>(null);
  useEffect(() => {
    const conversation = $conversation.get()?.id;
    if (path === null || conversation === undefined) return;
    let isWanted = true;
    const timer = setTimeout(() => {
      bridge.request("assistant:paragraphs", { conversation, path, sought: text }).then(
        (answer) => isWanted && setFound({ path, items: answer.ok ? paragraphMentions(path, answer.paragraphs) : [] }),
        () => isWanted && setFound({ path, items: [] }),
      );
    }, DEBOUNCE_MS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [bridge, $conversation, path, text]);
  return found?.path === path ? found.items : null;
}

const none: readonly MentionItem[] = [];
const noColumns = atom<readonly AskedColumn[]>([]);

/** The library entries that match a query of at least `MIN_QUERY_LENGTH` letters. */
function useEntries(query: string): readonly MentionItem[] {
  const bridge = useBridge();
  const [found, setFound] = useState<{ query: string; items: readonly MentionItem[] } | null>(null);
  useEffect(() => {
    if (query.length < MIN_QUERY_LENGTH) return;
    let isWanted = true;
    const timer = setTimeout(() => {
      bridge.request("library:search", { query, kinds: [], filters: {}, limit: MAX_ENTRIES }).then(
        (answer) => isWanted && setFound({ query, items: answer.ok ? entryMentions(answer.entries) : none }),
        () => isWanted && setFound({ query, items: none }),
      );
    }, LIBRARY_DEBOUNCE_MS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [bridge, query]);
  return found?.query === query ? found.items : none;
}

/** The open documents, the one in front first, by path relative to the folder; by absolute path without one. */
function openPaths(tabs: Pick<Tabs, "$front" | "$tabs">, root: string | null): string[] {
  const all = [tabs.$front.get(), ...tabs.$tabs.get()];
  const paths = all.flatMap((tab) => {
    const path = tab?.editor.$info.get().path ?? null;
    const own = path === null || root === null ? path : folderPath(root, path);
    return own === null ? [] : [own];
  });
  return [...new Set(paths)];
}
