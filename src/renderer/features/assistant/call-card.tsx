import { useId, useState } from "react";
import type { CallCard as Call } from "../../../shared/conversation";
import { ChevronIcon } from "../../ui/icons";
import { words } from "../../ui/messages";
import { useShell } from "../../ui/shell-context";
import { CopyButton } from "./copy-button";
import { goToCall } from "./edits-of-writes";
import { panelWords } from "./messages";
import { GoIcon } from "./panel-icons";
import { usePanel } from "./use-panel";

/** A tool call: a one-line summary, a link to its location, and its arguments and result on demand. */
export function CallCard({ call }: { call: Call }) {
  const shell = useShell();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const say = panelWords.call;
  const { state, place } = call;
  // The state already says that the user refused it.
  const told = state === "denied" ? null : call.summary;
  const summary = told ?? (place ? placeName(place) : "");
  return (
    <section className="call" data-state={state} aria-label={`${call.title}: ${say.state[state]}`}>
      <div className="call-head">
        <button
          type="button"
          className="call-toggle"
          aria-expanded={isOpen}
          aria-controls={id}
          title={say.details}
          onClick={() => setOpen(!isOpen)}
        >
          <ChevronIcon />
          <span className="call-sign" aria-hidden="true" />
          {/* Tool summaries are English in every interface language. */}
          <span className="call-title" lang="en">
            {call.title}
          </span>
          {state === "done" ? null : <span className="call-state">{say.state[state]}</span>}
          {summary === "" ? null : (
            <span className="call-summary" dir="auto" lang={told === null ? undefined : "en"}>
              {summary}
            </span>
          )}
          {state === "done" ? <span className="heard-only">{say.state.done}</span> : null}
        </button>
        {place ? (
          <button
            type="button"
            className="icon-button"
            aria-label={say.goTo(place.name)}
            title={`${say.go}: ${placeName(place)}`}
            onClick={() => void goToCall(shell, call)}
          >
            <GoIcon />
          </button>
        ) : null}
      </div>
      {state === "denied" ? (
        <p className="call-hint">
          <button type="button" className="link" onClick={() => shell.run("show-approvals")}>
            {say.grants}
          </button>
        </p>
      ) : null}
      {state === "unknown" ? <p className="call-hint">{say.unknownHint}</p> : null}
      <div id={id}>{isOpen ? <Details call={call} /> : null}</div>
    </section>
  );
}

const placeName = ({ name, address, line }: NonNullable<Call["place"]>): string =>
  address
    ? panelWords.composer.section(name, address)
    : line === null
      ? name
      : panelWords.composer.selection(name, line, line);

type Whole =
  | { status: "loading" }
  | { status: "failed"; why: string }
  | { status: "ready"; arguments: string; result: string | null };

function Details({ call }: { call: Call }) {
  const { bridge } = useShell();
  const { $conversation } = usePanel();
  const [whole, setWhole] = useState<{ of: string; is: Whole } | null>(null);
  const say = panelWords.call;
  const key = `${call.id} ${call.state}`;
  if (whole?.of !== key) {
    // Requested during render, once per state; an answer that belongs to another state is dropped.
    setWhole({ of: key, is: { status: "loading" } });
    const conversation = $conversation.get()?.id ?? "";
    bridge
      .request("assistant:call", { conversation, call: call.id })
      .then(
        (answer): Whole =>
          answer.ok
            ? { status: "ready", arguments: answer.arguments, result: answer.result }
            : // Main stores a call once its message is complete. Until then, use the arguments of the card.
              call.arguments === ""
              ? { status: "failed", why: answer.error.message }
              : { status: "ready", arguments: call.arguments, result: null },
      )
      .catch((trouble: unknown): Whole => ({ status: "failed", why: words.surprise(String(trouble)) }))
      .then((is) => setWhole((now) => (now?.of === key ? { of: key, is } : now)));
  }
  const is = whole?.of === key ? whole.is : { status: "loading" as const };
  if (is.status === "loading") return <p className="call-hint">{words.loading}</p>;
  if (is.status === "failed") return <p className="call-hint">{is.why}</p>;
  return (
    <div className="call-details">
      <Box heading={say.arguments} text={pretty(is.arguments)} />
      {is.result === null ? <p className="call-hint">{say.noResult}</p> : <Box heading={say.result} text={is.result} />}
    </div>
  );
}

/** UTF-16 units that are displayed; copying takes the full text. */
const LONGEST = 60_000;

function Box({ heading, text }: { heading: string; text: string }) {
  return (
    <>
      <div className="call-box-head">
        <h4>{heading}</h4>
        <CopyButton text={() => text} label={`${words.copy}: ${heading}`} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reached by keyboard */}
      <pre className="call-box" tabIndex={0} dir="auto">
        {text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text}
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
