import { useStore } from "@nanostores/react";
import { type FormEvent, useId, useState } from "react";
import type { SharingState, Person as ShownPerson } from "../../../shared/sharing";
import { Button } from "../../ui/kit/button";
import { Dialog, DialogHead } from "../../ui/kit/dialog";
import { Labelled, TextField } from "../../ui/kit/field";
import { Actions } from "../../ui/kit/toolbar";
import { useModal } from "../../ui/use-modal";
import { visibleText } from "../../ui/visible-text";
import { useBridge, useLayout, useNotices, useRun, useWorkspace } from "../../workbench/api/parts";
import { Avatar } from "./avatar";
import { $followed } from "./following";
import { sharingMessages } from "./messages";
import { useSharing } from "./use-sharing";

/** Joins the open folder with a shared folder, and shows who else is there. */
export default function SharingScreen() {
  const layout = useLayout();
  const dialog = useModal();
  const run = useRun();
  const folder = useStore(useWorkspace().$workspace);
  const state = useSharing();
  const t = sharingMessages;
  return (
    <Dialog
      ref={dialog}
      className="sharing spread"
      aria-labelledby="sharing-heading"
      close={layout.closeScreen}
      closesOutside
    >
      <DialogHead id="sharing-heading" heading={t.heading} close={layout.closeScreen}>
        <p className="soft">{t.lead}</p>
      </DialogHead>
      {folder === null ? (
        <>
          <p className="breaks">{t.noFolder}</p>
          <Actions>
            <Button kind="main" onClick={() => run("open-folder")}>
              {t.openFolder}
            </Button>
          </Actions>
        </>
      ) : state === null ? (
        <JoinForm />
      ) : (
        <Membership state={state} />
      )}
    </Dialog>
  );
}

function JoinForm() {
  const bridge = useBridge();
  const id = useId();
  const [link, setLink] = useState("");
  const [isJoining, setJoining] = useState(false);
  const [problem, setProblem] = useState<{ message: string; hint?: string | undefined } | null>(null);
  const t = sharingMessages;
  const join = async (event: FormEvent) => {
    event.preventDefault();
    if (link.trim() === "" || isJoining) return;
    setJoining(true);
    setProblem(null);
    const answer = await bridge.request("sharing:join", link).catch(() => null);
    setJoining(false);
    if (answer !== null && !answer.ok) setProblem(answer.error);
  };
  return (
    <form className="stack" onSubmit={join}>
      <Labelled htmlFor={id} label={t.link}>
        <TextField
          id={id}
          value={link}
          placeholder={t.example}
          autoComplete="off"
          spellCheck={false}
          aria-invalid={problem !== null}
          aria-describedby={`${id}-about`}
          onChange={(event) => setLink(event.target.value)}
        />
        <p id={`${id}-about`} className="small soft breaks">
          {problem === null ? (
            t.linkHint
          ) : (
            <span role="alert" className="warn">
              {problem.message} {problem.hint}
            </span>
          )}
        </p>
      </Labelled>
      <Actions>
        <Button type="submit" kind="main" disabled={link.trim() === "" || isJoining}>
          {isJoining ? t.joining : t.join}
        </Button>
      </Actions>
    </form>
  );
}

function Membership({ state }: { state: SharingState }) {
  const bridge = useBridge();
  const t = sharingMessages;
  const [isReplacing, setReplacing] = useState(false);
  const needsLink = state.status === "refused" || state.status === "locked";
  return (
    <>
      <p role="status" className={state.status === "connected" ? "sharing-state" : "sharing-state warn"}>
        {t.state[state.status]} {state.rejection ? `(${visibleText(state.rejection)})` : null}
      </p>
      <dl className="facts">
        <Fact name={t.server} value={state.server} />
        {state.role === null ? null : <Fact name={t.role} value={t.roles[state.role]} />}
        <Fact name={t.files} value={String(state.files)} />
        <Fact
          name={t.wholeFiles}
          value={String(state.wholeFiles)}
          more={state.waiting > 0 && t.waiting(state.waiting)}
        />
      </dl>
      {state.role === null || t.stays[state.role] === null ? null : (
        <p className="small soft breaks">{t.stays[state.role]}</p>
      )}
      <section aria-label={t.people}>
        <h3>{t.people}</h3>
        {state.people.length === 0 ? <p className="faint">{t.nobody}</p> : null}
        <ul className="stack above-small">
          {state.people.map((person) => (
            <Person key={person.id} person={person} />
          ))}
        </ul>
      </section>
      {state.problems.length === 0 ? null : (
        <section aria-label={t.problems}>
          <h3>{t.problems}</h3>
          <ul className="stack above-small">
            {state.problems.map(({ path, why }) => (
              <li key={path} className="breaks">
                {visibleText(path)} <span className="soft">{visibleText(why)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <p className="small soft breaks">{t.review}</p>
      {state.isStored || state.status === "locked" ? null : <p className="small soft breaks">{t.notStored}</p>}
      {needsLink || isReplacing ? <JoinForm /> : null}
      <Actions>
        <Button title={t.leaveHint} onClick={() => void bridge.request("sharing:leave", undefined)}>
          {t.leave}
        </Button>
        {needsLink || isReplacing ? null : <Button onClick={() => setReplacing(true)}>{t.another}</Button>}
      </Actions>
    </>
  );
}

/** Somebody who is here, with what they look at and what their agents do. */
function Person({ person }: { person: ShownPerson }) {
  const layout = useLayout();
  const notices = useNotices();
  const isFollowed = useStore($followed)?.id === person.id;
  const t = sharingMessages;
  const name = visibleText(person.name);
  const shown = (section: string | null) => (section === null ? null : visibleText(section));
  const follow = () => {
    $followed.set(isFollowed ? null : { id: person.id, name: person.name });
    if (isFollowed) return;
    notices.announce(t.following(name));
    layout.closeScreen();
  };
  return (
    <li className="breaks">
      <div className="person in-line">
        <Avatar name={person.name} />
        <span className="grow">
          {name}{" "}
          {person.path === null ? null : (
            <span className="soft">{t.looksAt(visibleText(person.path), shown(person.section))}</span>
          )}
        </span>
        {person.path === null && !isFollowed ? null : (
          <Button aria-label={isFollowed ? t.stopFollowing : t.followName(name)} onClick={follow}>
            {isFollowed ? t.stopFollowing : t.follow}
          </Button>
        )}
      </div>
      {person.agents.length === 0 ? null : (
        <ul className="person-agents small" aria-label={t.agentsOf(name)}>
          {person.agents.map((agent, at) => (
            <li key={at}>
              {visibleText(agent.name)}{" "}
              <span className="soft">{t.does[agent.does](visibleText(agent.path), shown(agent.section))}</span>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

const Fact = ({ name, value, more = false }: { name: string; value: string; more?: string | false }) => (
  <div>
    <dt>{name}</dt>
    <dd className="breaks">
      {visibleText(value)} {more ? <span className="soft">({more})</span> : null}
    </dd>
  </div>
);
