import type { Shell } from "./shell";
import { useShell } from "./shell-context";

/** A hook that returns one part of the shell, so that a component names what it needs and gets nothing else. */
const hookFor =
  <Part extends keyof Shell>(part: Part) =>
  (): Shell[Part] =>
    useShell()[part];

export const useBridge = hookFor("bridge");
export const useNotices = hookFor("notices");
export const useQuestions = hookFor("questions");
export const useLayout = hookFor("layout");
export const usePanelLayout = hookFor("panel");
export const useTabs = hookFor("tabs");
export const useWorkspace = hookFor("workspace");
export const useTree = hookFor("tree");
export const useNavigation = hookFor("navigation");
export const usePreviews = hookFor("previews");
export const usePalette = hookFor("palette");
export const useFolderList = hookFor("folderList");
export const useSearchRequests = hookFor("search");
export const useTagsModel = hookFor("tags");
export const useRewriteRequests = hookFor("rewrite");
export const useAgents = hookFor("agents");
export const useComments = hookFor("comments");
export const usePendingEdits = hookFor("pending");
/** Returns the function that loads the store of the review. */
export const useReview = hookFor("review");
export const useRenames = hookFor("renames");
export const useLinks = hookFor("links");
export const useGoals = hookFor("goals");
export const useExportChoices = hookFor("$exportChoices");
export const useSettingsStore = hookFor("$settings");
export const useDocumentSettings = hookFor("$documentSettings");
export const useSaveSettings = hookFor("saveSettings");
export const useKeyboard = hookFor("$keyboard");
export const usePlatform = hookFor("platform");
export const useVersion = hookFor("version");
export const useGuest = hookFor("guest");
/** Returns the function that runs a command. */
export const useRun = hookFor("run");
export const useSessionChanged = hookFor("sessionChanged");
