import type { Need } from "../../../shared/commands";
import type { Shell } from "./shell";

/** What commands can work on now: menu and palette grey the others. */
export function availableNeeds({
  tabs,
  workspace,
  agents,
  panel,
  navigation,
}: Pick<Shell, "tabs" | "workspace" | "agents" | "panel" | "navigation">): Need[] {
  const editor = tabs.$front.get()?.editor;
  const { format, path } = editor?.$info.get() ?? { format: null, path: null };
  const isPage = editor?.kind === "office" && editor.office?.kind === "document";
  const { columns, active } = tabs.$arrangement.get();
  const groups = columns.flatMap((column) => column.groups);
  const needs: Record<Need, boolean> = {
    document: editor !== undefined,
    text: editor?.kind === "text",
    "text or book": editor?.kind === "text" || editor?.kind === "book",
    commentable: editor?.kind === "text" || editor?.kind === "office" || editor?.kind === "book",
    paragraphs: editor?.kind === "text" || isPage,
    sections: format === "markdown" || isPage,
    book: editor?.kind === "book",
    markdown: format === "markdown",
    office: editor?.kind === "office",
    "cells or slides": editor?.kind === "office" && editor.office?.kind !== "document",
    "markdown or office": format === "markdown" || editor?.kind === "office",
    file: path !== null,
    folder: workspace.$workspace.get() !== null,
    table: editor?.kind === "text" && editor.isInTable(),
    "pending edits": (editor?.$pendingCount.get() ?? 0) > 0,
    approvals: panel.$pending.get().length > 0,
    "several tabs": (groups.find(({ id }) => id === active)?.tabs.length ?? 0) > 1,
    groups: groups.length > 1,
    "closed tab": tabs.canReopen(),
    "earlier location": navigation.$steps.get().back,
    "later location": navigation.$steps.get().forward,
    "paused agents": agents.$areAllPaused.get(),
  };
  return (Object.keys(needs) as Need[]).filter((need) => needs[need]);
}
