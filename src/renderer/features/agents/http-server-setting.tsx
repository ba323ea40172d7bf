import { useState } from "react";
import "./http-server-setting.css";
import { tokenDots } from "../../../shared/agents";
import { useShell } from "../../ui/shell-context";
import { FlagSetting } from "../settings/controls";
import { CopyButton, useCopy } from "./copy-button";
import { agentsWords } from "./messages";
import { useAgentsState } from "./use-agents-state";

/** The switch of the HTTP server for agents; while it is on, also its address and token. */
export default function HttpDoorSetting() {
  const { bridge, layout } = useShell();
  const http = useAgentsState()?.http ?? null;
  const copy = useCopy();
  const say = agentsWords.door;
  const isOn = http !== null && http.status !== "off";
  return (
    <>
      <FlagSetting name="httpDoor" />
      {isOn ? (
        <div className="http-door" data-status={http.status}>
          {http.status === "opening" ? <p role="status">{say.opening}</p> : null}
          {http.status === "failed" ? (
            <div className="http-door-failed">
              <p role="alert">
                {http.message} {http.hint}
              </p>
              <button
                type="button"
                className="button"
                onClick={() => void bridge.request("agents:open-door", undefined)}
              >
                {say.again}
              </button>
            </div>
          ) : null}
          {http.status === "open" ? (
            <div className="http-door-row">
              <p className="http-door-name" role="status">
                {say.open}
              </p>
              <code className="http-door-value">{http.address}</code>
              <CopyButton label={say.copyAddress} copy={() => copy(http.address)} />
            </div>
          ) : null}
          <Token />
          <div className="http-door-ways">
            <button type="button" className="button" onClick={layout.showConnect}>
              {say.how}
            </button>
            <button type="button" className="button" onClick={layout.showAgents}>
              {say.list}
            </button>
          </div>
        </div>
      ) : null}
    </>
  );
}

/** The token, masked until the user shows it. */
function Token() {
  const { bridge, notices, questions } = useShell();
  const [shown, setShown] = useState<string | null>(null);
  const copy = useCopy();
  const say = agentsWords.door;

  const take = (answer: Awaited<ReturnType<typeof ask>>, isShown: (token: string) => string | null) => {
    if (answer.ok) setShown(isShown(answer.token));
    else notices.problem(answer.error.message, { hint: answer.error.hint ?? null });
    return answer.ok;
  };
  const ask = () => bridge.request("agents:token", undefined);
  const renew = async () => {
    const choices = [{ id: "renew", label: say.renewYes, kind: "dangerous" as const }];
    if ((await questions.ask({ title: say.renewTitle, detail: say.renewDetail, choices })) === null) return;
    const answer = await bridge.request("agents:renew-token", undefined);
    if (take(answer, (token) => (shown === null ? null : token))) notices.announce(say.renewed);
  };
  return (
    <div className="http-door-row">
      <p className="http-door-name">{say.token}</p>
      <code className="http-door-value" data-token="true">
        {shown ?? tokenDots}
      </code>
      <div className="http-door-buttons">
        <button
          type="button"
          className="button"
          aria-pressed={shown !== null}
          onClick={async () => (shown === null ? take(await ask(), (token) => token) : setShown(null))}
        >
          {shown === null ? say.show : say.hide}
        </button>
        <CopyButton label={say.copyToken} copy={() => copy(tokenDots, true)} />
        <button type="button" className="button" data-kind="dangerous" onClick={() => void renew()}>
          {say.renew}
        </button>
      </div>
      <p className="http-door-about">{say.tokenAbout}</p>
    </div>
  );
}
