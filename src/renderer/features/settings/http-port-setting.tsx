import { useId, useState } from "react";
import { isSetting, settingKinds } from "../../../shared/settings";
import { TextField } from "../../ui/kit/field";
import { useSetting } from "./controls";
import { settingsMessages } from "./messages";
import { SettingRow } from "./setting-row";

/** The port. It is applied on blur or Enter: restarting the server after each digit would disconnect its clients. */
export function HttpPortSetting() {
  const [port, set] = useSetting("httpPort");
  const [typed, setTyped] = useState<string | null>(null);
  const { title, value } = settingsMessages.settings.httpPort;
  const { least, most } = settingKinds.httpPort;
  const note = useId();
  const isWrong = typed !== null && !isSetting("httpPort", Number(typed));
  const take = () => {
    if (typed !== null && !isWrong) set(Number(typed));
    setTyped(null);
  };
  return (
    <SettingRow name="httpPort" format={value}>
      <TextField
        className="http-port"
        inputMode="numeric"
        aria-label={title}
        aria-describedby={isWrong ? note : "about-httpPort"}
        aria-invalid={isWrong}
        spellCheck={false}
        value={typed ?? port}
        onChange={({ target }) => setTyped(target.value.trim())}
        onKeyDown={(event) => event.key === "Enter" && !isWrong && take()}
        onBlur={take}
      />
      {isWrong ? (
        <p id={note} className="setting-note warn small" role="status">
          {settingsMessages.invalidPort(least, most)}
        </p>
      ) : null}
    </SettingRow>
  );
}
