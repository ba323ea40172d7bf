import { useEffect, useRef, useState } from "react";

import "./setup.css";
import type { AssistantSetup } from "../../../../shared/assistant-setup";
import { PlusIcon } from "../../../ui/icons";
import { Badge } from "../../../ui/kit/badge";
import { Dialog, DialogColumns, DialogHead } from "../../../ui/kit/dialog";
import { ListButton } from "../../../ui/kit/list";
import { messages } from "../../../ui/messages";
import { useModal } from "../../../ui/use-modal";
import { useBridge, useLayout, useQuestions } from "../../../workbench/api/parts";
import { SetupAgents } from "./setup-agents";
import { SetupBegin } from "./setup-begin";
import { newForm, type ProviderForm } from "./setup-form";
import { SetupLimits } from "./setup-limits";
import { setupMessages } from "./setup-messages";
import { SetupProvider } from "./setup-provider";
import { SetupServers } from "./setup-servers";

/** The page beside the list of providers. */
type SetupPage =
  | { show: "begin" }
  | { show: "limits" }
  | { show: "agents" }
  | { show: "servers" }
  /** `form` stays the same from the first edit until the provider is saved. */
  | { show: "provider"; id: string | null; form: string; begin?: ProviderForm };

/** Numbers the forms of new providers. */
let newForms = 0;

const providerPage = (id: string): SetupPage => ({ show: "provider", id, form: id });

/** The setup dialog: adds, tests, selects and removes models. Main never sends keys back. */
export default function SetupDialog() {
  const bridge = useBridge();
  const layout = useLayout();
  const questions = useQuestions();
  const [setup, setSetup] = useState<AssistantSetup | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [page, setPage] = useState<SetupPage | null>(null);
  const isDirty = useRef(false);
  const dialog = useModal();
  const t = setupMessages;

  useEffect(() => {
    const stop = bridge.listen("assistant:setup-changed", setSetup);
    bridge.request("assistant:setup", undefined).then(setSetup, (error: unknown) => setError(String(error)));
    return stop;
  }, [bridge]);

  /** Changes the page, unless the user wants to keep unsaved input. */
  const leave = async (go: () => void) => {
    if (isDirty.current) {
      const { discardTitle: title, discardDetail: detail, discard } = t;
      const answer = await questions.ask({ title, detail, choices: [{ id: "discard", label: discard, kind: "main" }] });
      if (answer === null) return;
    }
    isDirty.current = false;
    go();
  };
  const close = () => void leave(layout.closeScreen);
  const goTo = (next: SetupPage) => void leave(() => setPage(next));

  const usual: SetupPage =
    (setup?.agent ?? null) !== null
      ? { show: "agents" }
      : setup === null || setup.providers.length === 0
        ? { show: "begin" }
        : providerPage(setup.current ?? (setup.providers[0]?.id as string));
  // Another window may have removed the provider.
  const isGone = page?.show === "provider" && page.id !== null && !setup?.providers.some(({ id }) => id === page.id);
  const now = page === null || isGone ? usual : page;
  const names = setup?.providers.map(({ name }) => name) ?? [];
  const shown = now.show === "provider" ? setup?.providers.find(({ id }) => id === now.id) : undefined;

  return (
    <Dialog ref={dialog} className="setup" aria-labelledby="setup-heading" close={close} hasNotices>
      <DialogHead id="setup-heading" heading={t.heading} close={close}>
        <p>{t.lead}</p>
      </DialogHead>
      {error === null ? null : (
        <p className="inset-large" role="alert">
          {messages.unexpectedError(error)}
        </p>
      )}
      {setup === null ? (
        error === null && <p className="inset-large faint">{messages.loading}</p>
      ) : (
        <DialogColumns
          label={t.list}
          nav={
            <>
              {setup.providers.map(({ id, name, model }) => (
                <ListButton
                  key={id}
                  aria-current={now.show === "provider" && now.id === id ? "page" : undefined}
                  onClick={() => goTo(providerPage(id))}
                >
                  <span className="apart strong">
                    {name}
                    {setup.current === id && setup.agent === null ? <Badge tone="good">{t.current}</Badge> : null}
                  </span>
                  <span className="clip soft small">{model ?? t.noModelYet}</span>
                </ListButton>
              ))}
              <ListButton
                className="setup-add in-line above-small"
                aria-current={now.show === "begin" || (now.show === "provider" && now.id === null) ? "page" : undefined}
                onClick={() => goTo({ show: "begin" })}
              >
                <PlusIcon />
                {t.add}
              </ListButton>
              <ListButton
                aria-current={now.show === "agents" ? "page" : undefined}
                onClick={() => goTo({ show: "agents" })}
              >
                <span className="apart strong">
                  {t.agents.heading}
                  {setup.agent === null ? null : <Badge tone="good">{t.current}</Badge>}
                </span>
              </ListButton>
              <ListButton
                aria-current={now.show === "servers" ? "page" : undefined}
                onClick={() => goTo({ show: "servers" })}
              >
                {t.servers.heading}
              </ListButton>
              <ListButton
                aria-current={now.show === "limits" ? "page" : undefined}
                onClick={() => goTo({ show: "limits" })}
              >
                {t.limits}
              </ListButton>
            </>
          }
        >
          {now.show === "begin" ? (
            <SetupBegin
              usedNames={names}
              pick={(service) => {
                newForms += 1;
                setPage({ show: "provider", id: null, form: `new ${newForms}`, begin: newForm(service, names) });
              }}
              onUsed={(id) => setPage(providerPage(id))}
            />
          ) : null}
          {now.show === "agents" ? <SetupAgents setup={setup} /> : null}
          {now.show === "servers" ? <SetupServers /> : null}
          {now.show === "limits" ? <SetupLimits limits={setup.limits} /> : null}
          {now.show === "provider" && (shown || now.begin) ? (
            <SetupProvider
              key={now.form}
              setup={setup}
              saved={shown ?? null}
              begin={now.begin ?? null}
              setDirty={(dirty) => {
                isDirty.current = dirty;
              }}
              onSaved={(id) => setPage({ ...now, id })}
              onRemoved={() => setPage(null)}
            />
          ) : null}
        </DialogColumns>
      )}
    </Dialog>
  );
}
