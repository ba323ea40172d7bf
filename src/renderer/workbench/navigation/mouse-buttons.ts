import { useEffect } from "react";
import { useShell } from "../../ui/shell-context";

const BACK = 3;
const FORWARD = 4;

/** The side buttons of the mouse go back and forward anywhere in the window. */
export function useMouseButtons(): void {
  const { run } = useShell();
  useEffect(() => {
    const pressed = (event: MouseEvent) => {
      if (event.button !== BACK && event.button !== FORWARD) return;
      event.preventDefault();
      event.stopPropagation();
      if (event.type === "mouseup" && !document.querySelector("dialog[open]"))
        run(event.button === BACK ? "go-back" : "go-forward");
    };
    window.addEventListener("mousedown", pressed, { capture: true });
    window.addEventListener("mouseup", pressed, { capture: true });
    return () => {
      window.removeEventListener("mousedown", pressed, { capture: true });
      window.removeEventListener("mouseup", pressed, { capture: true });
    };
  }, [run]);
}
