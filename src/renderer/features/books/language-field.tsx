import { useId } from "react";
import { TextField } from "../../ui/kit/field";
import { languageName, offeredLanguages } from "./book-languages";
import { bookMessages } from "./messages";

type Props = { label: string; value: string; change(language: string): void; placeholder?: string };

/** A language field: one of the suggestions, or any typed name. */
export function LanguageField({ label, value, change, placeholder }: Props) {
  const id = useId();
  return (
    <>
      <TextField
        type="text"
        list={id}
        value={value}
        aria-label={label}
        title={value === "" ? undefined : languageName(value)}
        placeholder={placeholder ?? bookMessages.language.label}
        maxLength={60}
        spellCheck={false}
        autoComplete="off"
        onChange={({ target }) => change(target.value)}
      />
      <datalist id={id}>
        {offeredLanguages().map(({ tag, name }) => (
          <option key={tag} value={tag}>
            {name}
          </option>
        ))}
      </datalist>
    </>
  );
}
