import type { Notice } from "../../../shared/contract";
import type { Language } from "../../../shared/language";
import { type Settings, spokenLanguage } from "../../../shared/settings";
import type { Desktop, WindowHandle } from "../core/desktop";
import { setMessageLanguage, t } from "../core/messages";
import type { SettingsStore } from "./settings-store";

/** Applies changes to the settings from a renderer, the menu or the file, and notifies the others. */
export type SettingsService = {
  readonly now: Settings;
  /** Errors in settings.json. */
  problems(): Notice[];
  /** `by` is the window that made the change and need not be notified. */
  save(some: Partial<Settings>, by?: WindowHandle): Promise<Settings>;
  /** Reads the file again after an external edit and applies it. */
  reload(): Promise<void>;
  /** Opens the file in the system's editor, creating it if needed. Returns its path. */
  openFile(): Promise<string>;
};

/** `showNotice` shows a notice, now or when a renderer starts. */
export function createSettingsService(
  store: SettingsStore,
  deps: {
    desktop: Pick<Desktop, "openPath" | "reveal">;
    /** Called when settings change, for the desktop and all windows except `by`. */
    changed(settings: Settings, by?: WindowHandle): void;
    systemLanguage(): Language;
    showNotice(notice: Notice): void;
    reportError(what: string, error: unknown): void;
  },
): SettingsService {
  const { desktop, changed, systemLanguage, showNotice, reportError } = deps;
  const speak = () => setMessageLanguage(spokenLanguage(store.now, systemLanguage()));
  speak();

  const problems = (): Notice[] => [
    ...(store.unreadable === null
      ? []
      : [{ code: "failed", message: t.unreadable("settings.json", store.unreadable) }]),
    ...store.problems.map((problem) =>
      problem.kind === "syntax"
        ? {
            code: "failed",
            message: t.settings.syntax(problem.line, problem.column),
            hint: t.settings.syntaxHint,
          }
        : { code: "failed", message: t.settings.value(problem.name, problem.found, problem.line) },
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
        if (setAside !== null) showNotice({ code: "failed", message: t.settings.setAside(setAside) });
      } catch (error) {
        reportError(t.parts.settings, error);
      }
      return store.now;
    },
    async reload() {
      try {
        if (!(await store.reload())) return;
      } catch (error) {
        reportError(t.parts.settings, error);
        return;
      }
      speak();
      changed(store.now);
      for (const problem of problems()) showNotice(problem);
    },
    async openFile() {
      await store.make();
      const why = await desktop.openPath(store.path);
      if (why) {
        desktop.reveal(store.path);
        showNotice({ code: "failed", message: t.settings.cannotOpen(store.path, why) });
      }
      return store.path;
    },
  };
}
