import { useStore } from "@nanostores/react";
import { useId } from "react";
import { CheckBox } from "../../ui/kit/field";
import { ACCENTS, accentOf } from "../../ui/themes/accents";
import { useSettingsStore } from "../../workbench/api/parts";
import { useSetting } from "./controls";
import { settingsMessages } from "./messages";
import { SettingRow } from "./setting-row";

type Name = keyof typeof ACCENTS;
const names = Object.keys(ACCENTS) as Name[];

/** The accent colour: a preset that suits the paper, or a custom one. */
export function AccentSetting() {
  const [value, set] = useSetting("accent");
  const { contrast } = useStore(useSettingsStore());
  const group = useId();
  const { accents, ownAccent, settings, usual } = settingsMessages;
  const isOwn = value.startsWith("#");
  /** As the window will display it. */
  const shown = (name: string) => {
    const accent = accentOf(name, contrast === "high" ? "high" : "standard");
    return accent ? `light-dark(${accent.light.colour}, ${accent.dark.colour})` : "light-dark(#28589e, #8ab4f0)";
  };
  return (
    <SettingRow name="accent" format={(name) => accents[name as Name] ?? name}>
      <div
        className="accents actions"
        role="radiogroup"
        aria-label={settings.accent.title}
        aria-describedby="about-accent"
      >
        {names.map((name) => (
          <label key={name} className="accent" title={accents[name]} style={{ color: shown(name) }}>
            <CheckBox
              type="radio"
              name={group}
              checked={value.toLowerCase() === name}
              aria-label={name === "blue" ? `${accents[name]} (${usual})` : accents[name]}
              onChange={() => set(name)}
            />
          </label>
        ))}
        <label className="accent" data-own="true" title={ownAccent} style={isOwn ? { color: shown(value) } : {}}>
          <CheckBox
            type="radio"
            name={group}
            checked={isOwn}
            aria-label={ownAccent}
            onChange={(event) => {
              set("#7a5c3e");
              event.target.parentElement?.querySelector<HTMLInputElement>("[type=color]")?.focus();
            }}
          />
        </label>
      </div>
      {isOwn ? (
        // biome-ignore lint/correctness/noRestrictedElements: the only field for a colour
        <input
          type="color"
          className="own-accent"
          aria-label={ownAccent}
          value={value.toLowerCase()}
          onChange={(event) => set(event.target.value)}
        />
      ) : null}
    </SettingRow>
  );
}
