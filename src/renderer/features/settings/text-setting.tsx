import { useState } from "react";
import { isSetting } from "../../../shared/settings";
import { TextField } from "../../ui/kit/field";
import { useSetting } from "./controls";
import { settingsMessages } from "./messages";
import { SettingRow } from "./setting-row";

type TextName = "grammarRulesOff" | "dailyFolder" | "dailyFormat" | "templateFolder" | "agentRegistry";

/** A setting with a line of text. While it is not valid, the previous value stays. */
export function TextSetting({ name }: { name: TextName }) {
  const [value, set] = useSetting(name);
  const [typed, setTyped] = useState<string | null>(null);
  const isWrong = typed !== null && !isSetting(name, typed);
  const take = (text: string) => {
    setTyped(text);
    if (isSetting(name, text)) set(text);
  };
  return (
    <SettingRow name={name} format={(text) => text}>
      <TextField
        aria-label={settingsMessages.settings[name].title}
        aria-describedby={`about-${name}`}
        aria-invalid={isWrong}
        spellCheck={false}
        value={typed ?? value}
        onChange={({ target }) => take(target.value)}
        onBlur={() => setTyped(null)}
      />
      {isWrong ? (
        <p className="setting-note" role="status">
          {settingsMessages.invalidText}
        </p>
      ) : null}
    </SettingRow>
  );
}
