import "../../ui/kit/button.css";
import { type EditorState, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, type Panel, showPanel } from "@codemirror/view";
import type { Authorship } from "../../../shared/authorship";
import type { Bridge } from "../../../shared/contract";
import { authorshipMessages } from "../../ui/authorship-messages";
import type { Notices } from "../../ui/notices";
import type { TextDocumentEditor } from "../../workbench/api/tabs";
import "./authorship.css";
import { colourOf, explained, shownName, statementOf } from "../../ui/authorship-statement";

type Deps = { bridge: Bridge; notices: Pick<Notices, "error" | "announce"> };

type AuthorshipView = { authorship: Authorship; user: string; words: DecorationSet; deps: Deps };

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
  const { authorship, user } = answer;
  const state = editor.state();
  if (state.doc.length !== authorship.characters) return void deps.notices.error(authorshipMessages.changed);
  if (state.field(shownField, false) === undefined) editor.edit({ effects: StateEffect.appendConfig.of(shownField) });
  editor.edit({ effects: setShown.of({ authorship, user, words: wordsOf(authorship, state), deps }) });
  deps.notices.announce(statementOf(authorship));
}

/** The marks of the spans. Exported for tests. */
export function wordsOf({ spans, writers }: Authorship, { doc }: Pick<EditorState, "doc">): DecorationSet {
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
      attributes: { title: explained(span, now) },
    };
    return [Decoration.mark(mark).range(from, to)];
  });
  return Decoration.set(marks);
}

/** The statement below the text: each writer with its colour, and ways to copy it. */
function statementPanel(view: EditorView, { authorship, user, deps: { bridge, notices } }: AuthorshipView): Panel {
  const t = authorshipMessages;
  const dom = document.createElement("section");
  dom.className = "cm-authorship foot inset wraps capped";
  dom.setAttribute("aria-label", t.heading);
  const writers = document.createElement("ul");
  writers.className = "wraps";
  for (const writer of authorship.writers) {
    const row = document.createElement("li");
    const sample = document.createElement("span");
    sample.className = `cm-author ${colourOf(writer, authorship.writers)}`;
    sample.textContent = t.share(shownName(writer), writer.share);
    const count = document.createElement("small");
    count.className = "soft";
    count.textContent = t.words(writer.words);
    row.append(sample, " ", count);
    writers.append(row);
  }
  const warnings = authorship.warnings.map((warning) => {
    const row = document.createElement("p");
    row.className = "soft";
    row.textContent = warning;
    return row;
  });
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
  add(t.copy, () => copy(statementOf(authorship, user)));
  add(t.copyJson, () => copy(`${JSON.stringify(authorship, null, 2)}\n`));
  add(t.close, close);
  const statement = document.createElement("p");
  statement.className = "soft";
  statement.textContent = statementOf(authorship);
  dom.append(writers, statement, ...warnings, buttons);
  dom.addEventListener("keydown", (event) => {
    if (event.key === "Escape") close();
  });
  return { dom };
}
