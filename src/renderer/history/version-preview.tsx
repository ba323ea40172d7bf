import { useStore } from "@nanostores/react";
import { useEffect, useState } from "react";
import type { VersionEntry } from "../../shared/contract";
import type { Tab } from "../tabs/tabs";
import { useShell } from "../ui/shell-context";
import { words } from "../ui/words";
import { type ComparedLine, compareTexts } from "./compare-texts";

/** More lines than these are not put on the page. */
const MOST_LINES = 2000;

type Preview =
  | { status: "loading" }
  | { status: "failed"; why: string }
  | { status: "ready"; sentence: string; lines: ComparedLine[]; isNow: boolean };

/** What one version holds beside what the page holds now, and the way back to it. */
export function VersionPreview(props: { tab: Tab; version: VersionEntry; onRestore(): void }) {
  const { tab, version, onRestore } = props;
  const { bridge } = useShell();
  const lastWriter = useStore(tab.copy.$lastWriter);
  const [preview, setPreview] = useState<Preview>({ status: "loading" });
  const { doc } = tab;
  const { version_id } = version;
  const say = words.history;

  // After every write "now" is another text.
  useEffect(() => {
    let isShown = true;
    const load = async (): Promise<Preview> => {
      const then = await bridge.request("history:text", { doc, version_id });
      if (!then.ok) return { status: "failed", why: then.error.message };
      return previewOf(then.text, tab.copy.text());
    };
    load()
      .catch((trouble): Preview => ({ status: "failed", why: words.surprise(String(trouble)) }))
      .then((next) => isShown && setPreview(next));
    return () => {
      isShown = false;
    };
  }, [bridge, doc, version_id, tab, lastWriter]);

  return (
    <section className="preview" aria-label={say.heading}>
      {preview.status === "loading" ? <p className="preview-sentence">{words.loading}</p> : null}
      {preview.status === "failed" ? (
        <p className="preview-sentence" role="alert">
          {preview.why}
        </p>
      ) : null}
      {preview.status === "ready" ? (
        <>
          <p className="preview-sentence">{preview.sentence}</p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reached by keyboard */}
          <section className="preview-text" tabIndex={0} aria-label={preview.sentence}>
            {preview.lines.slice(0, MOST_LINES).map((line, index) => (
              <PreviewLine key={index} line={line} />
            ))}
            {preview.lines.length > MOST_LINES ? <p className="faint">{say.cut(MOST_LINES)}</p> : null}
          </section>
          {preview.isNow ? null : (
            <button type="button" className="button" onClick={onRestore}>
              {say.restore}
            </button>
          )}
        </>
      ) : null}
    </section>
  );
}

function PreviewLine({ line }: { line: ComparedLine }) {
  if (line.kind === "folded") return <p className="line-folded">{words.history.unchangedLines(line.count)}</p>;
  const said = { same: null, added: words.history.added, removed: words.history.removed }[line.kind];
  return (
    <p className="line" data-kind={line.kind}>
      {said === null ? null : <span className="heard-only">{said} </span>}
      {line.text || "\u200b"}
    </p>
  );
}

function previewOf(then: string, now: string): Preview {
  const say = words.history;
  const compared = compareTexts(then, now);
  const plain = (): ComparedLine[] => then.split("\n").map((text) => ({ kind: "same", text }));
  switch (compared.status) {
    case "same":
      return { status: "ready", sentence: say.same, lines: plain(), isNow: true };
    case "too different":
      return { status: "ready", sentence: say.tooDifferent, lines: plain(), isNow: false };
    case "compared":
      return {
        status: "ready",
        sentence: say.difference(compared.added, compared.removed),
        lines: compared.lines,
        isNow: false,
      };
  }
}
