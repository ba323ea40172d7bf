/** The rival's page: CodeMirror with Markdown highlighting and history, and nothing else. */
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { markdown } from "@codemirror/lang-markdown";
import { defaultHighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { EditorView, keymap } from "@codemirror/view";

type Bare = { bare: { text(): Promise<string> }; view?: EditorView };
const page = window as unknown as Bare;

page.bare.text().then((doc) => {
  const view = new EditorView({
    doc,
    extensions: [
      history(),
      keymap.of([...defaultKeymap, ...historyKeymap]),
      markdown(),
      syntaxHighlighting(defaultHighlightStyle),
      EditorView.lineWrapping,
    ],
    parent: document.body,
  });
  page.view = view;
  view.focus();
  requestAnimationFrame(() => setTimeout(() => performance.mark("ready")));
});
