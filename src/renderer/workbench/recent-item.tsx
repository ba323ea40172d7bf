import { FileName } from "../ui/file-name";
import { folderOf, nameOf } from "../ui/file-paths";
import { DocumentIcon, FolderIcon } from "../ui/icons";
import { LinkButton } from "../ui/kit/button";
import { messages } from "../ui/messages";
import { usePlatform, useTabs, useWorkspace } from "./api/parts";

/** A file or folder that was open before: its name and its location. */
export function RecentItem({ path, kind }: { path: string; kind: "folder" | "file" }) {
  const platform = usePlatform();
  const tabs = useTabs();
  const workspace = useWorkspace();
  return (
    <LinkButton
      className="flush"
      title={kind === "folder" ? `${path}\n${messages.recentHint(platform === "darwin" ? "⌘" : "Ctrl")}` : path}
      onClick={({ ctrlKey, metaKey }) => {
        if (kind === "file") void tabs.openPath(path);
        else if (ctrlKey || metaKey) void workspace.openInNewWindow(path);
        else void workspace.open(path);
      }}
    >
      {kind === "folder" ? <FolderIcon /> : <DocumentIcon />}
      <FileName className="recent-name keeps part clip" name={nameOf(path)} />
      <span className="clip faint">{folderOf(path)}</span>
    </LinkButton>
  );
}
