import { atom } from "nanostores";
import type { Bridge, Settings, StartState } from "../../shared/contract";
import { keyboard } from "../../shared/keys";

/** The settings, and the key bindings that follow from them. */
export function createSettingsStore(bridge: Bridge, start: Pick<StartState, "settings" | "platform">) {
  const $settings = atom(start.settings);
  const $keyboard = atom(keyboard(start.settings.keys, start.platform));
  $settings.listen(({ keys }, before) => {
    // Every answer of main creates new objects. Compare, so that editors rebind keys only if they changed.
    if (JSON.stringify(keys) !== JSON.stringify(before?.keys)) $keyboard.set(keyboard(keys, start.platform));
  });
  bridge.listen("settings:changed", (settings) => $settings.set(settings));

  let asked = 0;
  const saveSettings = async (changed: Partial<Settings>): Promise<void> => {
    // Applied at once, so that the next zoom step builds on it; only the answer to the last request may correct it.
    $settings.set({ ...$settings.get(), ...changed });
    asked += 1;
    const mine = asked;
    const settings = await bridge.request("app:save-settings", changed);
    if (mine === asked) $settings.set(settings);
  };

  return { $settings, $keyboard, saveSettings };
}
