import { useEffect, useState } from "react";
import type { GoneFile, VersionEntry } from "../../../shared/contract";
import { words as pageWords } from "../../ui/messages";
import { SearchField } from "../../ui/search-field";
import { useShell } from "../../ui/shell-context";
import { moment } from "../../ui/time";
import { historyWords as say } from "./messages";
import { reasonOf, writerName } from "./version-words";

type Known =
  | { status: "loading" }
  | { status: "failed"; why: string }
  | { status: "ready"; files: GoneFile[]; isAll: boolean };

/** The most characters of a version that are shown. */
const MOST_SHOWN = 100_000;

/** The deleted files of the folder: their versions, and a button to restore one. */
export function GoneFiles() {
  const { bridge, workspace } = useShell();
  const [known, setKnown] = useState<Known>({ status: "loading" });
  const [chosen, setChosen] = useState<string | null>(null);
  const [sought, setSought] = useState("");
  const [round, setRound] = useState(0);
  const hasFolder = workspace.$workspace.get() !== null;
  useEffect(() => {
    let isShown = true;
    if (!hasFolder) return;
    bridge.request("history:gone", undefined).then(
      (answer) =>
        isShown &&
        setKnown(answer.ok ? { ...answer, status: "ready" } : { status: "failed", why: answer.error.message }),
      (trouble) => isShown && setKnown({ status: "failed", why: pageWords.surprise(String(trouble)) }),
    );
    return () => {
      isShown = false;
    };
  }, [bridge, hasFolder, round]);

  if (!hasFolder) return <p className="history-empty">{say.goneNoFolder}</p>;
  if (known.status === "loading") return <p className="history-empty">{pageWords.loading}</p>;
  if (known.status === "failed")
    return (
      <p className="history-empty" role="alert">
        {known.why}
      </p>
    );
  if (known.files.length === 0) return <p className="history-empty">{say.goneNone}</p>;
  const wanted = sought.trim().toLocaleLowerCase();
  const files = known.files.filter(({ name }) => name.toLocaleLowerCase().includes(wanted));
  const open = files.find(({ path }) => path === chosen);
  const now = new Date();
  return (
    <>
      <div className="history-tools">
        <SearchField label={say.filter} query={sought} search={setSought} />
      </div>
      <ul className="gone-files" aria-label={say.goneHeading}>
        {files.map((file) => (
          <li key={file.path}>
            <button
              type="button"
              aria-pressed={file.path === chosen}
              onClick={() => setChosen(file.path === chosen ? null : file.path)}
            >
              <span className="gone-name">{file.name}</span>
              <span className="gone-when">{say.goneVersions(file.versions, moment(file.newest.at, now))}</span>
            </button>
          </li>
        ))}
      </ul>
      {known.isAll ? null : <p className="history-empty">{say.goneSome}</p>}
      {open ? <GoneFileView key={open.path} file={open} back={() => setRound(round + 1)} /> : null}
    </>
  );
}

function GoneFileView({ file, back }: { file: GoneFile; back(): void }) {
  const { bridge, notices, tabs } = useShell();
  const { path } = file;
  const [versions, setVersions] = useState<readonly VersionEntry[]>([file.newest]);
  const [chosen, setChosen] = useState(file.newest.version_id);
  const [text, setText] = useState<{ status: "loading" } | { status: "ready" | "failed"; text: string }>({
    status: "loading",
  });
  useEffect(() => {
    void bridge.request("history:gone-versions", path).then((answer) => answer.ok && setVersions(answer.versions));
  }, [bridge, path]);
  useEffect(() => {
    let isShown = true;
    setText({ status: "loading" });
    void bridge.request("history:gone-text", { path, version_id: chosen }).then((answer) => {
      if (!isShown) return;
      setText(answer.ok ? { status: "ready", text: answer.text } : { status: "failed", text: answer.error.message });
    });
    return () => {
      isShown = false;
    };
  }, [bridge, path, chosen]);
  const bringBack = async () => {
    const answer = await bridge.request("history:bring-back", { path, version_id: chosen });
    if (!answer.ok) {
      notices.problem(answer.error.message, { hint: answer.error.hint ?? null });
      return;
    }
    notices.tell(say.broughtBack(file.name));
    back();
    await tabs.openPath(answer.path);
  };
  const now = new Date();
  return (
    <section className="version-view" aria-label={file.name}>
      <select
        className="field"
        aria-label={say.of(file.name)}
        value={chosen}
        onChange={(event) => setChosen(event.target.value)}
      >
        {versions.map((version) => (
          <option key={version.version_id} value={version.version_id}>
            {`${moment(version.at, now)} · ${writerName(version.by)} · ${reasonOf(version)}`}
          </option>
        ))}
      </select>
      {text.status === "failed" ? (
        <p className="version-sentence" role="alert">
          {text.text}
        </p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reached by keyboard
        <section className="compared-box gone-text" tabIndex={0} aria-label={file.name}>
          {text.status === "loading" ? pageWords.loading : text.text.slice(0, MOST_SHOWN)}
        </section>
      )}
      <div className="version-acts">
        <button type="button" className="button" data-kind="main" onClick={() => void bringBack()}>
          {say.bringBack}
        </button>
        <button
          type="button"
          className="button"
          disabled={text.status !== "ready"}
          onClick={() => {
            if (text.status === "ready")
              void bridge.request("app:copy", text.text).then(() => notices.announce(say.copied));
          }}
        >
          {say.copy}
        </button>
      </div>
    </section>
  );
}
