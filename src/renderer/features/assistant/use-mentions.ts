import { useStore } from "@nanostores/react";
import { useEffect, useMemo, useState } from "react";
import { folderPath } from "../../ui/file-paths";
import { useShell } from "../../ui/shell-context";
import type { Shell } from "../../workbench/shell";
import {
  entryMentions,
  fileMeant,
  fileMentions,
  type Mention,
  type MentionItem,
  paragraphMentions,
  paragraphQuery,
  sectionMentions,
  sectionQuery,
} from "./mentions";
import { usePanel } from "./use-panel";

type Headings = { path: string; headings: { title: string; level: number }[] };

/** Debounce of the paragraph search, in milliseconds. */
const REST = 80;

/** The library search: minimum query length, debounce in milliseconds, and the most entries. */
const LEAST = 3;
const LIBRARY_REST = 200;
const MOST_ENTRIES = 6;

/** The completions for a mention; null while they are loading. */
export function useMentions(mention: Mention | null): readonly MentionItem[] | null {
  const shell = useShell();
  const { folderList, workspace } = shell;
  const list = useStore(folderList.$list);
  const root = useStore(workspace.$workspace)?.root ?? null;
  const isMentioning = mention !== null;
  useEffect(() => {
    if (isMentioning) void folderList.refresh(root);
  }, [folderList, root, isMentioning]);

  const lately = useMemo(() => (isMentioning ? openPaths(shell, root) : []), [shell, root, isMentioning]);
  const files = list?.root === root ? list.files : null;
  const soughtParagraph = useMemo(() => (mention ? paragraphQuery(mention.query) : null), [mention]);
  const soughtSection = useMemo(
    () => (mention && !soughtParagraph ? sectionQuery(mention.query) : null),
    [mention, soughtParagraph],
  );
  const named = soughtParagraph ?? soughtSection;
  const file = named && files ? fileMeant(files, named.file, lately) : null;
  // Without an open folder, the document in front is used by its absolute path.
  const alone = root === null && soughtParagraph?.file === "" ? (lately[0] ?? null) : null;
  const headings = useHeadings(soughtSection ? file : null);
  const entries = useEntries(mention && !named ? mention.query.trim() : "");
  const paragraphs = useParagraphs(soughtParagraph ? (file ?? alone) : null, soughtParagraph?.words ?? "");

  return useMemo(() => {
    if (!mention) return null;
    if (soughtParagraph && (file ?? alone) !== null) return paragraphs;
    if (!named) {
      if (root !== null && !files && list?.status === "loading") return null;
      return [...(files ? fileMentions(files, mention.query, lately) : []), ...entries];
    }
    if (file === null || soughtParagraph) return [];
    return headings?.path === file ? sectionMentions(file, headings.headings, soughtSection?.section ?? "") : null;
  }, [
    mention,
    soughtParagraph,
    soughtSection,
    named,
    root,
    files,
    list,
    file,
    alone,
    lately,
    headings,
    paragraphs,
    entries,
  ]);
}

/** The headings of a file of the folder; null until they are loaded. */
function useHeadings(path: string | null): Headings | null {
  const { bridge } = useShell();
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
function useParagraphs(path: string | null, words: string): readonly MentionItem[] | null {
  const { bridge } = useShell();
  const { $conversation } = usePanel();
  const [found, setFound] = useState<{ path: string; items: readonly MentionItem[] } | null>(null);
  useEffect(() => {
    const conversation = $conversation.get()?.id;
    if (path === null || conversation === undefined) return;
    let isWanted = true;
    const timer = setTimeout(() => {
      bridge.request("assistant:paragraphs", { conversation, path, sought: words }).then(
        (answer) => isWanted && setFound({ path, items: answer.ok ? paragraphMentions(path, answer.paragraphs) : [] }),
        () => isWanted && setFound({ path, items: [] }),
      );
    }, REST);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [bridge, $conversation, path, words]);
  return found?.path === path ? found.items : null;
}

const none: readonly MentionItem[] = [];

/** The library entries that match a query of at least `MIN_QUERY_LENGTH` letters. */
function useEntries(words: string): readonly MentionItem[] {
  const { bridge } = useShell();
  const [found, setFound] = useState<{ words: string; items: readonly MentionItem[] } | null>(null);
  useEffect(() => {
    if (words.length < LEAST) return;
    let isWanted = true;
    const timer = setTimeout(() => {
      bridge.request("library:search", { query: words, kinds: [], filters: {}, limit: MOST_ENTRIES }).then(
        (answer) => isWanted && setFound({ words, items: answer.ok ? entryMentions(answer.entries) : none }),
        () => isWanted && setFound({ words, items: none }),
      );
    }, LIBRARY_REST);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [bridge, words]);
  return found?.words === words ? found.items : none;
}

/** The open documents, the one in front first, by path relative to the folder; by absolute path without one. */
function openPaths({ tabs }: Shell, root: string | null): string[] {
  const all = [tabs.$front.get(), ...tabs.$tabs.get()];
  const paths = all.flatMap((tab) => {
    const path = tab?.copy.$about.get().path ?? null;
    const own = path === null || root === null ? path : folderPath(root, path);
    return own === null ? [] : [own];
  });
  return [...new Set(paths)];
}
