import { atom, computed, type ReadableAtom } from "nanostores";
import type { Bridge, Settings } from "../../../shared/contract";
import type { FolderRules } from "../../../shared/note-index";
import type { Notices } from "../../ui/notices";
import { linkMessages } from "./messages";

type Deps = {
  bridge: Bridge;
  $root: ReadableAtom<string | null>;
  $settings: ReadableAtom<Settings>;
  notices: Pick<Notices, "info">;
  showSettings(): void;
  showTags(): void;
};

/** What the open folder says about how its notes are written, and the settings of its documents that follow. A notice mentions a new vault's rules once. */
export function createFolderRules({ bridge, $root, $settings, notices, showSettings, showTags }: Deps) {
  const $rules = atom<FolderRules | null>(null);
  let turn = 0;
  const refresh = async (): Promise<void> => {
    turn += 1;
    const mine = turn;
    const root = $root.get();
    if (root === null) return $rules.set(null);
    const answer = await bridge.request("index:folder-rules", undefined);
    if (!answer.ok || $root.get() !== root) return;
    // Only one answer says that the folder is new; a later one may have been asked for by then.
    if (answer.rules.isNew) showRules(answer.rules);
    if (mine === turn) $rules.set(answer.rules);
  };
  const showRules = (rules: FolderRules): void => {
    const { settings, tags } = linkMessages.rules;
    notices.info(sentenceOf(rules), {
      stay: 20_000,
      action: { label: settings, run: showSettings },
      secondAction: { label: tags, run: showTags },
    });
  };
  $root.subscribe(() => void refresh());
  let wasOn = $settings.get().vaultSettings;
  $settings.listen(({ vaultSettings }) => {
    if (vaultSettings === wasOn) return;
    wasOn = vaultSettings;
    void refresh();
  });
  if (typeof window !== "undefined") window.addEventListener("focus", () => void refresh());

  const $documentSettings = computed([$settings, $rules], (settings, rules): Settings => {
    const lineBreaks = rules?.lineBreaks ?? null;
    return lineBreaks === null || lineBreaks === settings.lineBreaks ? settings : { ...settings, lineBreaks };
  });
  return { $rules, $documentSettings };
}

function sentenceOf({ lineBreaks, imageFolder, linkStyle }: FolderRules): string {
  const t = linkMessages.rules;
  const images =
    imageFolder === null
      ? []
      : [imageFolder === "beside" ? t.imagesBeside : t.images(imageFolder.replace(/^\/(?=.)/, ""))];
  const links = linkStyle === null ? [] : [t[linkStyle.syntax]];
  return t.taken([...images, ...links, ...(lineBreaks === null ? [] : [t[lineBreaks]])]);
}
