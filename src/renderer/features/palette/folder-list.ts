import { atom } from "nanostores";
import type { Bridge } from "../../../shared/contract";
import { candidate } from "../../ui/fuzzy";
import type { FolderList, FolderLists } from "../../workbench/api/feature-stores";

/** Lists the files of the open folder. A previous listing stays while it is refreshed. */
export function createFolderList(bridge: Bridge): FolderLists {
  const $list = atom<FolderList | null>(null);
  let turn = 0;

  /** The first time, every note is read for them: the files do not wait. */
  const findAliases = async (root: string, mine: number): Promise<void> => {
    const answer = await bridge.request("index:aliases", undefined).catch(() => null);
    const list = $list.get();
    if (mine !== turn || !answer?.ok || list?.root !== root) return;
    const isSame =
      answer.aliases.length === list.aliases.length &&
      answer.aliases.every(
        ({ name, path }, at) => list.aliases[at]?.path === path && list.aliases[at]?.entry.text === name,
      );
    if (isSame) return;
    const aliases = answer.aliases.map(({ name, path }) => ({ entry: candidate(name, "words"), path }));
    $list.set({ ...list, aliases });
  };

  return {
    $list,
    async refresh(root: string | null): Promise<void> {
      turn += 1;
      const mine = turn;
      if (root === null) return $list.set(null);
      const before = $list.get();
      if (before?.root !== root) $list.set({ status: "loading", root, files: [], aliases: [], isAll: true, why: "" });
      const answer = await bridge
        .request("workspace:files", undefined)
        .catch((error: unknown) => ({ ok: false as const, error: { message: String(error) } }));
      if (mine !== turn) return;
      if (!answer.ok) {
        $list.set({
          status: "failed",
          root,
          files: before?.root === root ? before.files : [],
          aliases: [],
          isAll: true,
          why: answer.error.message,
        });
        return;
      }
      void findAliases(root, mine);
      // Usually nothing has changed: do not notify then.
      const isSame =
        before?.root === root &&
        before.status === "ready" &&
        before.isAll === answer.isAll &&
        before.files.length === answer.files.length &&
        answer.files.every((path, index) => before.files[index]?.text === path);
      if (isSame) return;
      const known = new Map((before?.root === root ? before.files : []).map((file) => [file.text, file]));
      const files = answer.files.map((path) => known.get(path) ?? candidate(path, "path"));
      const aliases = before?.root === root ? before.aliases : [];
      $list.set({ status: "ready", root, files, aliases, isAll: answer.isAll, why: "" });
    },
  };
}
