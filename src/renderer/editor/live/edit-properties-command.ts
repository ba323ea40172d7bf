import type { Command } from "@codemirror/view";
import { frontMatter, startOfText } from "../text/front-matter";
import { shownProperties } from "./live-host";
import { modeOf } from "./mode";
import { loadProperties } from "./properties-source";

/** Goes to the first property, in the form or the source; a document without properties gets its first one. */
export const editPropertiesCommand: Command = (view) => {
  const { state } = view;
  if (state.readOnly || state.field(frontMatter, false) === undefined) return false;
  const isForm = modeOf(state) === "live" && state.facet(shownProperties) === "form";
  if (state.field(frontMatter) === 0) {
    const insert = isForm ? "---\n---\n" : "---\n\n---\n";
    view.dispatch({
      changes: { from: 0, insert },
      ...(isForm ? {} : { selection: { anchor: 4 } }),
      userEvent: "input",
    });
  }
  if (!isForm) {
    if (state.field(frontMatter) > 0)
      view.dispatch({ selection: { anchor: 4 }, scrollIntoView: true, userEvent: "select" });
    return true;
  }
  void loadProperties().then(({ focusForm }) => {
    // While the cursor is in it, its source is shown.
    const { selection, doc } = view.state;
    if (selection.main.from < startOfText(doc)) view.dispatch({ selection: { anchor: startOfText(doc) } });
    view.dispatch({ scrollIntoView: true });
    view.scrollDOM.scrollTop = 0;
    view.requestMeasure({ read: () => undefined, write: () => void focusForm(view) });
  });
  return true;
};
