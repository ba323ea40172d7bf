import { useStore } from "@nanostores/react";
import { useEffect, useMemo, useState } from "react";
import { within } from "../../ui/file-paths";
import { useShell } from "../../ui/shell-context";
import type { Tab } from "../../workbench/tabs/tabs";
import { commandItems } from "./command-items";
import { createFile } from "./create-file";
import { fileItems } from "./file-items";
import { headingItems, headingLike } from "./heading-items";
import { type Headings, headingsOf, sameHeading } from "./headings";
import { type Answer, type HowPicked, plainItem } from "./item";
import { say } from "./messages";
import { type Asked, lineIn } from "./query";

const nothing = (status: string | null): Answer => ({ items: [], count: 0, status, start: 0 });

/** The results for a query, updated when files, documents or headings change. */
export function useAnswer(asked: Asked): Answer {
  const shell = useShell();
  const { tabs, palette, workspace, folderList, navigation, notices } = shell;
  const keyboard = useStore(shell.$keyboard);
  const used = useStore(palette.$used);
  const list = useStore(folderList.$list);
  const all = useStore(tabs.$tabs);
  // A document that is open in several groups is listed once.
  const open = useMemo(() => [...new Map(all.map((tab) => [tab.doc, tab])).values()], [all]);
  const front = useStore(tabs.$front);
  const folder = useStore(workspace.$workspace);
  const headings = useHeadings(asked.kind === "headings" ? front : null);

  return useMemo((): Answer => {
    switch (asked.kind) {
      case "commands": {
        const about = front?.copy.$about.get();
        const has = new Set([
          ...(front ? (["document"] as const) : []),
          ...(front?.copy.kind === "text" ? (["text"] as const) : []),
          ...(about?.format === "markdown" ? (["markdown", "markdown or office"] as const) : []),
          ...(front?.copy.kind === "office" ? (["office", "markdown or office"] as const) : []),
          ...(about?.path ? (["file"] as const) : []),
          ...(folder ? (["folder"] as const) : []),
        ]);
        const run = (command: Parameters<typeof shell.run>[0]) => {
          palette.ran(command);
          shell.run(command);
        };
        return commandItems(asked.text, { keyboard, used: used.commands, has, run });
      }
      case "headings": {
        if (!front) return nothing(say.noDocument);
        if (front.copy.$about.get().format !== "markdown") return nothing(say.plainText);
        if (!headings) return nothing(say.loadingHeadings);
        return headingItems(asked.text, headings.rows, front.copy.$counts.get().line, async (row) => {
          const now = await sameHeading(headings, row, front.copy.content());
          if (now) await navigation.goTo({ doc: front.doc, spot: { line: now.lineStart } });
        });
      }
      case "line":
        if (front && front.copy.kind !== "text") return nothing(say.noLines);
        return front
          ? lineItems(asked.spot, front, (spot) => navigation.goTo({ doc: front.doc, spot }))
          : nothing(say.noDocument);
      case "files": {
        const goTo = async (target: { doc: string } | { path: string }, how: HowPicked) => {
          if (!(await navigation.goTo({ ...target, where: how === "beside" ? "beside" : "here" }))) return;
          const copy = tabs.$front.get()?.copy;
          if (!copy) return;
          if (asked.spot || asked.heading !== null) await copy.whole();
          if (asked.spot) {
            const { column } = asked.spot;
            copy.reveal({ line: lineIn(copy.content().lines, asked.spot), column });
          } else if (asked.heading !== null) {
            const row = headingLike(asked.heading, await headingsOf(copy.content()));
            if (row) copy.reveal({ line: row.lineStart });
            else notices.tell(say.headingMissing(asked.heading, copy.$about.get().name));
          }
        };
        return fileItems(asked.text, {
          list,
          used: used.files,
          front: front?.doc ?? null,
          open: open.map(({ doc, copy }) => ({ doc, name: copy.$about.get().name, path: copy.$about.get().path })),
          within: (root, file) => file.split("/").reduce(within, root),
          pick: goTo,
          create: (root, file) => createFile(shell, root, file),
        });
      }
    }
  }, [asked, shell, palette, navigation, tabs, notices, keyboard, used, list, open, front, folder, headings]);
}

/** The headings of the document in front; null until they are loaded. */
function useHeadings(tab: Tab | null): Headings | null {
  const [found, setFound] = useState<{ tab: Tab; headings: Headings } | null>(null);
  useEffect(() => {
    if (tab?.copy.$about.get().format !== "markdown") return;
    let isWanted = true;
    const { copy } = tab;
    let doc = copy.content();
    const ofAll = async () => {
      await copy.whole();
      doc = copy.content();
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
  spot: { line: number; column: number } | null,
  { copy }: Tab,
  goTo: (spot: { line: number; column: number }) => unknown,
): Answer {
  const { lines } = copy.content();
  const status = say.lineRange(lines);
  if (!spot) return nothing(status);
  const to = { line: lineIn(lines, spot), column: spot.column };
  const label = to.column > 1 ? say.goToColumn(to.line, to.column) : say.goToLine(to.line);
  return { items: [plainItem("line", label, () => goTo(to))], count: 1, status, start: 0 };
}
