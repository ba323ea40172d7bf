import "./live.css";
import "./tables.css";
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { attention } from "../text/attention";
import { composedBelowTable } from "./below-table";
import { blockMotion } from "./block-motion";
import { blocks } from "./blocks";
import { calloutFolds } from "./callout-folds";
import { contents, followContents } from "./contents-widget";
import { definitions } from "./definitions";
import { wordKeys } from "./delete-word";
import { diceInText } from "./dice";
import { linkClicks } from "./follow-link";
import { joinedLines } from "./joined-lines";
import { lineSelection } from "./line-selection";
import { linkHover } from "./link-hover";
import { liveMarks } from "./live-marks";
import { redrawLoaded } from "./properties-source";
import { followView, region } from "./region";
import { shownTheme } from "./shown-theme";
import { tableGuard } from "./table-guard";
import { tableHandles } from "./table-handles";
import { tableKeys } from "./table-keys";
import { tableMarks } from "./table-marks";
import { tablePaste } from "./table-paste";
import { tables } from "./tables";
import { typedRow } from "./typed-rows";

/**
 * The live preview of Markdown: hides markup except at the selection, and replaces images, drawings and front
 * matter with widgets, and lays tables out as grids. It never changes the source.
 */
export const livePreview: Extension = [
  EditorView.editorAttributes.of({ class: "cm-live" }),
  attention,
  definitions,
  region,
  shownTheme,
  contents,
  followContents,
  blocks,
  calloutFolds,
  linkHover,
  diceInText,
  redrawLoaded,
  tables,
  joinedLines,
  followView,
  liveMarks,
  tableMarks,
  typedRow,
  tableGuard,
  composedBelowTable,
  tableKeys,
  wordKeys,
  lineSelection,
  tablePaste,
  tableHandles,
  blockMotion,
];

/** Links can be followed with Ctrl+click in source mode and in live preview. */
export const linksFollowed: Extension = [definitions, linkClicks];
