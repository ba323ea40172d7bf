import type { MenuItemConstructorOptions } from "electron";
import { expect, test } from "vitest";
import { commands } from "../../shared/commands";
import { english } from "../../shared/messages/commands.en";
import { defaultSettings } from "../../shared/settings";
import { applicationMenu, type MenuState } from "./menu-plan";

function menu(some: Partial<MenuState> = {}) {
  const done: string[] = [];
  const state: MenuState = {
    recent: [],
    settings: defaultSettings,
    platform: "linux",
    language: "en",
    windows: [],
    available: null,
    ...some,
  };
  const plan = applicationMenu(state, {
    command: (command) => done.push(command),
    open: (path) => done.push(path),
    openInNewWindow: (path) => done.push(`${path} in a new window`),
    clearRecent: () => done.push("clear recent"),
    theme: (theme) => done.push(theme),
  });
  const inside = (item: MenuItemConstructorOptions) => (item.submenu ?? []) as MenuItemConstructorOptions[];
  const items = plan.flatMap(inside);
  const find = (label: string) => items.find((item) => item.label?.replaceAll("&", "") === label);
  const click = (label: string, by: "a click" | "its key" = "a click") =>
    find(label)?.click?.({} as Parameters<NonNullable<MenuItemConstructorOptions["click"]>>[0], undefined, {
      triggeredByAccelerator: by === "its key",
    });
  return { plan, items, inside, find, click, done };
}

test("each command with a menu is in that menu once, and choosing it runs the command", () => {
  const { items, done } = menu({ settings: { ...defaultSettings, showLibrary: true, showBooks: true } });
  const shown = items.filter(({ label, visible }) => label !== undefined && visible !== false);
  for (const { id, section } of commands) {
    const own = shown.filter(({ label }) => label === english.titles[id]);
    expect(own.length, id).toBe(section === null ? 0 : 1);
    own[0]?.click?.({} as never, undefined, {});
    if (section !== null) expect(done.at(-1)).toBe(id);
  }
});

test("commands that need what is not there are grey", () => {
  const enabled = (available: MenuState["available"], label: string) => menu({ available }).find(label)?.enabled;
  const needy = ["Export as PDF…", "Bold", "Keep Edit", "Fold Section", "Insert Table"];
  const labels = needy.filter((label) => menu().find(label));
  expect(labels.length).toBeGreaterThan(2);
  for (const label of labels) {
    expect(enabled([], label), label).toBe(false);
    expect(enabled(["document", "text", "markdown", "markdown or office", "pending edits"], label), label).toBe(true);
    expect(enabled(null, label), label).toBe(true);
  }
  expect(enabled([], "Settings…") ?? enabled([], "Settings")).toBe(true);
  expect(enabled(["document", "office", "markdown or office"], "Bold")).toBe(false);
});

test("the library and the view for books are in the menu once they are in use, and their keys work before", () => {
  const shown = (settings: object, label: string) =>
    menu({ settings: { ...defaultSettings, ...settings } }).find(label);
  for (const [label, setting] of [
    ["Content Library", "showLibrary"],
    ["Translate a Book…", "showBooks"],
  ] as const) {
    expect(shown({}, label)).toMatchObject({ visible: false, acceleratorWorksWhenHidden: true });
    expect(shown({ [setting]: true }, label)).not.toHaveProperty("visible");
  }
});

test("no menu begins or ends with a separator, or has two in a row", () => {
  for (const platform of ["linux", "darwin", "win32"] as const) {
    const { plan, inside } = menu({ platform });
    for (const each of plan.filter(({ submenu }) => submenu)) {
      const lines = inside(each).map(({ type }) => type === "separator");
      expect(lines[0] || lines.at(-1) || lines.some((line, index) => line && lines[index + 1])).toBe(false);
    }
  }
});

test("keys follow the settings and the platform; further keys are on hidden items", () => {
  expect(menu().find("Redo")?.accelerator).toBe("CmdOrCtrl+Y");
  expect(menu({ platform: "darwin" }).find("Redo")?.accelerator).toBe("CmdOrCtrl+Shift+Z");
  const settings = { ...defaultSettings, keys: { undo: null, find: ["F20", "Ctrl+Alt+J"] } };
  const { find, items } = menu({ settings });
  expect(find("Undo")).not.toHaveProperty("accelerator");
  const own = items.filter(({ label }) => label === english.titles.find);
  expect(own.map(({ accelerator, visible }) => [accelerator, visible ?? true])).toEqual([
    ["F20", true],
    ["CmdOrCtrl+Alt+J", false],
  ]);
});

test("the menu does not handle the key of a text command: the page does", () => {
  const { click, find, done } = menu();
  expect(find("Bold")?.registerAccelerator).toBe(false);
  click("Bold", "its key");
  expect(done).toEqual([]);
  click("Bold");
  click("Save", "its key");
  expect(done).toEqual(["bold", "save"]);
});

test("recent documents are listed by path, and the menus are in the user's language", () => {
  const { find, inside, done } = menu({ recent: [{ path: "/w/a & b.md", kind: "file" }] });
  const [first] = inside(find("Open Recent") ?? {});
  expect(first?.label).toBe("/w/a && b.md");
  first?.click?.({} as never, undefined, {});
  expect(done).toEqual(["/w/a & b.md"]);
  expect(menu().find("Open Recent")?.enabled).toBe(false);
  expect(menu({ language: "zh-CN" }).plan.map(({ label }) => label)).toContain("文件(&F)");
  expect(menu({ platform: "darwin" }).plan[0]).toEqual({ role: "appMenu" });
});

test("several windows are listed by title with the front one marked; a recent document opens in a new window with Ctrl", () => {
  const shown: string[] = [];
  const windows = ["a & b.md – notes", "c.md"].map((title, at) => ({
    title,
    isFront: at === 1,
    show: () => void shown.push(title),
  }));
  const { plan, inside } = menu({ windows });
  const list = inside(plan.find(({ label }) => label === english.menus.window) ?? {}).slice(-2);
  expect(list.map(({ label, checked }) => [label, checked])).toEqual([
    ["a && b.md – notes", false],
    ["c.md", true],
  ]);
  list[0]?.click?.({} as never, undefined, {});
  expect(shown).toEqual(["a & b.md – notes"]);
  expect(menu({ platform: "darwin", windows }).plan.find(({ role }) => role === "window")).toBeDefined();

  const { find, done } = menu({ recent: [{ path: "/w", kind: "folder" }] });
  inside(find("Open Recent") ?? {})[0]?.click?.({} as never, undefined, { ctrlKey: true });
  expect(done).toEqual(["/w in a new window"]);
});
