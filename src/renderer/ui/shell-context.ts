import { createContext, useContext } from "react";
import type { Shell } from "../workbench/shell";

/** Provides the shell to the components below it. */
export const ShellContext = createContext<Shell | null>(null);

/** The shell of the surrounding `ShellContext`. Throws `RangeError` outside of one. */
export function useShell(): Shell {
  const shell = useContext(ShellContext);
  if (!shell) throw new RangeError("useShell must be called inside ShellContext");
  return shell;
}
