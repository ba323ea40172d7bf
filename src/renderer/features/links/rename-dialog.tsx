import { useStore } from "@nanostores/react";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import "../../ui/dialog.css";
import "./rename-dialog.css";
import { renameHeading } from "../../../core/outline/rename-heading";
import type { LinkPlan, Notice } from "../../../shared/contract";
import { nameOf } from "../../ui/file-paths";
import { words } from "../../ui/messages";
import { useShell } from "../../ui/shell-context";
import { useModal } from "../../ui/use-modal";
import { linkWords } from "./messages";
import type { Renaming } from "./renames";

/** The most links listed. */
const MOST = 300;

/** Debounce in milliseconds before the links of a new title are looked up. */
const PAUSE = 250;

/** The dialog that shows the effect of a rename on links and asks whether to update them. */
export default function RenameDialog() {
  const { renames } = useShell();
  const asked = useStore(renames.$asked);
  if (asked === null) return null;
  return asked.kind === "move" ? (
    <MoveDialog key={`${asked.from}\n${asked.to}`} asked={asked} />
  ) : (
    <HeadingDialog key={`${asked.doc} ${asked.line}`} asked={asked} />
  );
}

function MoveDialog({ asked }: { asked: Extract<Renaming, { kind: "move" }> }) {
  const { from, to, plan, answer } = asked;
  const [mends, setMends] = useState(true);
  const say = linkWords.mend;
  const isHere = from.slice(0, -nameOf(from).length) === to.slice(0, -nameOf(to).length);
  return (
    <Frame
      title={isHere ? say.moveTitle(nameOf(from), nameOf(to)) : say.movedTitle(nameOf(from))}
      cancel={() => answer(null)}
      submit={() => answer(mends && plan.links > 0 ? "mend" : "rename")}
      isOff={false}
    >
      <p className="rename-count">{plan.links > 0 ? say.count(plan.links, plan.fileCount) : null}</p>
      <Links plan={plan} isMuted={!mends} />
      {plan.links > 0 ? <Mends isOn={mends} set={setMends} /> : null}
    </Frame>
  );
}

function HeadingDialog({ asked: { doc, line, source } }: { asked: Extract<Renaming, { kind: "heading" }> }) {
  const { bridge, renames, notices, tabs } = useShell();
  const [title, setTitle] = useState(source);
  const [mends, setMends] = useState(true);
  const [plan, setPlan] = useState<LinkPlan | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const id = useId();
  const say = linkWords.mend;
  const isSame = title.trim() === source.trim();

  useEffect(() => {
    const early = renames.shown();
    if (early !== "") setTitle(early);
  }, [renames]);

  useEffect(() => {
    if (isSame) {
      setPlan(null);
      setProblem(null);
      return;
    }
    let isOver = false;
    const timer = setTimeout(async () => {
      const answer = await bridge.request("links:plan-heading", { doc, line, source, title });
      if (isOver) return;
      setPlan(answer.ok ? answer.plan : null);
      setProblem(answer.ok ? null : inWords(answer.error));
    }, PAUSE);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [title, isSame, bridge, doc, line, source]);

  const rename = async () => {
    const copy = tabs.find(doc)?.copy;
    if (isSame || !copy) return renames.close();
    if (!mends) {
      const renamed = renameHeading(copy.text(), { line, source, title });
      if (renamed.status !== "renamed") return;
      copy.edit({ changes: renamed.change });
      return renames.close();
    }
    setBusy(true);
    const answer = await bridge.request("links:rename-heading", { doc, line, source, title });
    setBusy(false);
    if (!answer.ok) return setProblem(inWords(answer.error));
    renames.close();
    await renames.tell(answer.report, linkWords.renamed);
    if (!answer.report.failed.length) notices.announce(linkWords.renamed);
  };

  return (
    <Frame
      title={say.headingTitle}
      cancel={renames.close}
      submit={() => void rename()}
      isOff={isBusy || isSame || problem !== null}
    >
      <label className="rename-title" htmlFor={`${id}-title`}>
        <span>{say.title}</span>
        <input
          id={`${id}-title`}
          value={title}
          spellCheck={false}
          // biome-ignore lint/a11y/noAutofocus: a dialog puts the focus on what it is for
          autoFocus
          aria-invalid={problem !== null}
          aria-describedby={problem === null ? undefined : `${id}-problem`}
          onFocus={(event) => event.target.select()}
          onChange={(event) => setTitle(event.target.value)}
        />
      </label>
      {problem === null ? null : (
        <p id={`${id}-problem`} className="rename-problem" role="alert">
          {problem}
        </p>
      )}
      <p className="rename-count" aria-live="polite">
        {plan === null
          ? isSame || problem !== null
            ? null
            : say.looking
          : plan.links > 0
            ? say.headingCount(plan.links, plan.fileCount)
            : say.none}
      </p>
      {plan ? <Links plan={plan} isMuted={!mends} /> : null}
      {plan && plan.links > 0 ? <Mends isOn={mends} set={setMends} /> : null}
    </Frame>
  );
}

const inWords = ({ message, hint }: Notice): string => (hint ? `${message} ${hint}` : message);

type FrameProps = { title: string; isOff: boolean; children: ReactNode; cancel(): void; submit(): void };

function Frame({ title, isOff, children, cancel, submit }: FrameProps) {
  const main = useRef<HTMLButtonElement>(null);
  const id = useId();
  const dialog = useModal({
    // Without a text field, Enter accepts the default.
    shown: () => {
      if (!(document.activeElement instanceof HTMLInputElement)) main.current?.focus();
    },
  });
  return (
    <dialog
      ref={dialog}
      className="dialog rename"
      aria-labelledby={`${id}-title`}
      onCancel={(event) => {
        event.preventDefault();
        cancel();
      }}
    >
      <form
        method="dialog"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isOff) submit();
        }}
      >
        <h2 id={`${id}-title`}>{title}</h2>
        {children}
        <div className="dialog-choices">
          <button ref={main} type="submit" className="button" data-kind="main" disabled={isOff}>
            {linkWords.mend.rename}
          </button>
          <button type="button" className="button" onClick={cancel}>
            {words.cancel}
          </button>
        </div>
      </form>
    </dialog>
  );
}

function Mends({ isOn, set }: { isOn: boolean; set(isOn: boolean): void }) {
  return (
    <label className="rename-mends">
      <input type="checkbox" checked={isOn} onChange={(event) => set(event.target.checked)} />
      <span>{linkWords.mend.mend}</span>
    </label>
  );
}

/** The changed links by file, before and after. */
function Links({ plan, isMuted }: { plan: LinkPlan; isMuted: boolean }) {
  const { tabs, workspace } = useShell();
  const say = linkWords.mend;
  const root = workspace.$workspace.get()?.root ?? "";
  let left = MOST;
  const files = plan.files.map((file) => {
    const shown = file.mends.slice(0, left);
    left -= shown.length;
    return { ...file, shown };
  });
  const count = MOST - left;
  const isDirty = (path: string) => tabs.ofPath(`${root}/${path}`)?.copy.isDirty() ?? false;
  return (
    <>
      {count > 0 ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by key
        <ul className="rename-links" data-muted={isMuted} aria-label={say.list} tabIndex={0}>
          {files
            .filter(({ shown }) => shown.length > 0)
            .map(({ path, shown }) => (
              <li key={path}>
                <h3 title={path}>
                  {path}
                  {isDirty(path) ? <span className="rename-unsaved">{say.isOpen}</span> : null}
                </h3>
                <ul>
                  {shown.map(({ line, before, after }, index) => (
                    <li key={index}>
                      <span className="rename-line">{say.line(line)}</span>
                      <span className="rename-change">
                        <del>{before}</del>
                        <span className="rename-arrow" role="img" aria-label={say.becomes}>
                          →
                        </span>
                        <ins>{after}</ins>
                      </span>
                    </li>
                  ))}
                </ul>
              </li>
            ))}
          {plan.links > count ? <li className="rename-more">{say.more(plan.links - count)}</li> : null}
        </ul>
      ) : null}
      {plan.stuck > 0 ? <p className="rename-problem">{say.stuck(plan.stuck)}</p> : null}
      {plan.isAll ? null : <p className="rename-problem">{say.notAll}</p>}
    </>
  );
}
