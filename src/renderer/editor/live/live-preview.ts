import "./live.css";
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { attention } from "./attention";
import { blockMotion } from "./block-motion";
import { blocks } from "./blocks";
import { definitions } from "./definitions";
import { linkClicks } from "./follow-link";
import { liveMarks } from "./live-marks";
import { followView, region } from "./region";
import { shownTheme } from "./shown-theme";

/**
 * Shows a Markdown text as it is meant, over its source, which no look ever changes: marks are hidden but for where the
 * person is, and tables, images, drawings and the front matter stand in the place of their lines.
 */
export const livePreview: Extension = [
  EditorView.editorAttributes.of({ class: "cm-live" }),
  attention,
  definitions,
  region,
  shownTheme,
  blocks,
  followView,
  liveMarks,
  blockMotion,
];

/** What source and live preview have in common: links are followed by Ctrl+click in both. */
export const linksFollowed: Extension = [definitions, linkClicks];
