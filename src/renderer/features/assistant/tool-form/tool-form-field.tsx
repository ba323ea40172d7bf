import { useId } from "react";
import { Check, Select, TextArea, TextField } from "../../../ui/kit/field";
import type { FormField } from "./tool-form-fields";
import { toolFormMessages } from "./tool-form-messages";
import { ToolFormPath } from "./tool-form-path";

type Props = {
  field: FormField;
  value: string;
  /** The validation message, or null. */
  error: string | null;
  set(value: string): void;
};

/** One argument: its label, an input that fits its type, the tool's description and the validation message. */
export function ToolFormField({ field, value, error, set }: Props) {
  const id = useId();
  const { name, about, isRequired, kind, usual } = field;
  const t = toolFormMessages;
  const shared = {
    id,
    "data-field": name,
    "aria-required": isRequired,
    "aria-invalid": error !== null,
    "aria-describedby": `${id}-about${error === null ? "" : ` ${id}-fault`}`,
  };
  const change = ({ target }: { target: { value: string } }) => set(target.value);
  const placeholder = usual === undefined || usual === null || kind.enter === "flag" ? undefined : String(usual);
  const control = () => {
    switch (kind.enter) {
      case "choice":
        return (
          <Select {...shared} value={value} onChange={change}>
            <option value="">
              {isRequired ? t.chooseOne : placeholder === undefined ? t.asUsual : `${placeholder} (${t.asUsual})`}
            </option>
            {kind.choices.map((choice) => (
              <option key={String(choice)} value={String(choice)}>
                {String(choice)}
              </option>
            ))}
          </Select>
        );
      case "flag":
        return null;
      case "number":
        return (
          <TextField
            {...shared}
            className="narrow"
            inputMode={kind.isInteger ? "numeric" : "decimal"}
            autoComplete="off"
            placeholder={placeholder}
            value={value}
            onChange={change}
          />
        );
      case "line":
        return kind.isPath ? (
          <ToolFormPath {...shared} value={value} set={set} many={false} />
        ) : (
          <TextField
            {...shared}
            autoComplete="off"
            spellCheck={false}
            placeholder={placeholder}
            dir="auto"
            value={value}
            onChange={change}
          />
        );
      case "lines":
        return kind.isPath ? (
          <ToolFormPath {...shared} value={value} set={set} many={true} />
        ) : (
          <TextArea {...shared} rows={2} spellCheck={false} dir="auto" value={value} onChange={change} />
        );
      case "text":
        return <TextArea {...shared} rows={3} dir="auto" value={value} onChange={change} />;
      case "json":
        return (
          <TextArea
            {...shared}
            className="tool-json mono medium"
            rows={3}
            spellCheck={false}
            value={value}
            onChange={change}
          />
        );
    }
  };
  const extra = [
    kind.enter === "number" ? t.range(kind.least, kind.most) : "",
    kind.enter === "lines" ? t.lines : "",
    kind.enter === "json" ? t.json : "",
  ].filter(Boolean);
  return (
    <div className="tool-field labelled stack" data-enter={kind.enter}>
      {kind.enter === "flag" ? (
        <Check {...shared} checked={value === "true"} onChange={({ target }) => set(String(target.checked))}>
          <code className="plain medium">{name}</code>
        </Check>
      ) : (
        <label htmlFor={id} className="in-line on-baseline">
          <code className="plain medium">{name}</code>
          {isRequired ? <span className="plain soft small">{t.required}</span> : null}
        </label>
      )}
      {control()}
      {error === null ? null : (
        <p id={`${id}-fault`} className="bad small breaks">
          {error}
        </p>
      )}
      <p id={`${id}-about`} className="soft small breaks">
        {about === "" ? null : <span lang="en">{about} </span>}
        {extra.join(" ")}
      </p>
    </div>
  );
}
