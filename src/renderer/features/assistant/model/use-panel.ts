import { createContext, useContext } from "react";
import type { PanelModel } from "./panel-model";

/** Provides the panel's state to its components. */
export const PanelContext = createContext<PanelModel | null>(null);

/** The panel's state. Throws `RangeError` outside the panel. */
export function usePanel(): PanelModel {
  const model = useContext(PanelContext);
  if (!model) throw new RangeError("usePanel must be called inside PanelContext");
  return model;
}
