/** The page of the bare app that Galley is compared with: CodeMirror with Markdown highlighting, history and its own find panel. */
import { defaultKeymap, history, historyKeymap, undo } from "@codemirror/commands";
import { markdown } from "@codemirror/lang-markdown";
import { defaultHighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { search, searchKeymap } from "@codemirror/search";
import { EditorView, keymap } from "@codemirror/view";

/** The functions that the benchmarks call. Each returns milliseconds. */
export type BarePage = {
  bare: { text(path?: string): Promise<string> };
  /** From the request for a file to the frame that shows it. */
  openFile(path: string): Promise<number>;
  /** From an empty change to the frame that paints it. */
  emptyChange(): Promise<number>;
  /** From a change of the first line to the frame that paints it. */
  changeTitle(title: string): Promise<number>;
  /** From one transaction that replaces `most` matches of a word to the frame that paints it. */
  replaceMany(from: string, to: string, most: number): Promise<number>;
  /** From undoing the last transaction to the frame that paints it. */
  undo(): Promise<number>;
};

const page = window as unknown as BarePage;
const painted = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
let view: EditorView | null = null;

async function show(path?: string): Promise<void> {
  const doc = await page.bare.text(path);
  view?.destroy();
  view = new EditorView({
    doc,
    extensions: [
      history(),
      keymap.of([...defaultKeymap, ...historyKeymap, ...searchKeymap]),
      search({ literal: true }),
      markdown(),
      syntaxHighlighting(defaultHighlightStyle),
      EditorView.lineWrapping,
    ],
    parent: document.body,
  });
  view.focus();
  await painted();
}

async function timed(run: () => Promise<void> | undefined): Promise<number> {
  const started = performance.now();
  await run();
  return performance.now() - started;
}

page.openFile = (path) => timed(() => show(path));
page.emptyChange = () =>
  timed(async () => {
    view?.dispatch({ changes: { from: 0, insert: "" } });
    await painted();
  });

page.changeTitle = (title) =>
  timed(async () => {
    view?.dispatch({ changes: { from: 0, to: view.state.doc.line(1).to, insert: title } });
    await painted();
  });

show().then(() => performance.mark("ready"));

page.replaceMany = (from, to, most) =>
  timed(async () => {
    const text = view?.state.doc.toString() ?? "";
    const changes: { from: number; to: number; insert: string }[] = [];
    for (let at = text.indexOf(from); at >= 0 && changes.length < most; at = text.indexOf(from, at + 1))
      changes.push({ from: at, to: at + from.length, insert: to });
    view?.dispatch({ changes });
    await painted();
  });

page.undo = () =>
  timed(async () => {
    if (view) undo(view);
    await painted();
  });
