import { StateEffect } from "@codemirror/state";
import { ViewPlugin } from "@codemirror/view";

/** The readers of front matter, with a parser of YAML, which is loaded when the first front matter is seen. */
export type PropertiesModule = typeof import("./properties-form");

let loaded: PropertiesModule | null = null;
let loading: Promise<PropertiesModule> | null = null;
const listeners = new Set<() => void>();

/** The module has been loaded: front matter is drawn again. */
export const propertiesLoaded = StateEffect.define<null>();

/** The module; null until it is loaded, which begins with the first call. */
export function propertiesModule(): PropertiesModule | null {
  if (!loaded) void loadProperties();
  return loaded;
}

/** Loads the module, and draws all front matter with it. */
export function loadProperties(): Promise<PropertiesModule> {
  loading ??= import("./properties-form").then((module) => {
    loaded = module;
    for (const listener of listeners) listener();
    return module;
  });
  return loading;
}

/** Draws the front matter of an editor again once the module is loaded. */
export const redrawLoaded = ViewPlugin.define((view) => {
  const redraw = () => view.dispatch({ effects: propertiesLoaded.of(null) });
  listeners.add(redraw);
  return { destroy: () => listeners.delete(redraw) };
});
