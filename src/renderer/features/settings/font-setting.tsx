import { useState } from "react";
import { defaultSettings, isSetting } from "../../../shared/settings";
import { TextField } from "../../ui/kit/field";
import { Choices, useSetting } from "./controls";
import { settingsMessages } from "./messages";
import { SettingRow } from "./setting-row";

const OWN = { textFont: ["serif", "sans", "mono", "system"], codeFont: ["mono"] } as const;

/** A font setting: a bundled font, the system font, or any installed font by name. */
export function FontSetting({ name }: { name: "textFont" | "codeFont" }) {
  const [value, set] = useSetting(name);
  const [asksForName, setAsksForName] = useState(false);
  const { fonts, fontName, notInstalled } = settingsMessages;
  const own: readonly string[] = OWN[name];
  const isOther = asksForName || !own.includes(value);
  const [typed, setTyped] = useState(own.includes(value) ? "" : value);
  const displayName = (font: string) => fonts[font as keyof typeof fonts] ?? font;

  return (
    <SettingRow name={name} format={displayName}>
      <div className="font-setting">
        <Choices
          name={name}
          value={isOther ? "other" : value}
          choices={[...own, "other"].map((id) => ({
            id,
            label: displayName(id),
            isUsual: id === defaultSettings[name],
          }))}
          pick={(font) => {
            setAsksForName(font === "other");
            if (font !== "other") set(font);
            else if (isSetting(name, typed.trim())) set(typed.trim());
          }}
        />
        {isOther ? (
          <TextField
            aria-label={fontName}
            placeholder={fontName}
            spellCheck={false}
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
              const font = event.target.value.trim();
              // While a name is typed, the font stays until an installed one matches.
              if (isSetting(name, font) && isInstalled(font)) set(font);
            }}
            onBlur={() => {
              if (isSetting(name, typed.trim())) set(typed.trim());
            }}
          />
        ) : null}
        {isOther && typed.trim() !== "" && !isInstalled(typed.trim()) ? (
          <p className="setting-note warn small" role="status">
            {notInstalled(typed.trim())}
          </p>
        ) : null}
      </div>
    </SettingRow>
  );
}

/** Letters whose widths differ between any two fonts. */
const LETTERS = "mmmwwwiiill@WM汉字仮名";

/** Whether a font is installed. The renderer cannot list fonts, so it measures whether the text width differs from two fallback fonts. */
function isInstalled(name: string): boolean {
  const canvas = document.createElement("canvas").getContext("2d");
  if (!canvas) return true;
  const width = (family: string) => {
    canvas.font = `72px ${family}`;
    return canvas.measureText(LETTERS).width;
  };
  return ["monospace", "serif"].some((other) => width(`"${name}", ${other}`) !== width(other));
}
