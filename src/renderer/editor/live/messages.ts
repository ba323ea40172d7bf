import { calloutNames } from "../../ui/callout-names";
import { registerMessages } from "../../ui/language";

const english = {
  task: (text: string) => (text ? `Task: ${text}` : "Task"),
  alert: calloutNames,
  callout: {
    label: (title: string) => `Callout: ${title}`,
    fold: "Fold the callout",
    unfold: "Unfold the callout",
    held: "A callout with pending edits or a conflict stays open",
  },
  contents: {
    label: "Contents",
    empty: "No headings yet",
    more: (count: number) => `${count.toLocaleString("en")} more`,
  },
  code: { copy: "Copy code", copied: "Copied" },
  front: { label: "Properties" },
  image: {
    noAlt: "Image",
    remote: "Remote image (not loaded)",
    elsewhere: "Only images in the open folder are shown",
    embedded: "Embedded image, too large to show here",
    broken: "This image can't be read",
    resize: "Drag to resize, double-click for the original size",
    width: (pixels: number) => `${pixels} pixels wide`,
    ownSize: "Original size",
  },
  table: {
    label: (columns: number, rows: number) =>
      `Table, ${columns} ${columns === 1 ? "column" : "columns"}, ${rows} ${rows === 1 ? "row" : "rows"}`,
    row: (row: number) => `Row ${row}: click for its menu, drag to move it`,
    header: "Header row: click for its menu",
    column: (column: number) => `Column ${column}: click for its menu, drag to move it`,
    addRow: "Add a row",
    addColumn: "Add a column",
    tooManyCells: (cells: number, most: number) =>
      `${cells.toLocaleString("en")} cells are too many to paste into a table; the limit is ${most.toLocaleString("en")}.`,
  },
  pageBreak: "Page break",
  drawing: { failed: "This could not be drawn" },
  follow: (target: string) => `${target}\nCtrl+click to follow`,
  followTag: "Ctrl+click to see where this tag is used",
  dice: {
    hint: (source: string) => `Roll ${source}`,
    rolled: (source: string, total: number, details: string) =>
      details === "" ? `${source}: ${total}` : `${source}: ${total}, ${details}`,
    result: (source: string, total: number) => `Result of ${source}: ${total}`,
  },
  linkPreview: (note: string) => `Preview of ${note}`,
};

/** The strings of the live preview. */
export type LiveMessages = typeof english;

/** The strings of the live preview, in the language in use. */
export let liveMessages: LiveMessages = english;
registerMessages<LiveMessages>(
  { en: english, "zh-CN": async () => (await import("./messages.zh")).chinese },
  (messages) => {
    liveMessages = messages;
  },
);
