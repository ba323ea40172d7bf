import { useStore } from "@nanostores/react";
import { useEffect, useId, useRef, useState } from "react";

import "./export-dialog.css";
import { Button } from "../../ui/kit/button";
import { Callout } from "../../ui/kit/callout";
import { Dialog, DialogChoices } from "../../ui/kit/dialog";
import { Check, Select } from "../../ui/kit/field";
import { messages } from "../../ui/messages";
import { useModal } from "../../ui/use-modal";
import {
  useBridge,
  useDocumentSettings,
  useExportChoices,
  useLayout,
  useNotices,
  useTabs,
} from "../../workbench/api/parts";
import { beginExport, type Choices, type ExportTarget } from "./export-store";
import { exportMessages } from "./messages";
import { type Paper, usualPaper } from "./paper";

/** The defaults, until the user changes them; the session stores the choice. */
const usual = (): Choices => ({
  paper: { size: usualPaper(navigator.languages), isLandscape: false, margins: "normal", hasNumbers: true },
  frontMatter: false,
});

const SIZES = ["A4", "A5", "Letter", "Legal"] as const;
const MARGINS = ["narrow", "normal", "wide"] as const;

/** The options of an export or print, then its progress. */
export default function ExportDialog({ way }: { way: ExportTarget }) {
  const tabs = useTabs();
  const layout = useLayout();
  const bridge = useBridge();
  const notices = useNotices();
  const $settings = useDocumentSettings();
  const $exportChoices = useExportChoices();
  const first = useRef<HTMLButtonElement>(null);
  const dialog = useModal({ onShow: () => first.current?.focus() });
  const [choices, setChoices] = useState($exportChoices.get() ?? usual());
  const [running, setRunning] = useState<ReturnType<typeof beginExport> | null>(null);
  const id = useId();
  const hasPaper = way === "pdf" || way === "print";

  const close = () => {
    running?.cancel();
    layout.showExport(null);
  };
  const go = () => {
    const editor = tabs.$front.get()?.editor;
    if (!editor) return close();
    $exportChoices.set(choices);
    const begun = beginExport({
      bridge,
      notices,
      editor,
      target: way,
      choices,
      settings: $settings.get(),
    });
    setRunning(begun);
    void begun.done.then(() => layout.showExport(null));
  };
  const setPaper = (part: Partial<Paper>) => setChoices({ ...choices, paper: { ...choices.paper, ...part } });
  const { paper } = choices;

  return (
    <Dialog ref={dialog} className="export" aria-labelledby={`${id}-title`} close={close}>
      <h2 id={`${id}-title`}>{exportMessages.titles[way]}</h2>
      <form
        method="dialog"
        onSubmit={(event) => {
          event.preventDefault();
          go();
        }}
      >
        <fieldset className="export-choices" disabled={running !== null}>
          {hasPaper ? (
            <>
              <label>
                <span>{exportMessages.paper}</span>
                <Select value={paper.size} onChange={({ target }) => setPaper({ size: target.value as Paper["size"] })}>
                  {SIZES.map((size) => (
                    <option key={size} value={size}>
                      {exportMessages.papers[size]}
                    </option>
                  ))}
                </Select>
              </label>
              <label>
                <span>{exportMessages.orientation}</span>
                <Select
                  value={paper.isLandscape ? "landscape" : "portrait"}
                  onChange={({ target }) => setPaper({ isLandscape: target.value === "landscape" })}
                >
                  <option value="portrait">{exportMessages.portrait}</option>
                  <option value="landscape">{exportMessages.landscape}</option>
                </Select>
              </label>
              <label>
                <span>{exportMessages.margins}</span>
                <Select
                  value={paper.margins}
                  onChange={({ target }) => setPaper({ margins: target.value as Paper["margins"] })}
                >
                  {MARGINS.map((width) => (
                    <option key={width} value={width}>
                      {exportMessages.marginWidths[width]}
                    </option>
                  ))}
                </Select>
              </label>
              <Check checked={paper.hasNumbers} onChange={({ target }) => setPaper({ hasNumbers: target.checked })}>
                {exportMessages.numbers}
              </Check>
            </>
          ) : null}
          <Check
            checked={choices.frontMatter}
            onChange={({ target }) => setChoices({ ...choices, frontMatter: target.checked })}
          >
            {exportMessages.frontMatter}
          </Check>
        </fieldset>
        {running ? <ExportProgress running={running} way={way} /> : null}
        <DialogChoices>
          {running ? (
            <GoOn running={running} way={way} />
          ) : (
            <Button ref={first} type="submit" kind="main">
              {exportMessages.go[way]}
            </Button>
          )}
          <Button onClick={close}>{messages.cancel}</Button>
        </DialogChoices>
      </form>
    </Dialog>
  );
}

type RunningExport = { running: ReturnType<typeof beginExport>; way: ExportTarget };

/** Exports without what is missing. */
function GoOn({ running, way }: RunningExport) {
  const missing = useStore(running.$missing);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (missing.length > 0) button.current?.focus();
  }, [missing]);
  if (missing.length === 0) return null;
  return (
    <Button ref={button} kind="main" onClick={() => running.goOn()}>
      {exportMessages.missing.go[way]}
    </Button>
  );
}

/** How many missing things are listed. */
const MAX_LISTED = 50;

function ExportProgress({ running }: RunningExport) {
  const progress = useStore(running.$progress);
  const missing = useStore(running.$missing);
  if (missing.length > 0) {
    const t = exportMessages.missing;
    return (
      <Callout className="export-missing" role="alert">
        <p>{t.heading(missing.length)}</p>
        <ul>
          {missing.slice(0, MAX_LISTED).map(({ what, why }) => (
            <li key={`${what} ${why}`}>
              <span className="export-what" dir="auto">
                {what}
              </span>{" "}
              <span className="soft small">{why}</span>
            </li>
          ))}
        </ul>
        {missing.length > MAX_LISTED ? <p className="soft small">{t.more(missing.length - MAX_LISTED)}</p> : null}
      </Callout>
    );
  }
  return (
    <div className="export-progress soft" role="status">
      <progress value={progress?.share ?? 0} max={1} aria-label={progress?.stage ?? messages.loading} />
      <p>{progress?.stage ?? ""}</p>
    </div>
  );
}
