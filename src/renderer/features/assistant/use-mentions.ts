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

/** Milliseconds of rest in the typing before paragraphs are looked for. */
const REST = 80;

/** The library is looked through for no less than so many letters, after so many milliseconds, for so many entries. */
const LEAST = 3;
const LIBRARY_REST = 200;
const MOST_ENTRIES = 6;

/** What a mention could mean, as it is typed. Null: nothing is known yet. */
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
  // Without a folder there is the document in front, by its whole path.
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

/** The headings of a file of the folder, once they are there. */
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

/** The paragraphs of a document that hold these words; while others are looked for, those found before. */
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

/** The entries of the library with these words, once they are enough to mean something. */
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

/** The documents that are open, the one in front first, by their paths in the folder; by whole paths where none is open. */
function openPaths({ tabs }: Shell, root: string | null): string[] {
  const all = [tabs.$front.get(), ...tabs.$tabs.get()];
  const paths = all.flatMap((tab) => {
    const path = tab?.copy.$about.get().path ?? null;
    const own = path === null || root === null ? path : folderPath(root, path);
    return own === null ? [] : [own];
  });
  return [...new Set(paths)];
}
