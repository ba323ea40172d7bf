import { useEffect, useId, useState } from "react";
import { Button } from "../../ui/kit/button";
import { CheckBox } from "../../ui/kit/field";
import { builtInThemes } from "../../ui/themes/built-in-themes";
import { coloursOf } from "../../ui/themes/current-theme";
import { themeFileReader } from "../../ui/themes/theme-file-reader";
import type { ThemeColours, ThemeVariable } from "../../ui/themes/theme-variables";
import { useBridge, useNotices } from "../../workbench/api/parts";
import { useSetting } from "./controls";
import { settingsMessages } from "./messages";
import { SettingRow } from "./setting-row";

/** The colours that a sample shows, and Galley's own for those that a theme leaves. */
const SAMPLE: Partial<Record<ThemeVariable, string>> = {
  "--paper": "light-dark(#fdfcfa, #1c1c1e)",
  "--chrome": "light-dark(#f2f0eb, #151517)",
  "--ink": "light-dark(#22211e, #e6e4df)",
  "--ink-soft": "light-dark(#5c5850, #b0ada6)",
  "--accent": "light-dark(#28589e, #8ab4f0)",
  "--agent": "light-dark(#7a3fa0, #c9a0e8)",
};

/** The theme: one of Galley's, or a file of the user's, each with a sample of its colours. */
export function ColourThemeSetting() {
  const bridge = useBridge();
  const notices = useNotices();
  const [value, set] = useSetting("colourTheme");
  const [files, setFiles] = useState<ReadonlyMap<string, ThemeColours>>(new Map());
  const [round, setRound] = useState(0);
  const group = useId();
  const t = settingsMessages;
  useEffect(() => {
    let isOver = false;
    const load = async () => {
      const answer = await bridge.request("styles:list", "theme");
      const read = themeFileReader(bridge);
      const names = answer.ok ? answer.names.map((name) => `${name}.css`) : [];
      const found = await Promise.all(names.map(async (name) => [name, await coloursOf(name, read)] as const));
      if (!isOver) setFiles(new Map(found));
    };
    void load();
    const again = () => void load();
    window.addEventListener("focus", again);
    return () => {
      isOver = true;
      window.removeEventListener("focus", again);
    };
  }, [bridge, round]);
  const add = async () => {
    const answer = await bridge.request("styles:add", "theme");
    if (!answer.ok) notices.error(answer.error.message);
    else if (answer.name !== null) {
      set(`${answer.name}.css`);
      setRound(round + 1);
    }
  };
  const nameOf = (name: string) => t.themes[name as keyof typeof t.themes] ?? name.replace(/\.css$/, "");
  const all: [string, ThemeColours][] = [...Object.entries(builtInThemes), ...files];
  if (!all.some(([name]) => name === value)) all.push([value, {}]);
  return (
    <SettingRow name="colourTheme" format={nameOf}>
      <div
        className="themes"
        role="radiogroup"
        aria-label={t.settings.colourTheme.title}
        aria-describedby="about-colourTheme"
      >
        {all.map(([name, colours]) => (
          <label key={name} className="theme-choice">
            <CheckBox type="radio" name={group} checked={value === name} onChange={() => set(name)} />
            <ThemeSample colours={colours} />
            <span className="clip centred">{nameOf(name)}</span>
          </label>
        ))}
      </div>
      <div className="actions">
        <Button size="small" onClick={() => void add()}>
          {t.addTheme}
        </Button>
        <Button size="small" onClick={() => void bridge.request("styles:show", "theme")}>
          {t.showThemes}
        </Button>
      </div>
    </SettingRow>
  );
}

/** Lines of a document beside a side bar, in the colours of a theme. */
function ThemeSample({ colours }: { colours: ThemeColours }) {
  const all: Record<string, string> = {};
  for (const name of Object.keys(SAMPLE) as ThemeVariable[])
    all[name.replace("--", "--sample-")] = colours[name] ?? SAMPLE[name] ?? "";
  return (
    <span className="theme-sample" aria-hidden="true" style={all}>
      <span className="theme-sample-bar" />
      <span className="theme-sample-page">
        <b>{settingsMessages.sampleLetters}</b>
        <i />
        <i data-kind="soft" />
        <i data-kind="accent" />
        <i data-kind="agent" />
      </span>
    </span>
  );
}
