import { atom, computed } from "nanostores";
import type { Bridge, StartState, Workspace } from "../../../shared/contract";
import { within } from "../../ui/file-paths";
import type { Notices } from "../../ui/notices";
import type { WorkspaceStore } from "../../workbench/api/feature-stores";

/** The most recent folders and files listed. */
const MAX_RECENT = 10;

type Recent = StartState["recent"][number];

/** The open folder, and the recent folders and files, newest first. */
export function createWorkspace(
  bridge: Bridge,
  notices: Notices,
  start: Pick<StartState, "workspace" | "recent">,
): WorkspaceStore {
  const $workspace = atom<Workspace | null>(start.workspace);
  const $recent = atom<readonly Recent[]>(start.recent.slice(0, MAX_RECENT));

  const remember = (entry: Recent) =>
    $recent.set([entry, ...$recent.get().filter(({ path }) => path !== entry.path)].slice(0, MAX_RECENT));

  const opened = (workspace: Workspace | null) => {
    if (workspace?.root === $workspace.get()?.root) return;
    $workspace.set(workspace);
    if (workspace) remember({ path: workspace.root, kind: "folder" });
  };
  bridge.listen("workspace:opened", opened);
  bridge.listen("recent:changed", (recent) => $recent.set(recent.slice(0, MAX_RECENT)));

  return {
    $workspace,
    $root: computed($workspace, (workspace) => workspace?.root ?? null),
    $recent,
    remember,
    opened,
    async open(path: string | null): Promise<void> {
      const answer = await bridge.request("workspace:open", path);
      if (!answer.ok) notices.error(answer.error.message, { hint: answer.error.hint ?? null });
      else if (answer.workspace) opened(answer.workspace);
    },
    async openInNewWindow(path: string | null): Promise<void> {
      const answer = await bridge.request("window:open-folder", path);
      if (!answer.ok) notices.error(answer.error.message, { hint: answer.error.hint ?? null });
    },
    async createFile(root: string, file: string): Promise<string | null> {
      const parts = file.split("/");
      let path = root;
      for (const [index, part] of parts.entries()) {
        path = within(path, part);
        const isFile = index === parts.length - 1;
        if (!isFile && (await bridge.request("workspace:list", path)).ok) continue;
        const made = await bridge.request("workspace:create", { path, kind: isFile ? "file" : "folder" });
        if (!made.ok) {
          notices.error(made.error.message, { hint: made.error.hint ?? null });
          return null;
        }
      }
      return path;
    },
    async close(): Promise<void> {
      await bridge.request("workspace:close", undefined);
      opened(null);
    },
  };
}
