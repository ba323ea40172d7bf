import type { GalleyApp } from "./launch";

/** Picks the item with this label in the next context menus of the app, as soon as they open. */
export const pickInMenus = ({ app }: Pick<GalleyApp, "app">, wanted: string): Promise<void> =>
  app.evaluate(({ Menu }, label) => {
    Menu.prototype.popup = function popup(options) {
      this.items.find((item) => item.label === label)?.click();
      options?.callback?.();
    };
  }, wanted);
