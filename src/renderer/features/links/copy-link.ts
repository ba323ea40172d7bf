import { linkText, writeLink } from "../../../core/links/write-link";
import { folderPath, nameOf } from "../../ui/file-paths";
import { messages } from "../../ui/messages";
import type { Shell } from "../../workbench/api/shell";
import { createLinkNames } from "./link-names";

/**
 * Copies a link to a file: in the link style of the open folder, by default a wiki link, which works in every note. A file outside of the folder gets a
 * Markdown link to its address.
 */
export async function copyLink(
  shell: Pick<Shell, "bridge" | "workspace" | "notices" | "$folderRules">,
  file: string,
): Promise<void> {
  const { bridge, workspace, notices, $folderRules } = shell;
  const root = workspace.$workspace.get()?.root;
  const path = root === undefined ? null : folderPath(root, file);
  const listed = path === null ? null : await createLinkNames(shell).list();
  const style = $folderRules.get()?.linkStyle ?? { syntax: "wiki", paths: "shortest" };
  const link =
    path === null || listed === null
      ? `[${linkText(nameOf(file)).replace(/[\\[\]]/g, "\\$&")}](${fileAddress(file)})`
      : // Where the link is pasted is not known: only a path from the folder is right everywhere.
        writeLink(listed.names, {
          from: "",
          path,
          text: linkText(path),
          style: style.paths === "relative" ? { ...style, paths: "absolute" } : style,
        });
  await bridge.request("app:copy", link);
  notices.announce(messages.copied);
}

/** The `file:` address of an absolute path on any system. */
export function fileAddress(path: string): string {
  const parts = path.replace(/^[A-Za-z]:\\|^\\\\/.test(path) ? /\\/g : /\/{2,}/g, "/").split("/");
  const written = parts.map((part, index) =>
    index === 0 && /^[A-Za-z]:$/.test(part) ? part : encodeURIComponent(part),
  );
  return path.startsWith("/") ? `file://${written.join("/")}` : `file:///${written.join("/")}`;
}
