import { useCallback, useEffect, useState } from "react";
import type { ModelEntry } from "../../../shared/assistant-setup";
import { useShell } from "../../ui/shell-context";
import { draftOf, newForm, type Service, services, usualService, withModel } from "./setup-form";
import { setupWords } from "./setup-messages";

type Found = { baseUrl: string; models: ModelEntry[] } | null;

type Props = {
  /** Names of existing providers. */
  taken: readonly string[];
  pick(service: Service): void;
  /** Called when a provider was set up with one click. */
  used(id: string): void;
};

/** The first step: where the model runs. Looks for a local Ollama, which can be used with one click. */
export function SetupBegin({ taken, pick, used }: Props) {
  const { bridge, notices } = useShell();
  const [found, setFound] = useState<Found | "looking">("looking");
  const [isBusy, setBusy] = useState(false);
  const say = setupWords.begin;

  const look = useCallback(() => {
    setFound("looking");
    bridge.request("assistant:find-ollama", undefined).then(
      (answer) => setFound(answer.ok ? answer.found : null),
      () => setFound(null),
    );
  }, [bridge]);
  useEffect(look, [look]);

  const use = async ({ baseUrl, models }: NonNullable<Found>) => {
    setBusy(true);
    const form = newForm({ ...usualService("ollama"), baseUrl }, taken);
    const [first] = models;
    const draft = draftOf(first ? withModel(form, first, null) : form, { change: "keep" });
    const answer = await bridge.request("assistant:save-provider", draft);
    setBusy(false);
    if (!answer.ok) {
      notices.problem(answer.error.message, { hint: answer.error.hint ?? null });
      return;
    }
    await bridge.request("assistant:choose-model", { provider: answer.id, model: null });
    used(answer.id);
  };

  return (
    <section aria-labelledby="setup-begin">
      <h3 id="setup-begin">{say.heading}</h3>
      <div className="setup-choice">
        <h4>{say.here}</h4>
        <p>{say.hereAbout}</p>
        <div role="status">
          {found === "looking" ? <p className="setup-found">{say.looking}</p> : null}
          {found !== "looking" && found !== null ? (
            <div className="setup-found" data-found="true">
              <p>
                {say.found(found.models.length)}
                {found.models.length === 0 ? ` ${say.foundHint}` : null}
              </p>
              {found.models.length > 0 ? (
                <button
                  type="button"
                  className="button"
                  data-kind="main"
                  disabled={isBusy}
                  onClick={() => void use(found)}
                >
                  {say.use}
                </button>
              ) : (
                <button type="button" className="button" onClick={look}>
                  {say.again}
                </button>
              )}
            </div>
          ) : null}
        </div>
        <Services of={services.filter(({ isHere }) => isHere)} pick={pick} />
      </div>
      <div className="setup-choice">
        <h4>{say.away}</h4>
        <p>{say.awayAbout}</p>
        <Services of={services.filter(({ isHere }) => !isHere)} pick={pick} />
      </div>
      <div className="setup-choice">
        <h4>{say.other}</h4>
        <p>{say.otherAbout}</p>
        <div className="setup-services">
          <button
            type="button"
            className="button"
            onClick={() => pick({ name: "", kind: "openai-compatible", baseUrl: "", isHere: false })}
          >
            {say.other}
          </button>
        </div>
      </div>
    </section>
  );
}

function Services({ of, pick }: { of: readonly Service[]; pick(service: Service): void }) {
  return (
    <div className="setup-services">
      {of.map((service) => (
        <button key={service.name} type="button" className="button" onClick={() => pick(service)}>
          {service.name}
        </button>
      ))}
    </div>
  );
}
