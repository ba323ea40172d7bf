import { type RefObject, useId } from "react";
import type { AssistantSetup, Provider, ProviderKind } from "../../../../shared/assistant-setup";
import { Button } from "../../../ui/kit/button";
import { Check, Labelled, TextField } from "../../../ui/kit/field";
import { setupMessages } from "./setup-messages";

type Props = {
  /** The key field itself: read and cleared on save, never copied into state. */
  field: RefObject<HTMLInputElement | null>;
  kind: ProviderKind;
  storedKey: Provider["key"];
  keyStore: AssistantSetup["keyStore"];
  until: "stored" | "session";
  setUntil(until: "stored" | "session"): void;
  isMissing: boolean;
  /** The address has another host than the one that the stored key was entered for. */
  isMoved: boolean;
  typed(isTyped: boolean): void;
  hasTyped: boolean;
  forget(): void;
};

/** The API key of a provider: write-only, stored until Galley closes or encrypted by the system. */
export function SetupKey(props: Props) {
  const { field, kind, storedKey, keyStore, until, setUntil, isMissing, isMoved, typed, hasTyped, forget } = props;
  const id = useId();
  const t = setupMessages;
  const isOptional = kind !== "anthropic" && storedKey === "none";
  const about = isMoved ? t.moved : storedKey === "none" ? (isOptional ? null : t.keyOf.none) : t.keyOf[storedKey];
  return (
    <Labelled htmlFor={id} label={storedKey === "none" ? t.key : t.keyNew}>
      <div className="in-line">
        <TextField
          ref={field}
          className="grow"
          id={id}
          type="password"
          autoComplete="off"
          spellCheck={false}
          maxLength={10_000}
          placeholder={storedKey === "none" ? (isOptional ? t.keyOptional : "") : t.keyReplace}
          aria-invalid={isMissing}
          aria-describedby={`${id}-hint`}
          onInput={(event) => typed(event.currentTarget.value !== "")}
        />
        {storedKey === "none" ? null : <Button onClick={forget}>{t.forget}</Button>}
      </div>
      <p id={`${id}-hint`} className={isMissing ? "bad small" : isMoved ? "warn small" : "soft small"}>
        {isMissing ? t.error.key : about}
      </p>
      {hasTyped || kind === "anthropic" ? (
        keyStore.isSafe ? (
          <fieldset className="setup-until above-small spaced-large wraps">
            <legend className="visually-hidden">{t.keep}</legend>
            {(["stored", "session"] as const).map((choice) => (
              <Check
                key={choice}
                type="radio"
                name={`${id}-until`}
                checked={until === choice}
                onChange={() => setUntil(choice)}
              >
                {choice === "stored" ? t.keepStored : t.keepSession}
              </Check>
            ))}
          </fieldset>
        ) : (
          <p className="warn small">{keyStore.warning}</p>
        )
      ) : null}
    </Labelled>
  );
}
