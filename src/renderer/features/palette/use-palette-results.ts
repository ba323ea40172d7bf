import { useStore } from "@nanostores/react";
import { useEffect, useMemo, useState } from "react";
import { MAX_FRONT_MATTER } from "../../../core/limits";
import type { NoteTemplate } from "../../../shared/notes";
import { isLocked } from "../../editor/locked";
import { topMatches } from "../../ui/best-of";
import { within } from "../../ui/file-paths";
import { candidate, matchOf, queryWords } from "../../ui/fuzzy";
import { MAX_PALETTE_ITEMS } from "../../ui/limits";
import { availableNeeds } from "../../workbench/api/available-needs";
import {
  useAgents,
  useBridge,
  useFolderList,
  useGuest,
  useKeyboard,
  useNavigation,
  useNotices,
  usePalette,
  usePanelLayout,
  useRun,
  useTabs,
  useWorkspace,
} from "../../workbench/api/parts";
import type { Tab } from "../../workbench/api/tabs";
import { commandItems } from "./command-items";
import { fileItems } from "./file-items";
import { headingItems, headingLike } from "./heading-items";
import { type Headings, headingsOf, sameHeading } from "./headings";
import { type PaletteResults, type PickMode, plainItem } from "./item";
import { paletteMessages } from "./messages";
import { lineIn, type PaletteQuery } from "./query";

const nothing = (status: string | null): PaletteResults => ({ items: [], count: 0, status, start: 0 });

/** The results for a query, updated when files, documents or headings change. */
export function usePaletteResults(query: PaletteQuery): PaletteResults {
  const tabs = useTabs();
  const agents = useAgents();
  const palette = usePalette();
  const workspace = useWorkspace();
  const panel = usePanelLayout();
  const folderList = useFolderList();
  const navigation = useNavigation();
  const notices = useNotices();
  const keyboard = useStore(useKeyboard());
  const runCommand = useRun();
  const guest = useGuest();
  const used = useStore(palette.$used);
  const list = useStore(folderList.$list);
  const all = useStore(tabs.$tabs);
  // A document that is open in several groups is listed once.
  const open = useMemo(() => [...new Map(all.map((tab) => [tab.doc, tab])).values()], [all]);
  const front = useStore(tabs.$front);
  const folder = useStore(workspace.$workspace);
  const bridge = useBridge();
  const templates = useTemplates(query.kind === "templates");
  const headings = useHeadings(query.kind === "headings" ? front : null);

  return useMemo((): PaletteResults => {
    switch (query.kind) {
      case "commands": {
        const has = new Set(availableNeeds({ tabs, workspace, agents, panel, navigation }));
        const run = (command: Parameters<typeof runCommand>[0]) => {
          palette.ran(command);
          runCommand(command);
        };
        return commandItems(query.text, { keyboard, used: used.commands, has, guest, run });
      }
      case "headings": {
        if (!front) return nothing(paletteMessages.noDocument);
        if (front.editor.$info.get().format !== "markdown") return nothing(paletteMessages.plainText);
        if (!headings) return nothing(paletteMessages.loadingHeadings);
        return headingItems(query.text, headings.rows, front.editor.$counts.get().line, async (row) => {
          const now = await sameHeading(headings, row, front.editor.content());
          if (now) await navigation.goTo({ doc: front.doc, location: { line: now.lineStart } });
        });
      }
      case "templates": {
        if (front?.editor.kind !== "text" || isLocked(front.editor.$info.get()))
          return nothing(paletteMessages.notInText);
        if (templates === null) return nothing(paletteMessages.loading);
        if ("error" in templates) return nothing(templates.error);
        return templateItems(query.text, templates, async ({ path }) => {
          const title = front.editor.$info.get().name.replace(/\.[^.]*$/, "");
          const answer = await bridge.request("notes:template", { path, title });
          if (answer.ok) await insertTemplate(front.editor, answer.text);
          else notices.error(answer.error.message, { hint: answer.error.hint ?? null });
        });
      }
      case "line":
        if (front && front.editor.kind !== "text") return nothing(paletteMessages.noLines);
        return front
          ? lineItems(query.position, front, (position) => navigation.goTo({ doc: front.doc, location: position }))
          : nothing(paletteMessages.noDocument);
      case "files": {
        const goTo = async (target: { doc: string } | { path: string }, how: PickMode) => {
          if (!(await navigation.goTo({ ...target, where: how === "beside" ? "beside" : "here" }))) return;
          const editor = tabs.$front.get()?.editor;
          if (!editor) return;
          if (query.position || query.heading !== null) await editor.loadAll();
          if (query.position) {
            const { column } = query.position;
            editor.reveal({ line: lineIn(editor.content().lines, query.position), column });
          } else if (query.heading !== null) {
            const row = headingLike(query.heading, await headingsOf(editor.content()));
            if (row) editor.reveal({ line: row.lineStart });
            else notices.info(paletteMessages.headingMissing(query.heading, editor.$info.get().name));
          }
        };
        return fileItems(query.text, {
          list,
          used: used.files,
          front: front?.doc ?? null,
          open: open.map(({ doc, editor }) => ({ doc, name: editor.$info.get().name, path: editor.$info.get().path })),
          within: (root, file) => file.split("/").reduce(within, root),
          pick: goTo,
          create: async (root, file) => {
            const path = await workspace.createFile(root, file);
            if (path !== null) await navigation.goTo({ path });
          },
        });
      }
    }
  }, [
    ...[query, runCommand, palette, navigation, tabs, notices, keyboard, used, list, open, front, folder],
    ...[headings, bridge, templates],
  ]);
}

/** The folder's templates, listed again when the palette asks for them; null until they are known. */
function useTemplates(isWanted: boolean) {
  const bridge = useBridge();
  const [found, setFound] = useState<{ folder: string; templates: NoteTemplate[] } | { error: string } | null>(null);
  useEffect(() => {
    if (!isWanted) return;
    let isShown = true;
    void bridge.request("notes:templates", undefined).then((answer) => {
      if (isShown) setFound(answer.ok ? answer : { error: answer.error.message });
    });
    return () => {
      isShown = false;
    };
  }, [bridge, isWanted]);
  return found;
}

/** Inserts a template at the cursor, or in place of the selection, and its properties into those of the document, as one undo step. */
async function insertTemplate(editor: Tab["editor"], template: string): Promise<void> {
  // Only properties need their reader, which is large.
  const module = template.startsWith("---") ? await import("../../../core/properties/merge-template") : null;
  const start = editor.content().sliceString(0, 2 * MAX_FRONT_MATTER);
  const { front, body } = module?.mergeTemplate(start, template) ?? { front: null, body: template };
  const top = module?.endOfProperties(start) ?? 0;
  const selected = editor.selectedRange();
  const [from, to] = [Math.max(top, selected.from), Math.max(top, selected.to)];
  // A cursor at the top is below the properties that come there.
  const edits =
    front !== null && front.from === from
      ? [{ from, to, insert: front.insert + body }]
      : [...(front ? [front] : []), { from, to, insert: body }];
  const grown = front === null ? 0 : front.insert.length - (front.to - front.from);
  editor.edit({
    changes: edits,
    selection: { anchor: from + grown + body.length },
    userEvent: "input.paste",
    scrollIntoView: true,
  });
  editor.focus();
}

/** The headings of the document in front; null until they are loaded. */
function useHeadings(tab: Tab | null): Headings | null {
  const [found, setFound] = useState<{ tab: Tab; headings: Headings } | null>(null);
  useEffect(() => {
    if (tab?.editor.$info.get().format !== "markdown") return;
    let isWanted = true;
    const { editor } = tab;
    let doc = editor.content();
    const ofAll = async () => {
      await editor.loadAll();
      doc = editor.content();
      return headingsOf(doc);
    };
    ofAll().then(
      (rows) => isWanted && setFound({ tab, headings: { doc, rows } }),
      () => isWanted && setFound({ tab, headings: { doc, rows: [] } }),
    );
    return () => {
      isWanted = false;
    };
  }, [tab]);
  return found?.tab === tab ? (found?.headings ?? null) : null;
}

function lineItems(
  position: { line: number; column: number } | null,
  { editor }: Tab,
  goTo: (position: { line: number; column: number }) => unknown,
): PaletteResults {
  const { lines } = editor.content();
  const status = paletteMessages.lineRange(lines);
  if (!position) return nothing(status);
  const to = { line: lineIn(lines, position), column: position.column };
  const label = to.column > 1 ? paletteMessages.goToColumn(to.line, to.column) : paletteMessages.goToLine(to.line);
  return { items: [plainItem("line", label, () => goTo(to))], count: 1, status, start: 0 };
}

/** The templates that match `text`, best first; without text all, by name. */
function templateItems(
  text: string,
  { folder, templates }: { folder: string; templates: readonly NoteTemplate[] },
  pick: (template: NoteTemplate) => unknown,
): PaletteResults {
  const t = paletteMessages;
  if (templates.length === 0) return { items: [], count: 0, status: t.noTemplates(folder), start: 0 };
  const words = queryWords(text);
  const named = templates.map((template) => ({ template, name: candidate(template.name, "words") }));
  const score = (at: number) =>
    words.length === 0 ? -at : (matchOf(named[at]?.name ?? candidate("", "words"), words)?.score ?? null);
  const { indexes, count } = topMatches(named.length, MAX_PALETTE_ITEMS, score);
  const items = indexes.flatMap((at) => {
    const { template, name } = named[at] ?? {};
    if (template === undefined || name === undefined) return [];
    const marks = words.length === 0 ? [] : (matchOf(name, words)?.positions ?? []);
    return [{ ...plainItem(template.path, template.name, () => pick(template)), marks }];
  });
  return { items, count, status: count === 0 ? t.nothing : null, start: 0 };
}
