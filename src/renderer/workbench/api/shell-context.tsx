import { createContext, type ReactNode, useContext } from "react";
import { WindowContext } from "../../ui/window-context";
import type { Shell } from "./shell";

const ShellContext = createContext<Shell | null>(null);

/** Provides the shell to the components in it. */
export function ShellProvider({ shell, children }: { shell: Shell; children: ReactNode }) {
  return (
    <ShellContext value={shell}>
      <WindowContext value={shell}>{children}</WindowContext>
    </ShellContext>
  );
}

/** The shell of the surrounding `ShellProvider`. Throws `RangeError` outside of one. */
export function useShell(): Shell {
  const shell = useContext(ShellContext);
  if (!shell) throw new RangeError("useShell must be called inside ShellProvider");
  return shell;
}
