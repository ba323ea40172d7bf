import { useEffect } from "react";
import { useShell } from "../../workbench/api/shell-context";

/** Opens the text menu on right click or the menu key, unless the element has its own menu. */
export function useTextMenu(): void {
  const shell = useShell();
  useEffect(() => {
    const handleContextMenu = (event: MouseEvent) => {
      const isText = event.target instanceof Element && event.target.closest(".cm-content") !== null;
      if (event.defaultPrevented || !isText) return;
      event.preventDefault();
      void import("./text-menu").then(({ offerTextMenu }) => offerTextMenu(shell, event));
    };
    document.addEventListener("contextmenu", handleContextMenu);
    return () => document.removeEventListener("contextmenu", handleContextMenu);
  }, [shell]);
}
