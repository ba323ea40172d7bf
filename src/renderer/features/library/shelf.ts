import { atom } from "nanostores";
import type { Bridge, Outcome } from "../../../shared/contract";
import type { AddedDocument, EntryName, Shelf } from "../../../shared/library";
import type { Notices } from "../../ui/notices";

type Deps = {
  bridge: Bridge;
  notices: Pick<Notices, "error">;
  /** The shelf was loaded again: its entries may have changed. */
  onLoad(): void;
  /** Other documents can be searched now. */
  onChange(): void;
};

/** The documents of the library: which are on, and adding and removing some. */
export function createShelf({ bridge, notices, onLoad, onChange }: Deps) {
  const $shelf = atom<Shelf | null>(null);
  const $failure = atom<string | null>(null);
  const $adding = atom<{ name: string; done: number; of: number } | null>(null);
  /** The result of the last added files, if there is something to report. */
  const $added = atom<readonly AddedDocument[]>([]);

  const applyAnswer = (
    answer: { ok: true; shelf: Shelf } | { ok: false; error: { message: string; hint?: string } },
  ) => {
    if (!answer.ok) {
      notices.error(answer.error.message, { hint: answer.error.hint ?? null });
      return;
    }
    $failure.set(null);
    $shelf.set(answer.shelf);
    for (const sentence of answer.shelf.notices) notices.error(sentence);
    onChange();
  };

  async function load(): Promise<void> {
    const answer = await bridge.request("library:shelf", undefined);
    if (answer.ok) {
      onLoad();
      applyAnswer(answer);
    } else $failure.set([answer.error.message, answer.error.hint].filter(Boolean).join(" "));
  }

  async function addWith(
    request: () => Promise<Outcome<{ files: AddedDocument[]; shelf: Shelf }>>,
  ): Promise<readonly AddedDocument[]> {
    if ($adding.get()) return [];
    $adding.set({ name: "", done: 0, of: 0 });
    $added.set([]);
    const answer = await request().finally(() => $adding.set(null));
    applyAnswer(answer);
    if (!answer.ok) return [];
    $added.set(answer.files);
    return answer.files;
  }

  bridge.listen("library:changed", () => {
    if ($shelf.get()) void load();
  });
  bridge.listen("workspace:opened", () => {
    if ($shelf.get()) void load();
  });
  bridge.listen("library:progress", (progress) => {
    if ($adding.get()) $adding.set(progress);
  });

  return {
    $shelf,
    $failure,
    $adding,
    $added,
    load,
    async turn(documents: string[], isOn: boolean): Promise<void> {
      const shelf = $shelf.get();
      // Updates the switch before main has answered.
      if (shelf)
        $shelf.set({
          ...shelf,
          documents: shelf.documents.map((each) => (documents.includes(each.document) ? { ...each, isOn } : each)),
        });
      applyAnswer(await bridge.request("library:switch", { documents, isOn }));
    },
    async favourite({ document, kind, key, name }: EntryName, isFavourite: boolean): Promise<void> {
      const entry = { document, kind, key, name };
      applyAnswer(await bridge.request("library:favourite", { entry, isFavourite }));
    },
    add: (paths: string[] | null): Promise<readonly AddedDocument[]> =>
      addWith(() => bridge.request("library:add", paths)),
    /** Adds files that replace a document, to which the user has agreed. */
    async replace(names: string[]): Promise<void> {
      const others = $added.get().filter(({ name }) => !names.includes(name));
      const files = await addWith(() => bridge.request("library:replace", names));
      $added.set([...others, ...files]);
    },
    stopAdding: () => void bridge.request("library:stop", undefined),
    dismiss: () => $added.set([]),
    remove: async (document: string) => applyAnswer(await bridge.request("library:remove", document)),
    restore: async (document: string) => applyAnswer(await bridge.request("library:restore", document)),
  };
}
