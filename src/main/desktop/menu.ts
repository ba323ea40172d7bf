import { type BaseWindow, Menu, type MenuItemConstructorOptions } from "electron";
import { commands } from "../../shared/commands";
import type { MenuItem } from "../../shared/contract";
import { applicationMenu, isAvailable, type MenuActions, type MenuState } from "./menu-plan";

/** Sets the application menu for these recent documents and settings. */
export function setApplicationMenu(state: MenuState, actions: MenuActions): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(applicationMenu(state, actions)));
}

/** Greys the commands that can do nothing now. Cheaper than a new menu. */
export function updateApplicationMenu(available: MenuState["available"]): void {
  const menu = Menu.getApplicationMenu();
  for (const row of commands) {
    const item = menu?.getMenuItemById(row.id);
    const isOn = isAvailable(row, available);
    if (item && item.enabled !== isOn) item.enabled = isOn;
  }
}

/** Shows a context menu at the pointer. Resolves with the id of the chosen item, null for none. */
export function showContextMenu(items: readonly MenuItem[], window: BaseWindow): Promise<string | null> {
  return new Promise((resolve) => {
    let picked: string | null = null;
    const templateOf = (item: MenuItem): MenuItemConstructorOptions => {
      if (item === "separator") return { type: "separator" };
      const role = item.role === undefined ? {} : { role: item.role };
      return {
        ...role,
        ...(item.submenu ? { submenu: item.submenu.map(templateOf) } : {}),
        id: item.id,
        label: item.label.replaceAll("&", "&&"),
        enabled: item.enabled ?? true,
        click: () => {
          picked = item.id;
        },
      };
    };
    // The menu may close before its click arrives.
    Menu.buildFromTemplate(items.map(templateOf)).popup({
      window,
      callback: () => setImmediate(() => resolve(picked)),
    });
  });
}
