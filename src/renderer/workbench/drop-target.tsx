import { useEffect, useState } from "react";
import { isWithin } from "../ui/file-paths";
import { words } from "../ui/messages";
import { useShell } from "../ui/shell-context";
import type { Shell } from "./shell";

/** What takes files in itself is left alone. */
const holdsFiles = (event: DragEvent) =>
  (event.dataTransfer?.types.includes("Files") ?? false) &&
  !(event.target instanceof Element && event.target.closest("[data-takes-files]"));

/** Files and folders may be dropped anywhere on the page; the canvas never sees such a drag. */
export function DropTarget() {
  const shell = useShell();
  const { bridge, tabs, tree } = shell;
  const [over, setOver] = useState(false);

  useEffect(() => {
    // Enter and leave come for every element under way: only their balance says whether the drag is still here.
    let depth = 0;
    const entered = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      event.stopPropagation();
      depth += 1;
      setOver(folderUnder(event) === null);
    };
    const moved = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      event.stopPropagation();
      if (event.dataTransfer) event.dataTransfer.dropEffect = "copy";
      const folder = folderUnder(event);
      tree.$dropInto.set(folder);
      setOver(folder === null);
    };
    const left = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      depth = Math.max(0, depth - 1);
      if (depth > 0) return;
      setOver(false);
      tree.$dropInto.set(null);
    };
    const dropped = async (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      event.stopPropagation();
      depth = 0;
      setOver(false);
      tree.$dropInto.set(null);
      const folder = folderUnder(event);
      // What is dropped on a group is for that one.
      const group = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-group]") : null;
      if (group) tabs.groups.enter(Number(group.dataset["group"]));
      const paths = [...(event.dataTransfer?.files ?? [])].map((file) => bridge.pathOf(file)).filter(Boolean);
      if (folder !== null) return tree.takeIn(paths, folder);
      // After an await the drag's files are gone.
      if (!event.altKey && (await takesLinks(shell, event, paths))) return;
      if (await takesImages(event)) return;
      for (const path of paths) await tabs.openPath(path);
    };
    const options = { capture: true };
    window.addEventListener("dragenter", entered, options);
    window.addEventListener("dragover", moved, options);
    window.addEventListener("dragleave", left, options);
    window.addEventListener("drop", dropped, options);
    return () => {
      window.removeEventListener("dragenter", entered, options);
      window.removeEventListener("dragover", moved, options);
      window.removeEventListener("dragleave", left, options);
      window.removeEventListener("drop", dropped, options);
    };
  }, [shell, bridge, tabs, tree]);

  return over ? (
    <div className="drop-target" aria-hidden="true">
      <p>{words.files.drop}</p>
    </div>
  ) : null;
}

/** The folder of the tree that the pointer is over; null where it is elsewhere. */
function folderUnder({ target }: DragEvent): string | null {
  const line =
    target instanceof Element ? target.closest<HTMLElement>(".tree [data-folder], .tree[data-folder]") : null;
  return line?.dataset["folder"] ?? null;
}

/** Files of the open folder that are dropped on a Markdown text are linked to; false for any others. */
async function takesLinks(shell: Shell, event: DragEvent, paths: readonly string[]): Promise<boolean> {
  const text = event.target instanceof Element ? event.target.closest(".cm-galley-markdown") : null;
  const root = shell.workspace.$workspace.get()?.root;
  const active = shell.tabs.$active.get();
  if (!text || root === undefined || active === null || paths.length === 0) return false;
  if (!paths.every((path) => path !== root && isWithin(path, root))) return false;
  const { clientX: x, clientY: y } = event;
  const { dropLinks } = await import("../features/links/drop-links");
  return dropLinks(shell, active, paths, { x, y });
}

/** Images that are dropped on a Markdown text go into it where they were dropped; false for anything else. */
async function takesImages(event: DragEvent): Promise<boolean> {
  const files = [...(event.dataTransfer?.files ?? [])];
  const text = event.target instanceof Element ? event.target.closest<HTMLElement>(".cm-galley-markdown") : null;
  if (!text || files.length === 0 || !files.every(({ type }) => type.startsWith("image/"))) return false;
  const { clientX: x, clientY: y } = event;
  const { dropImages } = await import("../editor/writing/drop-images");
  return dropImages(text, files, { x, y });
}
