import { useEffect } from "react";
import { useShell } from "../../ui/shell-context";

/** A right click in a text, or the menu key, offers what can be done there; what has a menu of its own goes before. */
export function useTextMenu(): void {
  const shell = useShell();
  useEffect(() => {
    const heard = (event: MouseEvent) => {
      const isText = event.target instanceof Element && event.target.closest(".cm-content") !== null;
      if (event.defaultPrevented || !isText) return;
      event.preventDefault();
      void import("./text-menu").then(({ offerTextMenu }) => offerTextMenu(shell, event));
    };
    document.addEventListener("contextmenu", heard);
    return () => document.removeEventListener("contextmenu", heard);
  }, [shell]);
}
