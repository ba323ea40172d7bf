import { useEffect } from "react";

/**
 * Electron moves the focus to the menu bar when Alt is released and it has seen no other key since Alt was pressed. It does not see keys that the
 * window has handled, so a shortcut such as Alt+Down would do that too if Alt is released first, and what is typed next would go to the menus. So
 * only an Alt that was pressed alone reaches Electron.
 */
export function useLoneAlt(): void {
  useEffect(() => {
    let isAlone = false;
    const handleKeyDown = ({ key, repeat }: KeyboardEvent) => {
      if (!repeat) isAlone = key === "Alt";
    };
    const handlePointerDown = () => {
      isAlone = false;
    };
    const handleKeyUp = (event: KeyboardEvent) => {
      if (event.key === "Alt" && !isAlone) event.preventDefault();
    };
    const stopping = new AbortController();
    const options = { capture: true, signal: stopping.signal };
    window.addEventListener("keydown", handleKeyDown, options);
    window.addEventListener("keyup", handleKeyUp, options);
    for (const name of ["pointerdown", "wheel"] as const)
      window.addEventListener(name, handlePointerDown, { ...options, passive: true });
    return () => stopping.abort();
  }, []);
}
