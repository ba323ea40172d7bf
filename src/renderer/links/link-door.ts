import { Compartment, type Extension } from "@codemirror/state";
import { ViewPlugin } from "@codemirror/view";
import { followLink } from "../live/follow-link";
import { headingRenamer } from "./renames";

/** What the links of one document ask of the page. */
export type LinkWorld = {
  /** Goes where a link leads, or says why not. */
  follow(link: { kind: "address" | "wiki"; target: string }): Promise<void>;
  /** Asks for another title for the heading of a line. */
  renameHeading(line: number): boolean;
  /** What completes links; loaded when the editor has been shown. */
  completion(): Promise<Extension>;
};

/** The links of a document's editor: followed by Ctrl+click and a key, and completed while they are written. */
export function linkDoor({ follow, renameHeading, completion }: LinkWorld): Extension {
  const place = new Compartment();
  return [
    followLink.of(({ kind, target }) => {
      if (kind === "note" || target === "") return false;
      void follow({ kind, target });
      return true;
    }),
    headingRenamer.of(renameHeading),
    pointing,
    place.of([]),
    ViewPlugin.define((view) => {
      let isGone = false;
      const asked = requestIdleCallback(async () => {
        const extension = await completion();
        if (!isGone) view.dispatch({ effects: place.reconfigure(extension) });
      });
      return {
        destroy() {
          isGone = true;
          cancelIdleCallback(asked);
        },
      };
    }),
  ];
}

/** While Ctrl (⌘ on macOS) is held the pointer over a link says that it can be followed. */
const pointing = ViewPlugin.define((view) => {
  const tell = ({ ctrlKey, metaKey }: KeyboardEvent | MouseEvent) => {
    view.dom.classList.toggle("cm-following", ctrlKey || metaKey);
  };
  const leave = () => view.dom.classList.remove("cm-following");
  const heard = ["keydown", "keyup"] as const;
  for (const name of heard) window.addEventListener(name, tell);
  window.addEventListener("blur", leave);
  view.dom.addEventListener("mousemove", tell);
  return {
    destroy() {
      for (const name of heard) window.removeEventListener(name, tell);
      window.removeEventListener("blur", leave);
      view.dom.removeEventListener("mousemove", tell);
    },
  };
});
