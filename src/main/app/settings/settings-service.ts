import type { Notice } from "../../../shared/contract";
import type { Language } from "../../../shared/language";
import { type Settings, spokenLanguage } from "../../../shared/settings";
import type { Desktop, WindowFace } from "../core/desktop";
import { tellIn, told } from "../core/messages";
import type { SettingsStore } from "./settings-store";

/** Applies changes to the settings from a renderer, the menu or the file, and notifies the others. */
export type SettingsDesk = {
  readonly now: Settings;
  /** Errors in settings.json. */
  problems(): Notice[];
  /** `by` is the window that made the change and need not be notified. */
  save(some: Partial<Settings>, by?: WindowFace): Promise<Settings>;
  /** Reads the file again after an external edit and applies it. */
  look(): Promise<void>;
  /** Opens the file in the system's editor, creating it if needed. Returns its path. */
  openFile(): Promise<string>;
};

/** `showNotice` shows a notice, now or when a renderer starts. */
export function createSettingsDesk(
  store: SettingsStore,
  world: {
    desktop: Pick<Desktop, "openPath" | "reveal">;
    /** Called when settings change, for the desktop and all windows except `by`. */
    changed(settings: Settings, by?: WindowFace): void;
    systemLanguage(): Language;
    tell(notice: Notice): void;
    surprise(what: string, error: unknown): void;
  },
): SettingsDesk {
  const { desktop, changed, systemLanguage, tell, surprise } = world;
  const speak = () => tellIn(spokenLanguage(store.now, systemLanguage()));
  speak();

  const problems = (): Notice[] => [
    ...(store.unreadable === null
      ? []
      : [{ code: "failed", message: told.unreadable("settings.json", store.unreadable) }]),
    ...store.problems.map((problem) =>
      problem.kind === "syntax"
        ? {
            code: "failed",
            message: told.settings.syntax(problem.line, problem.column),
            hint: told.settings.syntaxHint,
          }
        : { code: "failed", message: told.settings.value(problem.name, problem.found, problem.line) },
    ),
  ];

  return {
    get now() {
      return store.now;
    },
    problems,
    async save(some, by) {
      const saved = store.change(some);
      speak();
      // The windows are updated without waiting for the disk.
      changed(store.now, by);
      try {
        const { setAside } = await saved;
        if (setAside !== null) tell({ code: "failed", message: told.settings.setAside(setAside) });
      } catch (error) {
        surprise(told.parts.settings, error);
      }
      return store.now;
    },
    async look() {
      try {
        if (!(await store.look())) return;
      } catch (error) {
        surprise(told.parts.settings, error);
        return;
      }
      speak();
      changed(store.now);
      for (const problem of problems()) tell(problem);
    },
    async openFile() {
      await store.make();
      const why = await desktop.openPath(store.path);
      if (why) {
        desktop.reveal(store.path);
        tell({ code: "failed", message: told.settings.cannotOpen(store.path, why) });
      }
      return store.path;
    },
  };
}
