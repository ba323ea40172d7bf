import { useEffect, useRef, useState } from "react";
import "../../ui/dialog.css";
import "./setup.css";
import type { AssistantSetup } from "../../../shared/assistant-setup";
import { CloseIcon, PlusIcon } from "../../ui/icons";
import { words } from "../../ui/messages";
import { LiveRegion, NoticeList } from "../../ui/notice-list";
import { useShell } from "../../ui/shell-context";
import { useModal } from "../../ui/use-modal";
import { SetupBegin } from "./setup-begin";
import { newForm, type ProviderForm } from "./setup-form";
import { SetupLimits } from "./setup-limits";
import { setupWords } from "./setup-messages";
import { SetupProvider } from "./setup-provider";

/** The page beside the list of providers. */
type Place =
  | { show: "begin" }
  | { show: "limits" }
  /** `form` stays the same from the first edit until the provider is saved. */
  | { show: "provider"; id: string | null; form: string; begin?: ProviderForm };

/** Numbers the forms of new providers. */
let newForms = 0;

const providerPlace = (id: string): Place => ({ show: "provider", id, form: id });

/** The setup dialog: adds, tests, selects and removes models. Main never sends keys back. */
export default function SetupDialog() {
  const { bridge, layout, questions } = useShell();
  const [setup, setSetup] = useState<AssistantSetup | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const [place, setPlace] = useState<Place | null>(null);
  const isDirty = useRef(false);
  const dialog = useModal();
  const say = setupWords;

  useEffect(() => {
    const stop = bridge.listen("assistant:setup-changed", setSetup);
    bridge.request("assistant:setup", undefined).then(setSetup, (error: unknown) => setTrouble(String(error)));
    return stop;
  }, [bridge]);

  /** Changes the page, unless the user wants to keep unsaved input. */
  const leave = async (go: () => void) => {
    if (isDirty.current) {
      const { discardTitle: title, discardDetail: detail, discard } = say;
      const answer = await questions.ask({ title, detail, choices: [{ id: "discard", label: discard, kind: "main" }] });
      if (answer === null) return;
    }
    isDirty.current = false;
    go();
  };
  const close = () => void leave(layout.closeScreen);
  const goTo = (next: Place) => void leave(() => setPlace(next));

  const usual: Place =
    setup === null || setup.providers.length === 0
      ? { show: "begin" }
      : providerPlace(setup.current ?? (setup.providers[0]?.id as string));
  // Another window may have removed the provider.
  const isGone = place?.show === "provider" && place.id !== null && !setup?.providers.some(({ id }) => id === place.id);
  const now = place === null || isGone ? usual : place;
  const names = setup?.providers.map(({ name }) => name) ?? [];
  const shown = now.show === "provider" ? setup?.providers.find(({ id }) => id === now.id) : undefined;

  return (
    <dialog
      ref={dialog}
      className="dialog setup"
      aria-labelledby="setup-heading"
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
    >
      <header className="setup-head">
        <div>
          <h2 id="setup-heading">{say.heading}</h2>
          <p>{say.lead}</p>
        </div>
        <button type="button" className="icon-button" aria-label={words.close} onClick={close}>
          <CloseIcon />
        </button>
      </header>
      {trouble === null ? null : <p role="alert">{words.surprise(trouble)}</p>}
      {setup === null ? (
        trouble === null && <p className="faint setup-loading">{words.loading}</p>
      ) : (
        <div className="setup-parts">
          <nav className="setup-nav" aria-label={say.list}>
            {setup.providers.map(({ id, name, model }) => (
              <button
                key={id}
                type="button"
                aria-current={now.show === "provider" && now.id === id ? "page" : undefined}
                onClick={() => goTo(providerPlace(id))}
              >
                <span className="setup-nav-name">
                  {name}
                  {setup.current === id ? <span className="setup-current">{say.current}</span> : null}
                </span>
                <span className="setup-nav-model">{model ?? say.noModelYet}</span>
              </button>
            ))}
            <button
              type="button"
              className="setup-add"
              aria-current={now.show === "begin" || (now.show === "provider" && now.id === null) ? "page" : undefined}
              onClick={() => goTo({ show: "begin" })}
            >
              <PlusIcon />
              {say.add}
            </button>
            <button
              type="button"
              aria-current={now.show === "limits" ? "page" : undefined}
              onClick={() => goTo({ show: "limits" })}
            >
              {say.limits}
            </button>
          </nav>
          <div className="setup-body">
            {now.show === "begin" ? (
              <SetupBegin
                taken={names}
                pick={(service) => {
                  newForms += 1;
                  setPlace({ show: "provider", id: null, form: `new ${newForms}`, begin: newForm(service, names) });
                }}
                used={(id) => setPlace(providerPlace(id))}
              />
            ) : null}
            {now.show === "limits" ? <SetupLimits limits={setup.limits} /> : null}
            {now.show === "provider" && (shown || now.begin) ? (
              <SetupProvider
                key={now.form}
                setup={setup}
                saved={shown ?? null}
                begin={now.begin ?? null}
                dirty={(dirty) => {
                  isDirty.current = dirty;
                }}
                kept={(id) => setPlace({ ...now, id })}
                removed={() => setPlace(null)}
              />
            ) : null}
          </div>
        </div>
      )}
      <NoticeList />
      <LiveRegion />
    </dialog>
  );
}
