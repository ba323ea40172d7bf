import { Compartment, type Extension } from "@codemirror/state";
import { EditorView, ViewPlugin } from "@codemirror/view";
import { followLink } from "../../editor/live/follow-link";
import { headingRenamer } from "../../editor/rename-heading";
import { DRAGGED } from "../../ui/file-paths";

/** The link operations that the editor extension calls. */
export type LinkHandlers = {
  /** Follows a link, or shows why it cannot. */
  follow(link: { kind: "address" | "wiki" | "tag"; target: string }, where: "here" | "beside"): Promise<void>;
  /** Renames the heading of a line; false if it is not a heading. */
  renameHeading(line: number): boolean;
  /** A file of the tree was dropped on the text: insert a link, or open the file. */
  dropped(path: string, at: { x: number; y: number }, how: "link" | "open"): Promise<void>;
  /** Loads what is needed only after the editor has been shown: completion, and the look of links that lead nowhere. */
  later(): Promise<Extension>;
};

/** The editor extension for links: Ctrl+click, dropped files, heading renames, completion and links that lead nowhere. */
export function linkExtension({ follow, renameHeading, dropped, later }: LinkHandlers): Extension {
  const compartment = new Compartment();
  return [
    followLink.of(({ kind, target }, _view, where) => {
      if (kind === "note" || target === "") return false;
      void follow({ kind, target }, where);
      return true;
    }),
    headingRenamer.of(renameHeading),
    EditorView.domEventHandlers({
      dragover(event) {
        if (event.dataTransfer?.types.includes(DRAGGED)) event.preventDefault();
        return false;
      },
      drop(event) {
        const path = event.dataTransfer?.getData(DRAGGED);
        if (!path) return false;
        event.preventDefault();
        void dropped(path, { x: event.clientX, y: event.clientY }, event.altKey ? "open" : "link");
        return true;
      },
    }),
    pointing,
    compartment.of([]),
    ViewPlugin.define((view) => {
      let isGone = false;
      const load = async () => {
        const extension = await later();
        if (!isGone) view.dispatch({ effects: compartment.reconfigure(extension) });
      };
      // The timeout loads it even if the window is never idle.
      const idleCallback = requestIdleCallback(load, { timeout: 3000 });
      return {
        destroy() {
          isGone = true;
          cancelIdleCallback(idleCallback);
        },
      };
    }),
  ];
}

/** While Ctrl (⌘ on macOS) is held, links show a pointer cursor. */
const pointing = ViewPlugin.define((view) => {
  const updateClass = ({ ctrlKey, metaKey }: KeyboardEvent | MouseEvent) => {
    view.dom.classList.toggle("cm-following", ctrlKey || metaKey);
  };
  const leave = () => view.dom.classList.remove("cm-following");
  const eventNames = ["keydown", "keyup"] as const;
  for (const name of eventNames) window.addEventListener(name, updateClass);
  window.addEventListener("blur", leave);
  view.dom.addEventListener("mousemove", updateClass);
  return {
    destroy() {
      for (const name of eventNames) window.removeEventListener(name, updateClass);
      window.removeEventListener("blur", leave);
      view.dom.removeEventListener("mousemove", updateClass);
    },
  };
});
