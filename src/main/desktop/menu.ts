import { type BaseWindow, Menu, type MenuItemConstructorOptions } from "electron";
import type { MenuItem } from "../../shared/contract";
import { applicationMenu, type MenuActions, type MenuState } from "./menu-plan";

/** Sets the application menu for these recent documents and settings. */
export function setApplicationMenu(state: MenuState, actions: MenuActions): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(applicationMenu(state, actions)));
}

/** Shows a context menu at the pointer. Resolves with the id of the chosen item, null for none. */
export function showContextMenu(items: readonly MenuItem[], window: BaseWindow): Promise<string | null> {
  return new Promise((resolve) => {
    let picked: string | null = null;
    const template = items.map((item): MenuItemConstructorOptions => {
      if (item === "separator") return { type: "separator" };
      const role = item.role === undefined ? {} : { role: item.role };
      return {
        ...role,
        id: item.id,
        label: item.label.replaceAll("&", "&&"),
        enabled: item.enabled ?? true,
        click: () => {
          picked = item.id;
        },
      };
    });
    // The menu may close before its click arrives.
    Menu.buildFromTemplate(template).popup({ window, callback: () => setImmediate(() => resolve(picked)) });
  });
}
