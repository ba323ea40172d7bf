import { useStore } from "@nanostores/react";
import { useId, useRef, useState } from "react";
import "../../ui/dialog.css";
import "./export-dialog.css";
import { words } from "../../ui/messages";
import { useShell } from "../../ui/shell-context";
import { useModal } from "../../ui/use-modal";
import { beginExport, type Choices, type Way } from "./export-store";
import { exportWords } from "./messages";
import { type Paper, usualPaper } from "./paper";

/** The defaults, until the user changes them; the session stores the choice. */
const usual = (): Choices => ({
  paper: { size: usualPaper(navigator.languages), isLandscape: false, margins: "normal", hasNumbers: true },
  frontMatter: false,
});

const SIZES = ["A4", "A5", "Letter", "Legal"] as const;
const MARGINS = ["narrow", "normal", "wide"] as const;

/** The options of an export or print, then its progress. */
export default function ExportDialog({ way }: { way: Way }) {
  const { tabs, layout, bridge, notices, $exportChoices } = useShell();
  const first = useRef<HTMLButtonElement>(null);
  const dialog = useModal({ shown: () => first.current?.focus() });
  const [choices, setChoices] = useState($exportChoices.get() ?? usual());
  const [running, setRunning] = useState<ReturnType<typeof beginExport> | null>(null);
  const id = useId();
  const hasPaper = way === "pdf" || way === "print";

  const close = () => {
    running?.cancel();
    layout.showExport(null);
  };
  const go = () => {
    const copy = tabs.$front.get()?.copy;
    if (!copy) return close();
    $exportChoices.set(choices);
    const begun = beginExport({ bridge, notices, copy, way, choices });
    setRunning(begun);
    void begun.done.then(() => layout.showExport(null));
  };
  const setPaper = (part: Partial<Paper>) => setChoices({ ...choices, paper: { ...choices.paper, ...part } });
  const { paper } = choices;

  return (
    <dialog
      ref={dialog}
      className="dialog export"
      aria-labelledby={`${id}-title`}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
    >
      <h2 id={`${id}-title`}>{exportWords.titles[way]}</h2>
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
                <span>{exportWords.paper}</span>
                <select value={paper.size} onChange={({ target }) => setPaper({ size: target.value as Paper["size"] })}>
                  {SIZES.map((size) => (
                    <option key={size} value={size}>
                      {exportWords.papers[size]}
                    </option>
                  ))}
                </select>
              </label>
              <label>
                <span>{exportWords.orientation}</span>
                <select
                  value={paper.isLandscape ? "landscape" : "portrait"}
                  onChange={({ target }) => setPaper({ isLandscape: target.value === "landscape" })}
                >
                  <option value="portrait">{exportWords.portrait}</option>
                  <option value="landscape">{exportWords.landscape}</option>
                </select>
              </label>
              <label>
                <span>{exportWords.margins}</span>
                <select
                  value={paper.margins}
                  onChange={({ target }) => setPaper({ margins: target.value as Paper["margins"] })}
                >
                  {MARGINS.map((width) => (
                    <option key={width} value={width}>
                      {exportWords.marginWidths[width]}
                    </option>
                  ))}
                </select>
              </label>
              <label className="export-check">
                <input
                  type="checkbox"
                  checked={paper.hasNumbers}
                  onChange={({ target }) => setPaper({ hasNumbers: target.checked })}
                />
                <span>{exportWords.numbers}</span>
              </label>
            </>
          ) : null}
          <label className="export-check">
            <input
              type="checkbox"
              checked={choices.frontMatter}
              onChange={({ target }) => setChoices({ ...choices, frontMatter: target.checked })}
            />
            <span>{exportWords.frontMatter}</span>
          </label>
        </fieldset>
        {running ? <Going running={running} /> : null}
        <div className="dialog-choices">
          {running ? null : (
            <button ref={first} type="submit" className="button" data-kind="main">
              {exportWords.go[way]}
            </button>
          )}
          <button type="button" className="button" onClick={close}>
            {words.cancel}
          </button>
        </div>
      </form>
    </dialog>
  );
}

function Going({ running }: { running: ReturnType<typeof beginExport> }) {
  const progress = useStore(running.$progress);
  return (
    <div className="export-progress" role="status">
      <progress value={progress?.share ?? 0} max={1} aria-label={progress?.stage ?? words.loading} />
      <p>{progress?.stage ?? ""}</p>
    </div>
  );
}
