import { type RefObject, useId } from "react";
import type { AssistantSetup, Provider, ProviderKind } from "../../../shared/assistant-setup";
import { setupWords } from "./setup-messages";

type Props = {
  /** The key field itself: read and cleared on save, never copied into state. */
  field: RefObject<HTMLInputElement | null>;
  kind: ProviderKind;
  kept: Provider["key"];
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
  const { field, kind, kept, keyStore, until, setUntil, isMissing, isMoved, typed, hasTyped, forget } = props;
  const id = useId();
  const say = setupWords;
  const isOptional = kind !== "anthropic" && kept === "none";
  const about = isMoved ? say.moved : kept === "none" ? (isOptional ? null : say.keyOf.none) : say.keyOf[kept];
  return (
    <div className="setup-field">
      <label htmlFor={id}>{kept === "none" ? say.key : say.keyNew}</label>
      <div className="setup-key">
        <input
          ref={field}
          id={id}
          className="field"
          type="password"
          autoComplete="off"
          spellCheck={false}
          maxLength={10_000}
          placeholder={kept === "none" ? (isOptional ? say.keyOptional : "") : say.keyReplace}
          aria-invalid={isMissing}
          aria-describedby={`${id}-hint`}
          onInput={(event) => typed(event.currentTarget.value !== "")}
        />
        {kept === "none" ? null : (
          <button type="button" className="button" onClick={forget}>
            {say.forget}
          </button>
        )}
      </div>
      <p id={`${id}-hint`} className={isMissing ? "setup-fault" : isMoved ? "setup-warning" : "setup-hint"}>
        {isMissing ? say.fault.key : about}
      </p>
      {hasTyped || kind === "anthropic" ? (
        keyStore.isSafe ? (
          <fieldset className="setup-until">
            <legend className="heard-only">{say.keep}</legend>
            {(["stored", "session"] as const).map((choice) => (
              <label key={choice}>
                <input type="radio" name={`${id}-until`} checked={until === choice} onChange={() => setUntil(choice)} />
                <span>{choice === "stored" ? say.keepStored : say.keepSession}</span>
              </label>
            ))}
          </fieldset>
        ) : (
          <p className="setup-warning">{keyStore.warning}</p>
        )
      ) : null}
    </div>
  );
}
