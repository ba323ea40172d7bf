import { useId, useState } from "react";
import type { CallCard as Call } from "../../../../shared/conversation";
import { IconButton, LinkButton, Twist } from "../../../ui/kit/button";
import { CopyButton } from "../../../ui/kit/copy-button";
import { messages } from "../../../ui/messages";
import { useBridge } from "../../../workbench/api/parts";
import { useShell } from "../../../workbench/api/shell-context";
import { panelMessages } from "../messages";
import { usePanel } from "../model/use-panel";
import { GoIcon } from "../panel-icons";
import { titleOfTool } from "../tool-form/tool-form-messages";
import { goToCall } from "./edits-of-writes";

/** A tool call: a one-line summary, a link to its location, and its arguments and result on demand. */
export function CallCard({ call }: { call: Call }) {
  const shell = useShell();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const t = panelMessages.call;
  const { state, place } = call;
  const title = titleOfTool({ name: call.tool, title: call.title });
  // The state already says that the user declined it.
  const callSummary = state === "denied" ? null : call.summary;
  const summary = callSummary ?? (place ? locationName(place) : "");
  return (
    <section className="call card" data-state={state} aria-label={`${title}: ${t.state[state]}`}>
      <div className="in-line">
        <Twist
          className="call-toggle"
          isOpen={isOpen}
          aria-controls={id}
          title={t.details}
          onClick={() => setOpen(!isOpen)}
        >
          <span className="dot" aria-hidden="true" />
          <span className="keeps part clip strong" lang={title === call.title ? "en" : undefined}>
            {title}
          </span>
          {state === "done" ? null : <span className="call-state soft">{t.state[state]}</span>}
          {/* Tool summaries are English in every interface language. */}
          {summary === "" ? null : (
            <span className="clip soft" dir="auto" lang={callSummary === null ? undefined : "en"}>
              {summary}
            </span>
          )}
          {state === "done" ? <span className="visually-hidden">{t.state.done}</span> : null}
        </Twist>
        {place ? (
          <IconButton
            label={t.goTo(place.name)}
            hint={`${t.go}: ${locationName(place)}`}
            onClick={() => void goToCall(shell, call)}
          >
            <GoIcon />
          </IconButton>
        ) : null}
      </div>
      {state === "denied" ? (
        <p className="sides below soft breaks">
          <LinkButton onClick={() => shell.run("show-approvals")}>{t.grants}</LinkButton>
        </p>
      ) : null}
      {state === "unknown" ? <p className="sides below soft breaks">{t.unknownHint}</p> : null}
      <div id={id}>{isOpen ? <Details call={call} /> : null}</div>
    </section>
  );
}

const locationName = ({ name, address, line }: NonNullable<Call["place"]>): string =>
  address
    ? panelMessages.composer.section(name, address)
    : line === null
      ? name
      : panelMessages.composer.selection(name, line, line);

type LoadedCall =
  | { status: "loading" }
  | { status: "failed"; why: string }
  | { status: "ready"; arguments: string; result: string | null };

function Details({ call }: { call: Call }) {
  const bridge = useBridge();
  const { $conversation } = usePanel();
  const [loaded, setLoaded] = useState<{ of: string; is: LoadedCall } | null>(null);
  const t = panelMessages.call;
  const key = `${call.id} ${call.state}`;
  if (loaded?.of !== key) {
    // Requested during render, once per state; an answer that belongs to another state is dropped.
    setLoaded({ of: key, is: { status: "loading" } });
    const conversation = $conversation.get()?.id ?? "";
    bridge
      .request("assistant:call", { conversation, call: call.id })
      .then(
        (answer): LoadedCall =>
          answer.ok
            ? { status: "ready", arguments: answer.arguments, result: answer.result }
            : // Main stores a call once its message is complete. Until then, use the arguments of the card.
              call.arguments === ""
              ? { status: "failed", why: answer.error.message }
              : { status: "ready", arguments: call.arguments, result: null },
      )
      .catch((error: unknown): LoadedCall => ({ status: "failed", why: messages.unexpectedError(String(error)) }))
      .then((is) => setLoaded((now) => (now?.of === key ? { of: key, is } : now)));
  }
  const is = loaded?.of === key ? loaded.is : { status: "loading" as const };
  if (is.status === "loading") return <p className="sides below soft breaks">{messages.loading}</p>;
  if (is.status === "failed") return <p className="sides below soft breaks">{is.why}</p>;
  return (
    <div className="sides below">
      <Box heading={t.arguments} text={pretty(is.arguments)} />
      {is.result === null ? (
        <p className="sides below soft breaks">{t.noResult}</p>
      ) : (
        <Box heading={t.result} text={is.result} />
      )}
    </div>
  );
}

/** UTF-16 units that are displayed; copying takes the full text. */
const MAX_SHOWN_LENGTH = 60_000;

function Box({ heading, text }: { heading: string; text: string }) {
  return (
    <>
      <div className="apart">
        <h4 className="soft">{heading}</h4>
        <CopyButton text={() => text} label={`${messages.copy}: ${heading}`} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reached by keyboard */}
      <pre className="code-box" tabIndex={0} dir="auto">
        {text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH)}…` : text}
      </pre>
    </>
  );
}

function pretty(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}
