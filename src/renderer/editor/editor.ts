import {
  crosshairCursor,
  dropCursor,
  EditorView,
  highlightSpecialChars,
  keymap,
  rectangularSelection,
} from "@codemirror/view";
import "./editor-layout.css";
import { defaultKeymap, historyField, historyKeymap } from "@codemirror/commands";
import { markdown, markdownLanguage } from "@codemirror/lang-markdown";
import { bracketMatching, codeFolding, foldKeymap, indentUnit } from "@codemirror/language";
import { highlightSelectionMatches } from "@codemirror/search";
import { Compartment, EditorState, type Extension, Prec, type Text } from "@codemirror/state";
import type { Settings } from "../../shared/contract";
import type { Keyboard } from "../../shared/keys";
import { hasDice } from "../../shared/settings";
import { caretBlink } from "./caret-blink";
import { selectionAndCarets } from "./carets";
import { readRangesField } from "./coverage/read-ranges";
import { editorKeys, withoutCommandKeys } from "./editor-commands";
import { findKeys } from "./find/finder";
import { searching } from "./find/search-panel";
import { foldGutter } from "./fold-gutter";
import { giantLines } from "./large/giant-lines";
import { giantMotion } from "./large/giant-motion";
import { loadedFromDisk } from "./large/progressive-loading";
import { lineNumbers } from "./line-numbers";
import { calloutChoices } from "./live/callout-folds";
import { joinsLines, marksDice, optionalMarks, shownProperties } from "./live/live-host";
import { modeCompartment } from "./live/mode";
import { markdownStyle } from "./markdown-style";
import { editorMessages } from "./messages";
import { reviewState } from "./review/review-state";
import { conflictHunks } from "./sync/conflict-hunks";
import { remoteChanges } from "./sync/remote-changes";
import { codeLanguage } from "./syntax/code-language";
import { localLanguage } from "./syntax/local-language";
import { markdownSyntax } from "./syntax/markdown-syntax";
import { localParsing } from "./syntax/part-tree";
import { frontMatter, startOfText } from "./text/front-matter";
import { notesCopied } from "./text/pasted-ranges";
import { showBeginning } from "./text/show-beginning";
import { textLanguage } from "./text/text-language";
import { theme } from "./theme";
import { undoHistory } from "./undo-steps";
import { outdenting } from "./writing/code-outdent";
import { emptyMarksGo } from "./writing/empty-marks";
import { shiftTab, tab } from "./writing/indent-items";
import { giveUpMark, joinNextBlock } from "./writing/join-lines";
import { selectToTextStart, textStart } from "./writing/line-start";
import { breakWithin, continueBlock } from "./writing/new-line";
import { renumberingLists } from "./writing/renumber-lists";
import { smartPaste } from "./writing/smart-paste";
import { smartPunctuation } from "./writing/smart-punctuation";
import { surrounding } from "./writing/surround";
import { cellBelow, nextCell, previousCell } from "./writing/table-commands";

/**
 * Up to this length a Markdown text has a complete syntax tree, which costs more with each key as the text grows: half
 * a millisecond at this length, four at a million characters. A longer text is parsed only around the view and looks
 * the same; one with a longer line is plain.
 */
const LIMITS = { text: 100_000, line: 100_000 };

/** The extensions that change while a document is open. */
export type EditorCompartments = Record<
  "wrap" | "size" | "name" | "format" | "keys" | "numbers" | "marks" | "spelling" | "focus" | "history" | "loading",
  Compartment
>;

export const createCompartments = (): EditorCompartments => ({
  wrap: new Compartment(),
  size: new Compartment(),
  name: new Compartment(),
  format: new Compartment(),
  keys: new Compartment(),
  numbers: new Compartment(),
  marks: new Compartment(),
  spelling: new Compartment(),
  focus: new Compartment(),
  history: new Compartment(),
  loading: new Compartment(),
});

/** The initial state of a document's editor; the `format` compartment is filled when it is first shown. */
export function editorState(open: {
  text: Text;
  name: string;
  format: "markdown" | "text";
  settings: Settings;
  keyboard: Keyboard;
  nonce: string;
  compartments: EditorCompartments;
  /** Of several editors for one document, exactly one has the undo history. */
  history: "here" | "elsewhere";
  more: Extension;
}): EditorState {
  const { settings, compartments } = open;
  return EditorState.create({
    doc: open.text,
    // The cursor starts below the front matter, which is rendered as a table while the cursor is outside.
    ...(open.format === "markdown" ? { selection: { anchor: startOfText(open.text) } } : {}),
    extensions: [
      EditorView.cspNonce.of(open.nonce),
      EditorState.phrases.of(editorMessages.phrases),
      EditorState.allowMultipleSelections.of(true),
      compartments.name.of(documentLabel(open.name)),
      compartments.wrap.of(shownBy(settings)),
      compartments.size.of(textSize(settings)),
      theme,
      giantLines,
      giantMotion,
      textLanguage,
      compartments.history.of(open.history === "here" ? undoHistory() : []),
      selectionAndCarets(),
      caretBlink(),
      showBeginning,
      focusedSelection,
      dropCursor(),
      rectangularSelection(),
      crosshairCursor(),
      highlightSelectionMatches({ minSelectionLength: 2, maxMatches: 200 }),
      damagedBytes,
      searching(),
      remoteChanges(),
      reviewState(),
      readRangesField,
      compartments.marks.of([]),
      compartments.spelling.of([]),
      compartments.focus.of([]),
      conflictHunks(),
      codeFolding(),
      compartments.keys.of([]),
      compartments.numbers.of([]),
      modeCompartment(),
      calloutChoices,
      compartments.format.of([]),
      switchHighlighting(compartments.format),
      keymap.of([
        { key: "Tab", run: tab, shift: shiftTab },
        ...withoutCommandKeys([...findKeys, ...historyKeymap, ...foldKeymap, ...defaultKeymap], open.keyboard.platform),
      ]),
      indentUnit.of("  "),
      open.more,
    ],
  });
}

/** The undo history of an editor, to be passed to another one of the same document. */
export const takeHistory = (state: EditorState): unknown => state.field(historyField, false);

/** An undo history taken from another editor of the same document. */
export const historyWith = (kept: unknown): Extension => [undoHistory(), historyField.init(() => kept)];

/** The key bindings of the commands that edit text, with the user's changes. */
export const commandKeys = (keyboard: Keyboard, format: "markdown" | "text"): Extension =>
  Prec.high(keymap.of(editorKeys(keyboard, format)));

/**
 * The extensions that only Markdown or only plain text has. `length` is the final length of a text that is still
 * loading.
 */
export function formatExtensions(format: "markdown" | "text", text: Text, length = text.length): Extension {
  const isMarkdown = format === "markdown";
  return [
    EditorView.editorAttributes.of({ class: isMarkdown ? "cm-galley cm-galley-markdown" : "cm-galley cm-galley-text" }),
    surrounding(format),
    format === "markdown" ? outdenting : [],
    notesCopied,
    isMarkdown ? [blockKeys, emptyMarksGo, smartPaste, highlighting[highlightingOf(text, length)]] : bracketMatching(),
  ];
}

/** Switches the highlighting of a text that grows beyond a limit. It does not switch back when the text shrinks. */
const switchHighlighting = (format: Compartment): Extension =>
  EditorState.transactionExtender.of((transaction) => {
    // Plain text, and Markdown without highlighting, have no front matter field.
    const isHighlighted = transaction.startState.field(frontMatter, false) !== undefined;
    if (!transaction.docChanged || !isHighlighted || transaction.annotation(loadedFromDisk)) return null;
    // The new text is made later: an extended transaction is another one, which would make it again.
    const [before, after] = [transaction.startState.doc.length, transaction.changes.newLength];
    const isGrown = before <= LIMITS.text && after > LIMITS.text;
    if (!isGrown && after - before <= LIMITS.line) return null;
    return { effects: format.reconfigure(formatExtensions("markdown", transaction.newDoc)) };
  });

/** The accessible name of the document, for screen readers. */
export const documentLabel = (name: string): Extension =>
  EditorView.contentAttributes.of({
    "aria-label": editorMessages.label(name),
    "aria-multiline": "true",
    tabindex: "0",
    spellcheck: "false",
    autocorrect: "off",
    autocapitalize: "off",
  });

/** Line numbers and automatic renumbering of lists, if the settings ask for them. */
export const numbering = ({ lineNumbers: where, renumberLists }: Settings, format: "markdown" | "text"): Extension => [
  where === "always" || (where === "plain text" && format === "text")
    ? [lineNumbers(), EditorView.editorAttributes.of({ class: "cm-numbered" })]
    : [],
  renumberLists && format === "markdown" ? renumberingLists : [],
];

/** What settings change at once in an open document. */
export const shownBy = (settings: Settings): Extension => [
  wrapping(settings),
  optionalMarks.of(settings),
  joinsLines.of(settings.lineBreaks === "join"),
  shownProperties.of(settings.properties),
  marksDice.of(hasDice(settings)),
  settings.smartPunctuation ? smartPunctuation : [],
];

const wrapping = ({ lineWrap }: Settings): Extension => (lineWrap ? EditorView.lineWrapping : []);

export const textSize = ({ fontSize }: Settings): Extension =>
  EditorView.editorAttributes.of({ style: `--canvas-size: ${fontSize}px` });

function highlightingOf(text: Text, length: number): keyof typeof highlighting {
  if (length > LIMITS.text) return "local";
  for (const lines = text.iterLines(); !lines.next().done; ) if (lines.value.length > LIMITS.line) return "none";
  return "whole";
}

const blockKeys = Prec.high(
  keymap.of([
    { key: "Tab", run: nextCell, shift: previousCell },
    { key: "Enter", run: cellBelow },
    { key: "Enter", run: continueBlock, shift: breakWithin },
    { key: "Backspace", run: giveUpMark },
    { key: "Delete", run: joinNextBlock },
    { key: "Home", mac: "Cmd-ArrowLeft", run: textStart, shift: selectToTextStart },
  ]),
);

const writing: Extension = [
  markdown({
    base: markdownLanguage,
    extensions: markdownSyntax,
    codeLanguages: codeLanguage,
    addKeymap: false,
    completeHTMLTags: false,
  }),
  markdownStyle("whole"),
  foldGutter,
];

const highlighting = {
  whole: writing,
  local: [localParsing, localLanguage, markdownStyle("local"), foldGutter],
  none: [] satisfies Extension,
};

/** Undecodable bytes are lone surrogates in the text; each is shown as a small box with its value. */
const damagedBytes = highlightSpecialChars({
  addSpecialChars: /[\udc80-\udcff]/,
  render: (code, description, placeholder) => {
    const box = document.createElement("span");
    const isByte = code >= 0xdc80 && code <= 0xdcff;
    const hex = (code - 0xdc00).toString(16).toUpperCase();
    box.className = isByte ? "cm-damaged-byte" : "cm-specialChar";
    box.textContent = isByte ? hex : placeholder;
    box.title = isByte ? editorMessages.damagedByte(hex) : (description ?? "");
    box.setAttribute("aria-label", box.title);
    return box;
  },
});

/**
 * Puts the cursor back as soon as the editor has the focus again, such as from a dialog that was closed. CodeMirror waits 10 ms, and until then what is
 * typed goes nowhere.
 */
const focusedSelection = EditorView.domEventObservers({
  focus(_event, view) {
    const { focusNode } = view.contentDOM.ownerDocument.getSelection() ?? {};
    if (!focusNode || !view.contentDOM.contains(focusNode)) view.focus();
  },
});
