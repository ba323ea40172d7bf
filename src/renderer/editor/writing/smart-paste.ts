import { EditorSelection, type EditorState, type Extension, type TransactionSpec } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { oneStep } from "./format";
import { linkOver } from "./link";
import { writingMessages } from "./messages";
import { goingOn, readOpening } from "./opening";
import { isProse } from "./prose";
import { writingHost } from "./writing-host";

/** The longest HTML that is converted, in characters; longer HTML is pasted as plain text, with a notice. */
const MAX_LENGTH = 16_000_000;

/** The targets of pastes that are still being converted, mapped through later edits. */
const waiting = new WeakMap<EditorView, Set<{ selection: EditorSelection }>>();

const movesAlong = EditorView.updateListener.of(({ view, changes, docChanged }) => {
  if (docChanged) for (const target of waiting.get(view) ?? []) target.selection = target.selection.map(changes);
});

/** The maximum number of images that are pasted at once. */
const MAX_IMAGES = 50;

const takesPaste = EditorView.domEventHandlers({
  paste(event, view) {
    const { clipboardData: data } = event;
    const { state } = view;
    if (!data || state.readOnly) return false;
    const plain = data.getData("text/plain");
    const html = data.getData("text/html");
    const images = imagesIn(data.files);
    if (images.length > 0 && plain.trim() === "" && isOnlyImage(html)) {
      void putImages(view, images, "pasted");
      return true;
    }
    if (!state.selection.ranges.every(({ from }) => isProse(state, from))) return false;
    const link = linkOver(state, plain);
    if (link) {
      view.dispatch(link);
      return true;
    }
    if (html === "" || isFromEditor(data, html)) return false;
    if (html.length > MAX_LENGTH) {
      state.facet(writingHost)?.announce(writingMessages.pastedPlain(html.length, MAX_LENGTH));
      return false;
    }
    void putRich(view, html, plain);
    return true;
  },
});

/**
 * Handles pastes into prose: rich text becomes Markdown, an address over a selection a link, an image a file with a
 * link. In code, and from code editors, plain text is pasted.
 */
export const smartPaste: Extension = [takesPaste, movesAlong];

const isOnlyImage = (html: string) =>
  html === "" ||
  (/<img\b/i.test(html.slice(0, 100_000)) &&
    html.length < 100_000 &&
    html.replace(/<[^>]{0,50000}>/g, "").trim() === "");

const isFromEditor = (data: DataTransfer, html: string) =>
  data.types.includes("vscode-editor-data") ||
  /^(?:<meta[^>]*>)?\s*<div style="[^"]*font-family:[^"]*mono[^"]*white-space:\s*pre/i.test(html);

async function putRich(view: EditorView, html: string, plain: string): Promise<void> {
  const target = { selection: view.state.selection };
  const targets = waiting.get(view) ?? new Set();
  waiting.set(view, targets.add(target));
  let markdown: string | null = "";
  let isRead = true;
  try {
    const { richMarkdown } = await import("./rich-markdown");
    markdown = await richMarkdown(html);
  } catch {
    isRead = false;
  }
  targets.delete(target);
  if (!view.dom.isConnected || view.state.readOnly) return;
  // If the rich text cannot be converted, paste the plain text.
  const text = markdown || plain.replace(/\r\n?/g, "\n");
  if (text !== "") view.dispatch(pasteTransaction(view.state, text, target.selection));
  const host = view.state.facet(writingHost);
  if (markdown === null) host?.announce(writingMessages.pastedPlainParts);
  else if (!isRead) host?.announce(writingMessages.pastedUnread);
}

/** Replaces the selection with Markdown: within an item or quote as part of it, blocks on their own lines. */
export function pasteTransaction(state: EditorState, markdown: string, over = state.selection): TransactionSpec {
  const isBlock = /\n/.test(markdown) || /^(?:#{1,6} |[-*+] |\d+\. |> |\||```|---$)/.test(markdown);
  // If the user has moved the cursor meanwhile, it stays there.
  const isHere = over.eq(state.selection);
  const at = isHere ? state : state.update({ selection: over }).state;
  const { changes, selection } = at.changeByRange(({ from, to }) => {
    const line = state.doc.lineAt(from);
    const { openers, contentStart } = readOpening(line.text);
    const last = openers.at(-1);
    const before = line.text.slice(last ? contentStart : 0, from - line.from).trim();
    const after = state.sliceDoc(to, state.doc.lineAt(to).to).trim();
    const prefix = last
      ? goingOn(line.text, last) + (last.kind === "quote" ? "> " : " ".repeat(last.inner - last.at))
      : "";
    const isOwn = isBlock && /^(?:#{1,6} |[-*+] |\d+\. |> |\||```|---$)/m.test(markdown);
    const text = `${isOwn && before !== "" ? "\n\n" : ""}${markdown}${isOwn && after !== "" ? "\n\n" : ""}`;
    const insert = state.toText(
      text
        .replace(/\n(?!$)/g, `\n${prefix}`)
        .replace(/[ \t]+$/gm, (blanks, at: number, all: string) =>
          all[at - 1] === ">" || all[at - 1] === "\n" ? "" : blanks,
        ),
    );
    const cursor = from + insert.length;
    return { changes: { from, to, insert }, range: EditorSelection.cursor(cursor) };
  });
  const stays = { changes, userEvent: "input.paste" };
  return oneStep(state, isHere ? { ...stays, selection } : { ...stays, scrollIntoView: false });
}

/** The image files of a paste or drop, by their declared type. Main checks the content. */
const imagesIn = (files: FileList): File[] =>
  [...files].filter(({ type }) => type.startsWith("image/")).slice(0, MAX_IMAGES);

/** Stores images beside the document, each as a file, and inserts links to them at the cursor. */
export async function putImages(view: EditorView, images: readonly File[], way: "pasted" | "dropped"): Promise<void> {
  const host = view.state.facet(writingHost);
  if (!host) return;
  const links: string[] = [];
  for (const image of images) {
    const bytes = new Uint8Array(await image.arrayBuffer());
    const isNamed = way === "dropped" || image.name !== "image.png";
    // The error has been shown; continue with the others.
    const stored = await host.addImage({ name: isNamed ? image.name : null, bytes });
    if (stored?.embed) links.push(`![[${stored.embed}]]`);
    else if (stored) links.push(`![${isNamed ? altOf(image.name) : ""}](${addressOf(stored.path)})`);
  }
  if (links.length === 0 || !view.dom.isConnected) return;
  view.dispatch(pasteTransaction(view.state, links.join("\n")));
  view.focus();
  host.announce(writingMessages.imagesAdded(links.length));
}

const altOf = (name: string) => name.replace(/\.[^.]{1,12}$/, "").replace(/[[\]\\]/g, " ");

/** A path as written in a link: spaces and special characters are percent-encoded. */
const addressOf = (path: string) =>
  path.replace(/[\s()<>%#?\\"]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`);
