import { useStore } from "@nanostores/react";
import { type ComponentProps, type ReactNode, useId, useState } from "react";
import { type SettingKind, type SettingName, type Settings, settingKinds } from "../../../shared/settings";
import { CheckBox, Select, Switch, TextField } from "../../ui/kit/field";
import { useSaveSettings, useSettingsStore } from "../../workbench/api/parts";
import { settingsMessages } from "./messages";
import { SettingRow } from "./setting-row";

/** The names of settings of one kind. */
type NamesOf<Kind extends SettingKind["kind"]> = {
  [K in SettingName]: (typeof settingKinds)[K]["kind"] extends Kind ? K : never;
}[SettingName];

const described = (name: SettingName) => ({
  "aria-label": settingsMessages.settings[name].title,
  "aria-describedby": `about-${name}`,
});

/** The value of a setting and a function to change it. */
export function useSetting<K extends SettingName>(name: K): [Settings[K], (value: Settings[K]) => void] {
  const $settings = useSettingsStore();
  const saveSettings = useSaveSettings();
  const value = useStore($settings)[name];
  return [value, (next) => void saveSettings({ [name]: next })];
}

/** One of several words side by side, of which one or more are chosen: a radio button or a checkbox. A dot marks the default. */
export function Choice({
  children,
  isUsual,
  ...box
}: ComponentProps<typeof CheckBox> & { children: ReactNode; isUsual?: boolean }) {
  return (
    <label className="choice" data-usual={isUsual}>
      <CheckBox {...box} />
      <span>{children}</span>
      {isUsual ? <span className="visually-hidden"> ({settingsMessages.usual})</span> : null}
    </label>
  );
}

/** Radio buttons side by side. Arrow keys move between them. */
export function Choices<T extends string>(props: {
  name: SettingName;
  value: T;
  choices: readonly { id: T; label: string; isUsual: boolean }[];
  pick(choice: T): void;
}) {
  const group = useId();
  return (
    <div className="choices wraps" role="radiogroup" {...described(props.name)}>
      {props.choices.map(({ id, label, isUsual }) => (
        <Choice
          key={id}
          type="radio"
          name={group}
          value={id}
          checked={id === props.value}
          isUsual={isUsual}
          onChange={() => props.pick(id)}
        >
          {label}
        </Choice>
      ))}
    </div>
  );
}

/** The maximum number of characters of labels shown side by side, Han characters counting as two; longer choices become a select. */
const MAX_INLINE_WIDTH = 44;

const widthOf = (label: string) =>
  [...label].reduce((sum, letter) => sum + (/\p{Script=Han}/u.test(letter) ? 2 : 1), 0);

/** A setting with a few values. */
export function ChoiceSetting({ name }: { name: NamesOf<"choice"> }) {
  const [value, set] = useSetting(name);
  const { usual, choices } = settingKinds[name];
  const valueNames = settingsMessages.settings[name].choices as Record<string, string>;
  const list = choices.map((id) => ({ id: id as string, label: valueNames[id] ?? id, isUsual: id === usual }));
  const pick = (choice: string) => set(choice as typeof value);
  return (
    <SettingRow name={name} format={(choice) => valueNames[choice] ?? choice}>
      {widthOf(list.map(({ label }) => label).join("")) > MAX_INLINE_WIDTH ? (
        <Select value={value} onChange={(event) => pick(event.target.value)} {...described(name)}>
          {list.map(({ id, label, isUsual }) => (
            <option key={id} value={id}>
              {isUsual ? `${label} (${settingsMessages.usual})` : label}
            </option>
          ))}
        </Select>
      ) : (
        <Choices name={name} value={value as string} choices={list} pick={pick} />
      )}
    </SettingRow>
  );
}

/** A boolean setting. */
export function FlagSetting({ name }: { name: NamesOf<"flag"> }) {
  const [value, set] = useSetting(name);
  const { on, off } = settingsMessages;
  return (
    <SettingRow name={name} format={(isOn) => (isOn ? on : off)}>
      <Switch checked={value} onChange={(event) => set(event.target.checked)} {...described(name)} />
    </SettingRow>
  );
}

/** A numeric setting: a slider and a number field. */
export function NumberSetting({ name }: { name: NamesOf<"number"> }) {
  const [value, set] = useSetting(name);
  const { least, most, step, usual } = settingKinds[name];
  const { value: valueNames, unit } = settingsMessages.settings[name];
  const marks = useId();
  // Typed text may be invalid: it applies only while it is valid, and is corrected on blur.
  const [typed, setTyped] = useState<string | null>(null);
  const take = (text: string) => {
    const next = Number(text);
    if (text.trim() !== "" && next >= least && next <= most) set(rounded(next, step));
  };
  // No slider for thousands of values.
  const hasSlider = (most - least) / step <= 200;
  return (
    <SettingRow name={name} format={valueNames}>
      <div className="number-setting spaced in-line">
        {hasSlider ? (
          <>
            {/* biome-ignore lint/correctness/noRestrictedElements: the only slider */}
            <input
              type="range"
              min={least}
              max={most}
              step={step}
              value={value}
              list={marks}
              aria-valuetext={valueNames(value)}
              onChange={(event) => set(rounded(Number(event.target.value), step))}
              {...described(name)}
            />
            <datalist id={marks}>
              <option value={usual} />
            </datalist>
          </>
        ) : null}
        <TextField
          type="number"
          min={least}
          max={most}
          step={step}
          value={typed ?? value}
          aria-invalid={typed !== null && !(Number(typed) >= least && Number(typed) <= most)}
          onChange={(event) => {
            setTyped(event.target.value);
            take(event.target.value);
          }}
          onBlur={() => setTyped(null)}
          {...described(name)}
        />
        <span className="unit soft" aria-hidden="true">
          {unit}
        </span>
      </div>
    </SettingRow>
  );
}

const rounded = (value: number, step: number) => Number((Math.round(value / step) * step).toFixed(2));
