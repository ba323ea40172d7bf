/** What a key in an editor fires besides `keydown`. */
const TEXT_EVENTS: ReadonlySet<string> = new Set(["keypress", "textInput", "input", "keyup"]);

/** Whether an event of a key is for CodeMirror alone: the text itself has the focus, and no field inside it. */
const isForEditor = ({ target }: Event): boolean =>
  (target as Partial<Element> | null)?.classList?.contains("cm-content") ?? false;

/**
 * Returns an element whose listeners are not called for the text that is typed in an editor, other than for `keydown`. React listens at its root for
 * everything, twice, and looks each time through all that is around the editor for handlers. There are none.
 */
export function withoutEditorText<T extends Pick<EventTarget, "addEventListener">>(root: T): T {
  const add = root.addEventListener.bind(root);
  root.addEventListener = (type, listener, options) => {
    const isFiltered = typeof listener === "function" && TEXT_EVENTS.has(type);
    add(type, isFiltered ? (event) => isForEditor(event) || listener(event) : listener, options);
  };
  return root;
}
