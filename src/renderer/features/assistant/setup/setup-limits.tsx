import { useId, useState } from "react";
import type { AssistantLimits } from "../../../../shared/assistant-setup";
import { Labelled, TextField } from "../../../ui/kit/field";
import { useBridge, useNotices } from "../../../workbench/api/parts";
import { setupMessages } from "./setup-messages";

/** The ranges that main accepts; see `AssistantLimits`. */
const RANGES: { [K in keyof AssistantLimits]: { least: number; most: number } } = {
  idleSeconds: { least: 5, most: 290 },
  calls: { least: 1, most: 1000 },
};

/** Time and usage limits of a model, saved as soon as they are valid. */
export function SetupLimits({ limits }: { limits: AssistantLimits }) {
  const t = setupMessages;
  return (
    <section aria-labelledby="setup-limits" className="setup-form spaced-large column">
      <h3 id="setup-limits">{t.limits}</h3>
      <p className="soft small">{t.limit.about}</p>
      <Limit name="idleSeconds" limits={limits} about={t.limit.idleSeconds} range={t.limit.idleRange} />
      <Limit name="calls" limits={limits} about={t.limit.calls} range={t.limit.callsRange} />
    </section>
  );
}

type Props = { name: keyof AssistantLimits; limits: AssistantLimits; about: string; range: string };

function Limit({ name, limits, about, range }: Props) {
  const bridge = useBridge();
  const notices = useNotices();
  const [typed, setTyped] = useState<string | null>(null);
  const id = useId();
  const { least, most } = RANGES[name];
  const t = setupMessages.limit;
  const value = typed ?? String(limits[name]);
  const fits = (text: string) => /^\d+$/.test(text.trim()) && Number(text) >= least && Number(text) <= most;
  const isGood = fits(value);

  const take = async (text: string) => {
    setTyped(text);
    if (!fits(text) || Number(text) === limits[name]) return;
    const answer = await bridge.request("assistant:save-limits", { ...limits, [name]: Number(text) });
    if (answer.ok) notices.announce(t.saved);
    else notices.error(answer.error.message, { hint: answer.error.hint ?? null });
  };
  return (
    <Labelled htmlFor={id} label={about}>
      <TextField
        id={id}
        className="narrow"
        inputMode="numeric"
        value={value}
        aria-invalid={!isGood}
        aria-describedby={`${id}-hint`}
        onChange={(event) => void take(event.target.value)}
        onBlur={() => setTyped(null)}
      />
      <p id={`${id}-hint`} className={isGood ? "soft small" : "bad small"}>
        {isGood ? range : t.wrong(least, most)}
      </p>
    </Labelled>
  );
}
