import { useState } from "react";
import "./http-server-setting.css";
import { tokenDots } from "../../../shared/agents";
import { Button } from "../../ui/kit/button";
import { Callout } from "../../ui/kit/callout";
import { Actions } from "../../ui/kit/toolbar";
import { useBridge, useLayout, useNotices, useQuestions } from "../../workbench/api/parts";
import { CopyButton, useCopy } from "./copy-button";
import { agentsMessages } from "./messages";
import { useAgentsState } from "./use-agents-state";

/** The address and token of the HTTP server for agents, while it is on. */
export default function HttpServerDetails() {
  const bridge = useBridge();
  const layout = useLayout();
  const http = useAgentsState()?.http ?? null;
  const copy = useCopy();
  const t = agentsMessages.httpServer;
  if (http === null || http.status === "off") return null;
  return (
    <div className="http-server stack spaced above below" data-status={http.status}>
      {http.status === "opening" ? <p role="status">{t.opening}</p> : null}
      {http.status === "failed" ? (
        <Callout tone="bad">
          <p role="alert">
            {http.message} {http.hint}
          </p>
          <Button onClick={() => void bridge.request("agents:retry-server", undefined)}>{t.again}</Button>
        </Callout>
      ) : null}
      {http.status === "open" ? (
        <div className="http-server-row">
          <p className="whole-row strong" role="status">
            {t.open}
          </p>
          <code className="mono breaks">{http.address}</code>
          <CopyButton label={t.copyAddress} copy={() => copy(http.address)} />
        </div>
      ) : null}
      <Token />
      <Actions>
        <Button onClick={layout.showConnect}>{t.how}</Button>
        <Button onClick={layout.showAgents}>{t.list}</Button>
      </Actions>
    </div>
  );
}

/** The token, masked until the user shows it. */
function Token() {
  const bridge = useBridge();
  const notices = useNotices();
  const questions = useQuestions();
  const [shown, setShown] = useState<string | null>(null);
  const copy = useCopy();
  const t = agentsMessages.httpServer;

  const take = (answer: Awaited<ReturnType<typeof ask>>, isShown: (token: string) => string | null) => {
    if (answer.ok) setShown(isShown(answer.token));
    else notices.error(answer.error.message, { hint: answer.error.hint ?? null });
    return answer.ok;
  };
  const ask = () => bridge.request("agents:token", undefined);
  const renew = async () => {
    const choices = [{ id: "renew", label: t.renewYes, kind: "dangerous" as const }];
    if ((await questions.ask({ title: t.renewTitle, detail: t.renewDetail, choices })) === null) return;
    const answer = await bridge.request("agents:renew-token", undefined);
    if (take(answer, (token) => (shown === null ? null : token))) notices.announce(t.renewed);
  };
  return (
    <div className="http-server-row">
      <p className="whole-row strong">{t.token}</p>
      <code className="mono breaks" data-token="true">
        {shown ?? tokenDots}
      </code>
      <Actions>
        <Button
          aria-pressed={shown !== null}
          onClick={async () => (shown === null ? take(await ask(), (token) => token) : setShown(null))}
        >
          {shown === null ? t.show : t.hide}
        </Button>
        <CopyButton label={t.copyToken} copy={() => copy(tokenDots, true)} />
        <Button kind="dangerous" onClick={() => void renew()}>
          {t.renew}
        </Button>
      </Actions>
      <p className="whole-row soft">{t.tokenAbout}</p>
    </div>
  );
}
