import "../../ui/kit/button.css";
import { type EditorState, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, type Panel, showPanel } from "@codemirror/view";
import type { Authorship } from "../../../shared/authorship";
import type { Bridge } from "../../../shared/contract";
import { authorshipMessages } from "../../ui/authorship-messages";
import type { Notices } from "../../ui/notices";
import type { TextDocumentEditor } from "../../workbench/api/tabs";
import "./authorship.css";
import { colourOf, explained, shownName, statementOf, wholePercents } from "../../ui/authorship-statement";

type Deps = {
  bridge: Bridge;
  notices: Pick<Notices, "error" | "announce">;
  /** Opens the statement on the text at a path in a tab; absent on the page for guests. */
  openStatement?(path: string): void;
};

type AuthorshipView = {
  authorship: Authorship;
  user: string;
  /** What others than the user call the user; null for the user. */
  owner: string | null;
  words: DecorationSet;
  /** Opens the statement. */
  open: (() => void) | null;
  deps: Deps;
};

const setShown = StateEffect.define<AuthorshipView | null>();

/** The colours of the page while they are shown. They move with the text; what is typed meanwhile has none. */
const shownField = StateField.define<AuthorshipView | null>({
  create: () => null,
  update(shown, { effects, changes }) {
    for (const effect of effects) if (effect.is(setShown)) return effect.value;
    return shown === null || changes.empty ? shown : { ...shown, words: shown.words.map(changes) };
  },
  provide: (field) => [
    EditorView.decorations.from(field, (shown) => shown?.words ?? Decoration.none),
    showPanel.from(field, (shown) => (shown === null ? null : (view) => statementPanel(view, shown))),
  ],
});

/** Colours the text by who wrote each word, with a statement below it; if it is coloured, no longer. */
export async function toggleAuthorship(editor: TextDocumentEditor, deps: Deps): Promise<void> {
  if (editor.state().field(shownField, false)) return editor.edit({ effects: setShown.of(null) });
  // What was just typed is a version first: it is the user's.
  await editor.flush();
  const answer = await deps.bridge.request("history:authors", editor.doc);
  if (!answer.ok) return void deps.notices.error(answer.error.message);
  const { authorship, user, owner } = answer;
  const state = editor.state();
  if (state.doc.length !== authorship.characters) return void deps.notices.error(authorshipMessages.changed);
  if (state.field(shownField, false) === undefined) editor.edit({ effects: StateEffect.appendConfig.of(shownField) });
  const { openStatement } = deps;
  const open = () => {
    const { path } = editor.$info.get();
    if (path !== null) openStatement?.(path);
  };
  const words = wordsOf(authorship, state, owner);
  const shown = { authorship, user, owner, words, open: openStatement === undefined ? null : open, deps };
  editor.edit({ effects: setShown.of(shown) });
  deps.notices.announce(statementOf(authorship, owner ?? ""));
}

/** The marks of the spans. Exported for tests. */
export function wordsOf(
  { spans, writers }: Authorship,
  { doc }: Pick<EditorState, "doc">,
  owner: string | null = null,
): DecorationSet {
  const now = new Date();
  let at = 0;
  const marks = spans.flatMap((span) => {
    const [from, to] = [at, Math.min(doc.length, at + span.length)];
    at = to;
    if (from === to) return [];
    const review =
      span.kind !== "agent" ? "" : span.isStale ? " cm-author-stale" : span.isReviewed ? "" : " cm-author-open";
    const mark = {
      class: `cm-author ${colourOf(span, writers)}${review}`,
      attributes: { title: explained(span, now, owner) },
    };
    return [Decoration.mark(mark).range(from, to)];
  });
  return Decoration.set(marks);
}

/** The line below the text: each writer with its colour, and the way to the statement. */
function statementPanel(view: EditorView, { authorship, user, owner, open, deps }: AuthorshipView): Panel {
  const { bridge, notices } = deps;
  const t = authorshipMessages;
  const dom = document.createElement("section");
  dom.className = "cm-authorship foot inset toolbar";
  dom.setAttribute("aria-label", t.heading);
  const writers = document.createElement("ul");
  writers.className = "cm-authorship-writers";
  // The whole list has the focus, so that keys scroll it.
  writers.tabIndex = 0;
  for (const writer of wholePercents(authorship.writers)) {
    const row = document.createElement("li");
    row.className = `cm-author ${colourOf(writer, authorship.writers)}`;
    row.textContent = t.share(shownName(writer, owner), writer.share);
    row.title = t.words(writer.words);
    writers.append(row);
  }
  const buttons = document.createElement("div");
  buttons.className = "actions";
  const add = (label: string, act: () => void) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "button";
    button.dataset["size"] = "small";
    button.textContent = label;
    button.addEventListener("click", act);
    buttons.append(button);
  };
  const copy = (text: string) => void bridge.request("app:copy", text).then(() => notices.announce(t.copied));
  const close = () => {
    view.dispatch({ effects: setShown.of(null) });
    view.focus();
  };
  if (open === null) add(t.copy, () => copy(statementOf(authorship, user)));
  else add(t.open, open);
  add(t.close, close);
  dom.append(writers, buttons);
  dom.addEventListener("keydown", (event) => {
    if (event.key === "Escape") close();
  });
  return { dom };
}
