import { useStore } from "@nanostores/react";
import { useEffect, useMemo, useRef, useState } from "react";
import { folderPath } from "../files/names";
import type { Shell } from "../shell";
import { useShell } from "../ui/shell-context";
import { words } from "../ui/words";
import { fileMeant, fileMentions, type Mention, type MentionItem, sectionMentions, sectionQuery } from "./mentions";
import { panelWords } from "./words";

type Headings = { path: string; headings: { title: string; level: number }[] };

/** What a mention could mean, as it is typed. Null: nothing is known yet. */
export function useMentions(mention: Mention | null): readonly MentionItem[] | null {
  const shell = useShell();
  const { folderList, workspace, bridge } = shell;
  const list = useStore(folderList.$list);
  const root = useStore(workspace.$workspace)?.root ?? null;
  const [known, setKnown] = useState<Headings | null>(null);
  const isMentioning = mention !== null;
  useEffect(() => {
    if (isMentioning) void folderList.refresh(root);
  }, [folderList, root, isMentioning]);

  const lately = useMemo(() => (isMentioning ? openPaths(shell, root) : []), [shell, root, isMentioning]);
  const sought = mention ? sectionQuery(mention.query) : null;
  const files = list?.root === root ? list.files : null;
  const file = sought && files ? fileMeant(files, sought.file, lately) : null;
  useEffect(() => {
    if (file === null || root === null) return;
    let isWanted = true;
    bridge.request("links:headings", file).then(
      (answer) => isWanted && setKnown({ path: file, headings: answer.ok ? answer.headings : [] }),
      () => isWanted && setKnown({ path: file, headings: [] }),
    );
    return () => {
      isWanted = false;
    };
  }, [bridge, root, file]);

  return useMemo(() => {
    if (!mention) return null;
    if (root === null || !files) return list?.status === "loading" ? null : [];
    if (!sought) return fileMentions(files, mention.query, lately);
    if (file === null) return [];
    return known?.path === file ? sectionMentions(file, known.headings, sought.section) : null;
  }, [mention, root, files, list, sought?.section, file, known, lately, sought === null]);
}

/** The documents that are open, the one in front first, by their paths in the folder. */
function openPaths({ tabs }: Shell, root: string | null): string[] {
  if (root === null) return [];
  const all = [tabs.$front.get(), ...tabs.$tabs.get()];
  const paths = all.flatMap((tab) => {
    const path = tab?.copy.$about.get().path ?? null;
    const own = path === null ? null : folderPath(root, path);
    return own === null ? [] : [own];
  });
  return [...new Set(paths)];
}

/** The list under a mention. The focus stays in the field, which says what is chosen. */
export function MentionList(props: {
  id: string;
  items: readonly MentionItem[] | null;
  chosen: number;
  choose(item: MentionItem): void;
}) {
  const { id, items, chosen, choose } = props;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector(`[id="${id}-${chosen}"]`)?.scrollIntoView({ block: "nearest" });
  }, [id, chosen]);
  if (items === null) return <p className="mentions mentions-none">{words.loading}</p>;
  if (items.length === 0) return <p className="mentions mentions-none">{panelWords.composer.nothingFound}</p>;
  return (
    <div ref={list} id={id} className="mentions" role="listbox" aria-label={panelWords.composer.mentions}>
      {items.map((item, at) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
        <div
          key={`${item.name} ${item.place} ${at}`}
          id={`${id}-${at}`}
          role="option"
          aria-selected={at === chosen}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => choose(item)}
        >
          <span className="mention-name">{item.name}</span>
          <span className="mention-place">{item.place}</span>
        </div>
      ))}
    </div>
  );
}
