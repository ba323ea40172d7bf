import { useEffect, useState } from "react";
import { useBridge } from "../../workbench/api/parts";
import { Choice, useSetting } from "./controls";
import { settingsMessages } from "./messages";
import { SettingRow } from "./setting-row";

/** The spelling languages: a checkbox for each installed dictionary. */
export function LanguagesSetting() {
  const bridge = useBridge();
  const [value, set] = useSetting("spellingLanguages");
  const [there, setThere] = useState<readonly string[]>([]);
  useEffect(() => {
    void bridge.request("spelling:languages", undefined).then((answer) => answer.ok && setThere(answer.languages));
  }, [bridge]);
  const chosen = value
    .split(",")
    .map((tag) => tag.trim().replaceAll("_", "-"))
    .filter(Boolean);
  const names = new Intl.DisplayNames(document.documentElement.lang || undefined, { type: "language" });
  // The dictionary for English of no region is the American one.
  const nameOf = (tag: string) => names.of(tag === "en" ? "en-US" : tag) ?? tag;
  const turn = (tag: string) => {
    const next = chosen.includes(tag) ? chosen.filter((each) => each !== tag) : [...chosen, tag];
    set(next.slice(0, 8).join(", "));
  };
  return (
    <SettingRow
      name="spellingLanguages"
      format={(tags) => (tags === "" ? settingsMessages.systemLanguages : tags.split(/, ?/).map(nameOf).join(", "))}
    >
      <fieldset
        className="choices wraps"
        aria-label={settingsMessages.settings.spellingLanguages.title}
        aria-describedby="about-spellingLanguages"
      >
        {[...new Set([...there, ...chosen])].map((tag) => (
          <Choice key={tag} checked={chosen.includes(tag)} onChange={() => turn(tag)}>
            {nameOf(tag)}
          </Choice>
        ))}
      </fieldset>
    </SettingRow>
  );
}
