import { EditorView } from "@codemirror/view";

/**
 * Puts the cursor back as soon as the editor has the focus again, such as from a dialog that was closed. CodeMirror waits 10 ms, and until then what is
 * typed goes nowhere.
 */
export const focusedSelection = EditorView.domEventObservers({
  focus(_event, view) {
    const { focusNode } = view.contentDOM.ownerDocument.getSelection() ?? {};
    if (!focusNode || !view.contentDOM.contains(focusNode)) view.focus();
  },
});
