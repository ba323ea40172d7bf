import { useStore } from "@nanostores/react";
import { useEffect, useId, useRef, useState } from "react";

import "./export-dialog.css";
import { Button } from "../../ui/kit/button";
import { Callout } from "../../ui/kit/callout";
import { Dialog, DialogChoices } from "../../ui/kit/dialog";
import { Check, Select } from "../../ui/kit/field";
import { messages } from "../../ui/messages";
import { useModal } from "../../ui/use-modal";
import type { ExportFormat } from "../../workbench/api/layout";
import {
  useBridge,
  useComments,
  useDocumentSettings,
  useExportChoices,
  useLayout,
  useNotices,
  useTabs,
} from "../../workbench/api/parts";
import { CommentsChoice, PandocChoice, PaperChoices, StyleChoice, useHasPandoc } from "./export-choices";
import { beginExport, type Choices, type CommentChoice } from "./export-store";
import { exportMessages } from "./messages";
import { type Paper, usualPaper } from "./paper";

/** The defaults, until the user changes them; the session stores the choice. */
const usual = (): Choices => ({
  paper: {
    size: usualPaper(navigator.languages),
    isLandscape: false,
    margins: "normal",
    hasNumbers: true,
    hasHeader: false,
    hyphenates: false,
  },
  frontMatter: false,
  contents: false,
  colours: "both",
  printStyle: "",
  wordStyle: "",
  pandoc: "tex",
});

const COLOURS = ["both", "light", "dark"] as const;

/** The options of an export or print, then its progress. */
export default function ExportDialog({ way }: { way: ExportFormat }) {
  const tabs = useTabs();
  const layout = useLayout();
  const bridge = useBridge();
  const notices = useNotices();
  const $settings = useDocumentSettings();
  const $exportChoices = useExportChoices();
  const store = useComments();
  const first = useRef<HTMLButtonElement>(null);
  const dialog = useModal({ onShow: () => first.current?.focus() });
  const [comments, setComments] = useState<CommentChoice>("none");
  const [hasAuthorship, setHasAuthorship] = useState(false);
  const [choices, setChoices] = useState($exportChoices.get() ?? usual());
  const [running, setRunning] = useState<ReturnType<typeof beginExport> | null>(null);
  const id = useId();
  const hasPaper = way === "pdf" || way === "print";
  const hasPandoc = useHasPandoc(way);

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
      comments,
      hasAuthorship,
      store,
      settings: $settings.get(),
    });
    setRunning(begun);
    void begun.done.then(() => layout.showExport(null));
  };
  const set = (part: Partial<Choices>) => setChoices({ ...choices, ...part });
  const setPaper = (part: Partial<Paper>) => set({ paper: { ...choices.paper, ...part } });

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
        <fieldset className="export-choices stack spaced above-large" disabled={running !== null}>
          {hasPaper ? <PaperChoices paper={choices.paper} set={setPaper} /> : null}
          {hasPaper ? (
            <StyleChoice kind="print" value={choices.printStyle} set={(printStyle) => set({ printStyle })} />
          ) : null}
          {way === "docx" ? (
            <StyleChoice kind="word" value={choices.wordStyle} set={(wordStyle) => set({ wordStyle })} />
          ) : null}
          {way === "html" ? (
            <label>
              <span>{exportMessages.colours}</span>
              <Select
                value={choices.colours}
                onChange={({ target }) => set({ colours: target.value as Choices["colours"] })}
              >
                {COLOURS.map((name) => (
                  <option key={name} value={name}>
                    {exportMessages.colourNames[name]}
                  </option>
                ))}
              </Select>
            </label>
          ) : null}
          {way === "pandoc" ? (
            <PandocChoice value={choices.pandoc} set={(pandoc) => set({ pandoc })} hasPandoc={hasPandoc} />
          ) : null}
          {way === "epub" || way === "pandoc" ? null : (
            <Check checked={choices.contents} onChange={({ target }) => set({ contents: target.checked })}>
              {exportMessages.addContents}
            </Check>
          )}
          {way === "pandoc" ? null : (
            <Check checked={choices.frontMatter} onChange={({ target }) => set({ frontMatter: target.checked })}>
              {exportMessages.frontMatter}
            </Check>
          )}
          {way === "print" || way === "pandoc" ? null : (
            <Check checked={hasAuthorship} onChange={({ target }) => setHasAuthorship(target.checked)}>
              {exportMessages.authorship}
            </Check>
          )}
          {way === "epub" || way === "pandoc" ? null : <CommentsChoice value={comments} set={setComments} />}
        </fieldset>
        {running ? <ExportProgress running={running} way={way} /> : null}
        <DialogChoices>
          {running ? (
            <GoOn running={running} way={way} />
          ) : (
            <Button ref={first} type="submit" kind="main" disabled={hasPandoc === false}>
              {exportMessages.go[way]}
            </Button>
          )}
          <Button onClick={close}>{messages.cancel}</Button>
        </DialogChoices>
      </form>
    </Dialog>
  );
}

type RunningExport = { running: ReturnType<typeof beginExport>; way: ExportFormat };

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

/** The maximum number of missing things listed. */
const MAX_LISTED = 50;

function ExportProgress({ running }: RunningExport) {
  const progress = useStore(running.$progress);
  const missing = useStore(running.$missing);
  if (missing.length > 0) {
    const t = exportMessages.missing;
    return (
      <Callout className="export-missing above-large" role="alert">
        <p>{t.heading(missing.length)}</p>
        <ul className="capped above-small">
          {missing.slice(0, MAX_LISTED).map(({ what, why }) => (
            <li key={`${what} ${why}`}>
              <span className="export-what breaks" dir="auto">
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
    <div className="export-progress stack above-large soft" role="status">
      <progress value={progress?.share ?? 0} max={1} aria-label={progress?.stage ?? messages.loading} />
      <p>{progress?.stage ?? ""}</p>
    </div>
  );
}
