import { useCallback, useEffect, useState } from "react";
import type { ModelEntry } from "../../../../shared/assistant-setup";
import { Button } from "../../../ui/kit/button";
import { Callout } from "../../../ui/kit/callout";
import { useBridge, useNotices } from "../../../workbench/api/parts";
import { defaultService, draftOf, newForm, type Service, services, withModel } from "./setup-form";
import { setupMessages } from "./setup-messages";

type LocalServer = { baseUrl: string; models: ModelEntry[] } | null;

type Props = {
  /** Names of existing providers. */
  usedNames: readonly string[];
  pick(service: Service): void;
  /** Called when a provider was set up with one click. */
  onUsed(id: string): void;
};

/** The first step: where the model runs. Looks for a local Ollama, which can be used with one click. */
export function SetupBegin({ usedNames, pick, onUsed }: Props) {
  const bridge = useBridge();
  const notices = useNotices();
  const [found, setFound] = useState<LocalServer | "looking">("looking");
  const [isBusy, setBusy] = useState(false);
  const t = setupMessages.begin;

  const findOllama = useCallback(() => {
    setFound("looking");
    bridge.request("assistant:find-ollama", undefined).then(
      (answer) => setFound(answer.ok ? answer.found : null),
      () => setFound(null),
    );
  }, [bridge]);
  useEffect(findOllama, [findOllama]);

  const use = async ({ baseUrl, models }: NonNullable<LocalServer>) => {
    setBusy(true);
    const form = newForm({ ...defaultService("ollama"), baseUrl }, usedNames);
    const [first] = models;
    const draft = draftOf(first ? withModel(form, first, null) : form, { change: "keep" });
    const answer = await bridge.request("assistant:save-provider", draft);
    setBusy(false);
    if (!answer.ok) {
      notices.error(answer.error.message, { hint: answer.error.hint ?? null });
      return;
    }
    await bridge.request("assistant:choose-model", { provider: answer.id, model: null });
    onUsed(answer.id);
  };

  return (
    <section aria-labelledby="setup-begin">
      <h3 id="setup-begin">{t.heading}</h3>
      <div className="setup-choice card inset-large above-large">
        <h4>{t.here}</h4>
        <p className="soft">{t.hereAbout}</p>
        <div role="status">
          {found === "looking" ? <p className="above soft">{t.looking}</p> : null}
          {found !== "looking" && found !== null ? (
            <Callout tone="good" className="above apart">
              <p>
                {t.ollamaFound(found.models.length)}
                {found.models.length === 0 ? ` ${t.noModelsHint}` : null}
              </p>
              {found.models.length > 0 ? (
                <Button kind="main" disabled={isBusy} onClick={() => void use(found)}>
                  {t.use}
                </Button>
              ) : (
                <Button onClick={findOllama}>{t.again}</Button>
              )}
            </Callout>
          ) : null}
        </div>
        <Services of={services.filter(({ isHere }) => isHere)} pick={pick} />
      </div>
      <div className="setup-choice card inset-large above-large">
        <h4>{t.away}</h4>
        <p className="soft">{t.awayAbout}</p>
        <Services of={services.filter(({ isHere }) => !isHere)} pick={pick} />
      </div>
      <div className="setup-choice card inset-large above-large">
        <h4>{t.other}</h4>
        <p className="soft">{t.otherAbout}</p>
        <div className="setup-services actions above">
          <Button onClick={() => pick({ name: "", kind: "openai-compatible", baseUrl: "", isHere: false })}>
            {t.other}
          </Button>
        </div>
      </div>
    </section>
  );
}

function Services({ of, pick }: { of: readonly Service[]; pick(service: Service): void }) {
  return (
    <div className="setup-services actions above">
      {of.map((service) => (
        <Button key={service.name} onClick={() => pick(service)}>
          {service.name}
        </Button>
      ))}
    </div>
  );
}
