import { parseToolSets, type ToolSet, toolSets } from "../../../core/tools/tool-sets";
import { Choice, useSetting } from "./controls";
import { settingsMessages } from "./messages";
import { SettingRow } from "./setting-row";

/** Which sets of tools agents are offered: a checkbox for each; the last one cannot be switched off. */
export function ToolSetsSetting({ name }: { name: "httpTools" | "panelTools" }) {
  const [value, set] = useSetting(name);
  const { settings, toolSetNames } = settingsMessages;
  const chosen = parseToolSets(value) ?? toolSets;
  const toggle = (toggled: ToolSet) =>
    set(toolSets.filter((each) => chosen.includes(each) !== (each === toggled)).join(", "));
  return (
    <SettingRow
      name={name}
      format={(list) => (parseToolSets(list) ?? toolSets).map((each) => toolSetNames[each]).join(", ")}
    >
      <fieldset className="choices wraps" aria-label={settings[name].title} aria-describedby={`about-${name}`}>
        {toolSets.map((each) => (
          <Choice
            key={each}
            checked={chosen.includes(each)}
            disabled={chosen.length === 1 && chosen.includes(each)}
            onChange={() => toggle(each)}
          >
            {toolSetNames[each]}
          </Choice>
        ))}
      </fieldset>
    </SettingRow>
  );
}
