import type { Notice } from "../../../shared/contract";
import type { Language } from "../../../shared/language";
import { type Settings, spokenLanguage } from "../../../shared/settings";
import type { Desktop, WindowFace } from "../core/desktop";
import { tellIn, told } from "../core/messages";
import type { SettingsStore } from "./settings-store";

/** Changes to the settings, from a page, the menu or the file, told to everyone else. */
export type SettingsDesk = {
  readonly now: Settings;
  /** What is wrong with the file, in sentences. */
  problems(): Notice[];
  /** `by`: the window that asked, and knows already. */
  save(some: Partial<Settings>, by?: WindowFace): Promise<Settings>;
  /** The file may have been edited outside: what it says now holds at once. */
  look(): Promise<void>;
  /** Shows the file in the system's editor for it, making it first where there is none. Answers with its path. */
  openFile(): Promise<string>;
};

/** Over the stored settings. `tell` shows the person a sentence, now or at the start. */
export function createSettingsDesk(
  store: SettingsStore,
  world: {
    desktop: Pick<Desktop, "openPath" | "reveal">;
    /** Other settings hold, for the desktop and for every page but that of `by`. */
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
      // Not after the disk: the windows follow at once.
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
