import { type SettingName, settingNames } from "../../../shared/settings";
import { settingsMessages } from "./messages";

/**
 * The settings whose name, description or choices contain every word of the query, in the interface language or as in
 * settings.json; matches in the title first.
 */
export function findSettings(query: string): SettingName[] {
  const wanted = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return [];
  const found = settingNames.flatMap((name) => {
    const { title, about, ...more } = settingsMessages.settings[name];
    const { imageFolders } = settingsMessages;
    const choices = Object.values("choices" in more ? more.choices : name === "imageFolder" ? imageFolders : {});
    const all = [title, about, name, ...choices].join("\n").toLowerCase();
    if (!wanted.every((word) => all.includes(word))) return [];
    return [{ name, isInTitle: wanted.some((word) => title.toLowerCase().includes(word)) }];
  });
  return found.sort((a, b) => Number(b.isInTitle) - Number(a.isInTitle)).map(({ name }) => name);
}
