import { useStore } from "@nanostores/react";
import type { ReactNode } from "react";
import { defaultSettings, type SettingName, type Settings } from "../../../shared/settings";
import { LinkButton } from "../../ui/kit/button";
import { useSaveSettings, useSettingsStore } from "../../workbench/api/parts";
import { settingsMessages } from "./messages";

/** A setting: title, description, control, and a reset button if it is not the default. */
export function SettingRow<K extends SettingName>({
  name,
  format,
  children,
}: {
  name: K;
  /** Formats a value for the reset button. */
  format: (value: Settings[K]) => string;
  children: ReactNode;
}) {
  const $settings = useSettingsStore();
  const saveSettings = useSaveSettings();
  const value = useStore($settings)[name];
  const usual = defaultSettings[name];
  const { title, about } = settingsMessages.settings[name];
  const isChanged = value !== usual;
  return (
    <div className="setting" data-changed={isChanged} data-setting={name}>
      <div className="setting-words">
        <h3>{title}</h3>
        <p className="prose soft" id={`about-${name}`}>
          {about}
        </p>
        {isChanged ? (
          <LinkButton
            className="flush above-small small"
            aria-label={`${title}: ${settingsMessages.backTo(format(usual))}`}
            onClick={(event) => {
              // The button disappears: keep the focus on its setting.
              const row = event.currentTarget.closest(".setting");
              row?.querySelector<HTMLElement>(".setting-control :is(input, select, button)")?.focus();
              void saveSettings({ [name]: usual });
            }}
          >
            {settingsMessages.backTo(format(usual))}
          </LinkButton>
        ) : null}
      </div>
      <div className="setting-control column">{children}</div>
    </div>
  );
}
