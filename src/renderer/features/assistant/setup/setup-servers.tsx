import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import type { Notice, Outcome } from "../../../../shared/contract";
import type { ToolServer } from "../../../../shared/tool-servers";
import { Badge } from "../../../ui/kit/badge";
import { Button } from "../../../ui/kit/button";
import { Callout } from "../../../ui/kit/callout";
import { EmptyState } from "../../../ui/kit/empty-state";
import { Labelled, TextField } from "../../../ui/kit/field";
import { Actions } from "../../../ui/kit/toolbar";
import { messages } from "../../../ui/messages";
import { useBridge, useNotices, useQuestions } from "../../../workbench/api/parts";
import { withError } from "../model/conversation-client";
import { SetupLine } from "./setup-agents";
import { setupMessages } from "./setup-messages";

type Answer = Outcome<{ servers: ToolServer[] }>;

/** The user's own servers of tools: added with a yes to what is started, and used after a yes to their tools. */
export function SetupServers() {
  const bridge = useBridge();
  const [servers, setServers] = useState<readonly ToolServer[] | null>(null);
  const [error, setError] = useState<Notice | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const t = setupMessages.servers;

  useEffect(() => {
    const stop = bridge.listen("assistant:tool-servers-changed", setServers);
    void withError(bridge.request("assistant:tool-servers", undefined)).then((answer) => {
      if (answer.ok) setServers(answer.servers);
      else setError(answer.error);
    });
    return stop;
  }, [bridge]);

  const run = async (work: Promise<Answer>): Promise<boolean> => {
    setError(null);
    const answer = await withError(work);
    if (answer.ok) setServers(answer.servers);
    else setError(answer.error);
    return answer.ok;
  };
  return (
    <section aria-labelledby="setup-servers">
      <h3 id="setup-servers" ref={heading} tabIndex={-1}>
        {t.heading}
      </h3>
      <p className="soft">{t.about}</p>
      {error === null ? null : <Problem why={error} />}
      {servers === null ? error === null && <p className="faint">{messages.loading}</p> : null}
      {servers?.length === 0 ? <EmptyState heading={t.none}>{t.noneHint}</EmptyState> : null}
      {servers?.map((server) => (
        <ServerSetup key={server.id} server={server} run={run} removed={() => heading.current?.focus()} />
      ))}
      {servers === null ? null : <AddServer run={run} />}
    </section>
  );
}

const Problem = ({ why }: { why: Notice }) => (
  <Callout tone="bad" role="alert">
    <p className="breaks">{why.message}</p>
    {why.hint === undefined ? null : <p className="soft breaks">{why.hint}</p>}
  </Callout>
);

type ServerProps = { server: ToolServer; run(work: Promise<Answer>): Promise<boolean>; removed(): void };

function ServerSetup({ server, run, removed }: ServerProps) {
  const bridge = useBridge();
  const notices = useNotices();
  const questions = useQuestions();
  const headingId = useId();
  const { id, name, start, state, tools, left, hash } = server;
  const t = setupMessages.servers;

  const agree = async () => {
    if (hash !== null && (await run(bridge.request("assistant:agree-tool-server", { id, hash }))))
      notices.announce(t.agreed(name));
  };
  const remove = async () => {
    const choices = [{ id: "remove", label: t.remove, kind: "dangerous" as const }];
    if ((await questions.ask({ title: t.removeTitle(name), detail: t.removeDetail, choices })) === null) return;
    if (!(await run(bridge.request("assistant:remove-tool-server", id)))) return;
    notices.announce(t.removed(name));
    removed();
  };
  return (
    <section
      className="setup-choice card inset-large above-large"
      aria-labelledby={headingId}
      aria-busy={state.status === "starting"}
    >
      <h4 id={headingId} className="apart">
        {name}
        {state.status === "ready" ? <Badge tone="good">{t.ready}</Badge> : null}
      </h4>
      <SetupLine label={t.starts} line={start} />
      <div role="status">
        {state.status === "starting" ? <p className="above soft">{t.starting}</p> : null}
        {state.status === "off" ? <p className="above soft">{t.off}</p> : null}
        {state.status === "login" ? (
          <Callout className="above below">{state.isWaiting ? t.loginWaits : t.login}</Callout>
        ) : null}
        {state.status === "asks" ? (
          <Callout className="above below">{state.isChanged ? t.changed : t.asks}</Callout>
        ) : null}
      </div>
      {state.status === "failed" ? <Problem why={state.why} /> : null}
      {hash === null ? null : <ToolList key={hash} tools={tools} left={left} isOpen={state.status === "asks"} />}
      <Actions>
        {state.status === "asks" && tools.length > 0 ? (
          <Button kind="main" onClick={() => void agree()}>
            {t.agree}
          </Button>
        ) : null}
        {state.status === "login" ? (
          <Button
            {...(state.isWaiting ? {} : { kind: "main" })}
            onClick={() => void run(bridge.request("assistant:log-in-tool-server", id))}
          >
            {state.isWaiting ? t.logInAgain : t.logIn}
          </Button>
        ) : null}
        {state.status === "failed" || state.status === "off" ? (
          <Button onClick={() => void run(bridge.request("assistant:start-tool-server", id))}>{t.start}</Button>
        ) : null}
        <Button onClick={() => void remove()}>{t.removeMore}</Button>
      </Actions>
    </section>
  );
}

/** What models would read of a server's tools. */
function ToolList({ tools, left, isOpen }: Pick<ToolServer, "tools" | "left"> & { isOpen: boolean }) {
  const t = setupMessages.servers;
  return (
    <details className="setup-logins above below" open={isOpen}>
      <summary>{t.tools(tools.length)}</summary>
      <ul className="column spaced above-small">
        {tools.map(({ name, description }) => (
          <li key={name}>
            <p className="breaks">
              <code className="mono">{name}</code> <span className="soft small">{description}</span>
            </p>
          </li>
        ))}
      </ul>
      {left === 0 ? null : <p className="soft small">{t.left(left)}</p>}
    </details>
  );
}

/** The form for a new server. What it starts is asked for once more, in full. */
function AddServer({ run }: Pick<ServerProps, "run">) {
  const bridge = useBridge();
  const questions = useQuestions();
  const [name, setName] = useState("");
  const [start, setStart] = useState("");
  const [isBusy, setBusy] = useState(false);
  const id = useId();
  const t = setupMessages.servers;

  const add = async (event: FormEvent) => {
    event.preventDefault();
    const draft = { name: name.trim(), start: start.trim() };
    if (draft.name === "" || draft.start === "" || isBusy) return;
    const isAddress = /^https?:\/\//i.test(draft.start);
    const title = isAddress ? t.connectTitle(draft.name) : t.startTitle(draft.name);
    const detail = isAddress ? t.connectDetail(draft.start) : t.startDetail(draft.start);
    const choices = [{ id: "add", label: isAddress ? t.connect : t.start, kind: "main" as const }];
    if ((await questions.ask({ title, detail, choices })) === null) return;
    setBusy(true);
    const isAdded = await run(bridge.request("assistant:add-tool-server", draft)).finally(() => setBusy(false));
    if (!isAdded) return;
    setName("");
    setStart("");
  };
  return (
    <form
      className="setup-form spaced-large column above-large"
      onSubmit={(event) => void add(event)}
      aria-busy={isBusy}
    >
      <h4>{t.add}</h4>
      <Labelled htmlFor={`${id}-name`} label={setupMessages.name}>
        <TextField
          id={`${id}-name`}
          value={name}
          maxLength={31}
          spellCheck={false}
          aria-describedby={`${id}-name-hint`}
          onChange={(event) => setName(event.target.value)}
        />
        <p id={`${id}-name-hint`} className="soft small">
          {t.nameHint}
        </p>
      </Labelled>
      <Labelled htmlFor={`${id}-start`} label={t.starts}>
        <TextField
          id={`${id}-start`}
          dir="ltr"
          className="mono"
          value={start}
          maxLength={2000}
          spellCheck={false}
          aria-describedby={`${id}-start-hint`}
          onChange={(event) => setStart(event.target.value)}
        />
        <p id={`${id}-start-hint`} className="soft small">
          {t.startHint}
        </p>
      </Labelled>
      <Actions>
        <Button type="submit" disabled={isBusy || name.trim() === "" || start.trim() === ""}>
          {isBusy ? t.starting : t.addMore}
        </Button>
      </Actions>
    </form>
  );
}
