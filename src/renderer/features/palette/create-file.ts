import { within } from "../../ui/file-paths";
import type { Shell } from "../../workbench/shell";

/** Creates a file in the folder, including parent folders, and opens it. Shows the error if that fails. */
export async function createFile({ bridge, notices, navigation }: Shell, root: string, file: string): Promise<void> {
  const parts = file.split("/");
  let path = root;
  for (const [index, part] of parts.entries()) {
    path = within(path, part);
    const isFile = index === parts.length - 1;
    if (!isFile && (await bridge.request("workspace:list", path)).ok) continue;
    const made = await bridge.request("workspace:create", { path, kind: isFile ? "file" : "folder" });
    if (!made.ok) return void notices.error(made.error.message, { hint: made.error.hint ?? null });
  }
  await navigation.goTo({ path });
}
