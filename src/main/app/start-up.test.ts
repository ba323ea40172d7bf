import { expect, test } from "vitest";
import type { AppWindow } from "./app-window";
import { StartUp } from "./start-up";

const nothing = () => undefined;

function window(restored: string[], name: string, fails = false): AppWindow {
  const made = {
    id: name,
    session: null,
    workspace: null,
    own: () => [],
    recoverAll: async () => {},
    restoreTabs: async () => {
      if (fails) throw new Error(`${name} fails`);
      restored.push(name);
    },
  };
  return made as unknown as AppWindow;
}

test("a window that cannot be restored keeps no later one from coming back", async () => {
  const restored: string[] = [];
  const [first, second, third] = [
    window(restored, "first"),
    window(restored, "second", true),
    window(restored, "third"),
  ] as const;
  const added = [second, third];
  const stored = { session: null, workspace: null };
  const appState = {
    recent: [],
    load: async () => ({ windows: [stored, stored, stored], isFirstStart: false, notices: [] }),
  };
  const start = new StartUp({
    appState: appState as never,
    windows: () => [first],
    front: () => first,
    addWindow: () => added.shift() ?? third,
    grant: async () => {},
    unsaved: async () => ({ records: [], notices: [] }),
    settingsProblems: () => [],
    keepNotices: nothing,
    windowFor: () => first,
    show: async () => {},
    hasDocuments: () => false,
    showWelcome: async () => {},
  });
  await start.prepare(third);
  await expect(start.prepare(second)).rejects.toThrow("second fails");
  expect(restored).toEqual(["first", "third"]);
});
