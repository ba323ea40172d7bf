import { useId, useState } from "react";
import { imageFolders, isSetting } from "../../../shared/settings";
import { Select, TextField } from "../../ui/kit/field";
import { useSetting } from "./controls";
import { settingsMessages } from "./messages";
import { SettingRow } from "./setting-row";

/** Where images are saved: a predefined location, or a folder by name. */
export function ImageFolderSetting() {
  const [value, set] = useSetting("imageFolder");
  const [asksForName, setAsksForName] = useState(false);
  const own: readonly string[] = imageFolders;
  const isOther = asksForName || !own.includes(value);
  const [typed, setTyped] = useState(own.includes(value) ? "" : value);
  const id = useId();
  const { imageFolders: names, imageFolderName, imageFolderHint, noImageFolder, settings } = settingsMessages;
  const folderName = (folder: string) => names[folder as keyof typeof names] ?? folder;
  const isWrong = typed !== "" && !isSetting("imageFolder", typed);
  const take = (folder: string) => {
    setTyped(folder);
    // While a name is typed, the previous folder stays until it is valid.
    if (isSetting("imageFolder", folder)) set(folder);
  };
  return (
    <SettingRow name="imageFolder" format={folderName}>
      <div className="font-setting">
        <Select
          aria-label={settings.imageFolder.title}
          aria-describedby="about-imageFolder"
          value={isOther ? "other" : value}
          onChange={({ target }) => {
            setAsksForName(target.value === "other");
            if (target.value !== "other") set(target.value);
            else if (isSetting("imageFolder", typed)) set(typed);
          }}
        >
          {[...own, "other"].map((folder) => (
            <option key={folder} value={folder}>
              {folder === "assets" ? `${folderName(folder)} (${settingsMessages.usual})` : folderName(folder)}
            </option>
          ))}
        </Select>
        {isOther ? (
          <>
            <TextField
              aria-label={imageFolderName}
              aria-describedby={`${id}-hint`}
              aria-invalid={isWrong}
              spellCheck={false}
              value={typed}
              onChange={({ target }) => take(target.value)}
              onBlur={() => take(typed.trim().replace(/\/+$/, ""))}
            />
            <p id={`${id}-hint`} className={isWrong ? "setting-note" : "folder-hint"} role="status">
              {isWrong ? noImageFolder : imageFolderHint}
            </p>
          </>
        ) : null}
      </div>
    </SettingRow>
  );
}
