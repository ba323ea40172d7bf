import { useEffect } from "react";
import { useRun } from "../api/parts";

const BACK = 3;
const FORWARD = 4;

/** The side buttons of the mouse go back and forward anywhere in the window. */
export function useMouseButtons(): void {
  const run = useRun();
  useEffect(() => {
    const handleMouseUp = (event: MouseEvent) => {
      if (event.button !== BACK && event.button !== FORWARD) return;
      event.preventDefault();
      event.stopPropagation();
      if (event.type === "mouseup" && !document.querySelector("dialog[open]"))
        run(event.button === BACK ? "go-back" : "go-forward");
    };
    window.addEventListener("mousedown", handleMouseUp, { capture: true });
    window.addEventListener("mouseup", handleMouseUp, { capture: true });
    return () => {
      window.removeEventListener("mousedown", handleMouseUp, { capture: true });
      window.removeEventListener("mouseup", handleMouseUp, { capture: true });
    };
  }, [run]);
}
