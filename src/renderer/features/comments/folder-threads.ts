import { atom } from "nanostores";
import type { Bridge } from "../../../shared/contract";
import type { CommentStore } from "../../workbench/api/feature-stores";

/** Debounce of the request, in milliseconds: the whole folder takes longer to list than a document. */
const DEBOUNCE_MS = 1_500;

type FolderThreads = Pick<CommentStore, "$folder" | "loadFolder"> & {
  /** Comments have changed somewhere: lists them again, if they were listed. */
  changed(): void;
};

/** The threads of the whole folder, once they are asked for. */
export function createFolderThreads(bridge: Pick<Bridge, "request">): FolderThreads {
  const $folder = atom<ReturnType<CommentStore["$folder"]["get"]>>(null);
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function loadFolder(): Promise<void> {
    const answer = await bridge.request("comments:folder", undefined);
    $folder.set(answer.ok ? answer : { error: answer.error.message });
  }
  return {
    $folder,
    loadFolder,
    changed() {
      if ($folder.get() === null) return;
      clearTimeout(timer);
      timer = setTimeout(() => void loadFolder(), DEBOUNCE_MS);
    },
  };
}
