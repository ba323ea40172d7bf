import { useState } from "react";
import { isSetting } from "../../../shared/settings";
import { TextField } from "../../ui/kit/field";
import { useSetting } from "./controls";
import { settingsMessages } from "./messages";
import { SettingRow } from "./setting-row";

/** The user's own agents: one line, saved when the field is left or Enter is pressed. */
export function AgentCommandsSetting() {
  const [value, set] = useSetting("agentCommands");
  const [typed, setTyped] = useState<string | null>(null);
  const save = () => {
    const next = typed?.trim();
    if (next !== undefined && isSetting("agentCommands", next)) set(next);
    setTyped(null);
  };
  return (
    <SettingRow name="agentCommands" format={(commands) => (commands === "" ? "–" : commands)}>
      <TextField
        className="mono"
        aria-label={settingsMessages.settings.agentCommands.title}
        aria-describedby="about-agentCommands"
        value={typed ?? value}
        maxLength={1000}
        spellCheck={false}
        dir="ltr"
        onChange={(event) => setTyped(event.target.value)}
        onBlur={save}
        onKeyDown={(event) => {
          if (event.key === "Enter" && !event.nativeEvent.isComposing) save();
        }}
      />
    </SettingRow>
  );
}
