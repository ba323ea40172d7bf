import { useStore } from "@nanostores/react";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";

import "./rename-dialog.css";
import { renameHeading } from "../../../core/outline/rename-heading";
import type { Notice } from "../../../shared/contract";
import type { LinkPlan } from "../../../shared/links";
import { nameOf } from "../../ui/file-paths";
import { Button } from "../../ui/kit/button";
import { Dialog, DialogChoices } from "../../ui/kit/dialog";
import { Check, TextField } from "../../ui/kit/field";
import { messages } from "../../ui/messages";
import { useModal } from "../../ui/use-modal";
import type { RenameRequest } from "../../workbench/api/feature-stores";
import { useBridge, useNotices, useRenames, useTabs, useWorkspace } from "../../workbench/api/parts";
import { linkMessages } from "./messages";

/** The maximum number of links listed. */
const MAX_LINKS = 300;

/** Debounce in milliseconds before the links of a new title are looked up. */
const DEBOUNCE_MS = 250;

/** The dialog that shows the effect of a rename on links and asks whether to update them. */
export default function RenameDialog() {
  const renames = useRenames();
  const request = useStore(renames.$request);
  if (request === null) return null;
  return request.kind === "move" ? (
    <MoveDialog key={`${request.from}\n${request.to}`} request={request} />
  ) : (
    <HeadingDialog key={`${request.doc} ${request.line}`} request={request} />
  );
}

function MoveDialog({ request }: { request: Extract<RenameRequest, { kind: "move" }> }) {
  const { from, to, plan, answer } = request;
  const [updatesLinks, setUpdatesLinks] = useState(true);
  const t = linkMessages.update;
  const isHere = from.slice(0, -nameOf(from).length) === to.slice(0, -nameOf(to).length);
  return (
    <Frame
      title={isHere ? t.moveTitle(nameOf(from), nameOf(to)) : t.movedTitle(nameOf(from))}
      cancel={() => answer(null)}
      submit={() => answer(updatesLinks && plan.links > 0 ? "update" : "rename")}
      isOff={false}
    >
      <p className="above soft">{plan.links > 0 ? t.count(plan.links, plan.fileCount) : null}</p>
      <Links plan={plan} isMuted={!updatesLinks} />
      {plan.links > 0 ? <UpdateLinksBox isOn={updatesLinks} set={setUpdatesLinks} /> : null}
    </Frame>
  );
}

function HeadingDialog({ request: { doc, line, source } }: { request: Extract<RenameRequest, { kind: "heading" }> }) {
  const bridge = useBridge();
  const renames = useRenames();
  const notices = useNotices();
  const tabs = useTabs();
  const [title, setTitle] = useState(source);
  const [updatesLinks, setUpdatesLinks] = useState(true);
  const [plan, setPlan] = useState<LinkPlan | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const id = useId();
  const t = linkMessages.update;
  const isSame = title.trim() === source.trim();

  useEffect(() => {
    const early = renames.shown();
    if (early !== "") setTitle(early);
  }, [renames]);

  useEffect(() => {
    if (isSame) {
      setPlan(null);
      setError(null);
      return;
    }
    let isOver = false;
    const timer = setTimeout(async () => {
      const answer = await bridge.request("links:plan-heading", { doc, line, source, title });
      if (isOver) return;
      setPlan(answer.ok ? answer.plan : null);
      setError(answer.ok ? null : describeNotice(answer.error));
    }, DEBOUNCE_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [title, isSame, bridge, doc, line, source]);

  const rename = async () => {
    const copy = tabs.find(doc)?.editor;
    if (isSame || !copy) return renames.close();
    if (!updatesLinks) {
      const renamed = renameHeading(copy.text(), { line, source, title });
      if (renamed.status !== "renamed") return;
      copy.edit({ changes: renamed.change });
      return renames.close();
    }
    setBusy(true);
    const answer = await bridge.request("links:rename-heading", { doc, line, source, title });
    setBusy(false);
    if (!answer.ok) return setError(describeNotice(answer.error));
    renames.close();
    await renames.notifyResult(answer.report, linkMessages.renamed);
    if (!answer.report.failed.length) notices.announce(linkMessages.renamed);
  };

  return (
    <Frame
      title={t.headingTitle}
      cancel={renames.close}
      submit={() => void rename()}
      isOff={isBusy || isSame || error !== null}
    >
      <label className="rename-title stack above-large soft small" htmlFor={`${id}-title`}>
        <span>{t.title}</span>
        <TextField
          id={`${id}-title`}
          value={title}
          spellCheck={false}
          // A dialog puts the focus on what it is for
          autoFocus
          aria-invalid={error !== null}
          aria-describedby={error === null ? undefined : `${id}-problem`}
          onFocus={(event) => event.target.select()}
          onChange={(event) => setTitle(event.target.value)}
        />
      </label>
      {error === null ? null : (
        <p id={`${id}-problem`} className="above warn" role="alert">
          {error}
        </p>
      )}
      <p className="above soft" aria-live="polite">
        {plan === null
          ? isSame || error !== null
            ? null
            : t.looking
          : plan.links > 0
            ? t.headingCount(plan.links, plan.fileCount)
            : t.none}
      </p>
      {plan ? <Links plan={plan} isMuted={!updatesLinks} /> : null}
      {plan && plan.links > 0 ? <UpdateLinksBox isOn={updatesLinks} set={setUpdatesLinks} /> : null}
    </Frame>
  );
}

const describeNotice = ({ message, hint }: Notice): string => (hint ? `${message} ${hint}` : message);

type FrameProps = { title: string; isOff: boolean; children: ReactNode; cancel(): void; submit(): void };

function Frame({ title, isOff, children, cancel, submit }: FrameProps) {
  const main = useRef<HTMLButtonElement>(null);
  const id = useId();
  const dialog = useModal({
    // Without a text field, Enter accepts the default.
    onShow: () => {
      if (!(document.activeElement instanceof HTMLInputElement)) main.current?.focus();
    },
  });
  return (
    <Dialog ref={dialog} className="rename" aria-labelledby={`${id}-title`} close={() => cancel()}>
      <form
        method="dialog"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isOff) submit();
        }}
      >
        <h2 id={`${id}-title`}>{title}</h2>
        {children}
        <DialogChoices>
          <Button ref={main} type="submit" kind="main" disabled={isOff}>
            {linkMessages.update.rename}
          </Button>
          <Button onClick={cancel}>{messages.cancel}</Button>
        </DialogChoices>
      </form>
    </Dialog>
  );
}

function UpdateLinksBox({ isOn, set }: { isOn: boolean; set(isOn: boolean): void }) {
  return (
    <Check className="above" checked={isOn} onChange={(event) => set(event.target.checked)}>
      {linkMessages.update.updateLinks}
    </Check>
  );
}

/** The changed links by file, before and after. */
function Links({ plan, isMuted }: { plan: LinkPlan; isMuted: boolean }) {
  const tabs = useTabs();
  const workspace = useWorkspace();
  const t = linkMessages.update;
  const root = workspace.$workspace.get()?.root ?? "";
  let left = MAX_LINKS;
  const files = plan.files.map((file) => {
    const shown = file.mends.slice(0, left);
    left -= shown.length;
    return { ...file, shown };
  });
  const count = MAX_LINKS - left;
  const isDirty = (path: string) => tabs.ofPath(`${root}/${path}`)?.editor.isDirty() ?? false;
  return (
    <>
      {count > 0 ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by key
        <ul className="rename-links card" data-muted={isMuted} aria-label={t.list} tabIndex={0}>
          {files
            .filter(({ shown }) => shown.length > 0)
            .map(({ path, shown }) => (
              <li key={path}>
                <h3 className="above-small small breaks" title={path}>
                  {path}
                  {isDirty(path) ? <span className="before plain warn">{t.isOpen}</span> : null}
                </h3>
                <ul>
                  {shown.map(({ line, before, after }, index) => (
                    <li key={index}>
                      <span className="faint digits">{t.line(line)}</span>
                      <span className="changes breaks">
                        <del>{before}</del>
                        <span className="faint" role="img" aria-label={t.becomes}>
                          →
                        </span>
                        <ins>{after}</ins>
                      </span>
                    </li>
                  ))}
                </ul>
              </li>
            ))}
          {plan.links > count ? <li className="faint small">{t.more(plan.links - count)}</li> : null}
        </ul>
      ) : null}
      {plan.stuck > 0 ? <p className="above warn">{t.stuck(plan.stuck)}</p> : null}
      {plan.isAll ? null : <p className="above warn">{t.notAll}</p>}
    </>
  );
}
