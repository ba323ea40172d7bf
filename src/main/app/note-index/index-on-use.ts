import type { WindowContext } from "../documents";
import type { NoteIndex, NoteIndexDeps } from "./note-index";

/** A note index whose code is loaded when it is read first. Before that, no note is known that could have changed. */
export function createIndexOnUse(ctx: WindowContext, deps: NoteIndexDeps): NoteIndex {
  let loaded: NoteIndex | null = null;
  const index = async (): Promise<NoteIndex> => {
    const { createNoteIndex } = await import("./note-index");
    loaded ??= createNoteIndex(ctx, deps);
    return loaded;
  };
  return {
    read: async (refresh) => (await index()).read(refresh),
    aliases: async () => (await index()).aliases(),
    touched: (realPath) => loaded?.touched(realPath),
    folderChanged: (realPath) => loaded?.folderChanged(realPath),
  };
}
