import { useEffect, useState } from "react";
import { isWithin } from "../ui/file-paths";
import { messages } from "../ui/messages";
import type { Shell } from "./api/shell";
import { useShell } from "./api/shell-context";

/** Elements that handle dropped files themselves are left alone. */
const holdsFiles = (event: DragEvent) =>
  (event.dataTransfer?.types.includes("Files") ?? false) &&
  !(event.target instanceof Element && event.target.closest("[data-takes-files]"));

/** Files and folders can be dropped anywhere in the window; the editor never sees such a drag. */
export function DropTarget() {
  const shell = useShell();
  const { bridge, tabs, tree } = shell;
  const [over, setOver] = useState(false);

  useEffect(() => {
    // dragenter and dragleave fire for every element: only their difference says whether the drag is still over the
    // window.
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
      // Files dropped on a group open in it.
      const group = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-group]") : null;
      if (group) tabs.groups.enter(Number(group.dataset["group"]));
      const paths = [...(event.dataTransfer?.files ?? [])].map((file) => bridge.pathOf(file)).filter(Boolean);
      if (folder !== null) return tree.importFiles(paths, folder);
      // After an await, the drag's files are no longer available.
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
      <p>{messages.files.drop}</p>
    </div>
  ) : null;
}

/** The folder of the file tree under the pointer; null if there is none. */
function folderUnder({ target }: DragEvent): string | null {
  const line =
    target instanceof Element ? target.closest<HTMLElement>(".tree [data-folder], .tree[data-folder]") : null;
  return line?.dataset["folder"] ?? null;
}

/** Inserts links to files of the open folder that are dropped on a Markdown text; false for anything else. */
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

/** Inserts images that are dropped on a Markdown text at that position; false for anything else. */
async function takesImages(event: DragEvent): Promise<boolean> {
  const files = [...(event.dataTransfer?.files ?? [])];
  const text = event.target instanceof Element ? event.target.closest<HTMLElement>(".cm-galley-markdown") : null;
  if (!text || files.length === 0 || !files.every(({ type }) => type.startsWith("image/"))) return false;
  const { clientX: x, clientY: y } = event;
  const { dropImages } = await import("../editor/writing/drop-images");
  return dropImages(text, files, { x, y });
}
