import { createContext, useContext } from "react";
import type { Shell } from "../workbench/shell";

/** Gives the shell to the components under it. */
export const ShellContext = createContext<Shell | null>(null);

/** The shell around this component. Throws `RangeError` outside of one. */
export function useShell(): Shell {
  const shell = useContext(ShellContext);
  if (!shell) throw new RangeError("a component of the page stands outside its ShellContext");
  return shell;
}
