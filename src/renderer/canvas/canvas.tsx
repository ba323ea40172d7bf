import { useLayoutEffect, useRef } from "react";
import type { WorkingCopy } from "./working-copy";

/** Shows one working copy; those that are not shown keep their text, their undo and where they were. */
export function Canvas({ copy }: { copy: Pick<WorkingCopy, "mount" | "unmount"> }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!place.current) return;
    copy.mount(place.current);
    return () => copy.unmount();
  }, [copy]);
  return <div ref={place} className="canvas" style={{ height: "100%" }} />;
}
