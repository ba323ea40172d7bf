import { useEffect, useState } from "react";
import type { VersionEntry } from "../../../shared/contract";
import type { DeletedFile } from "../../../shared/history";
import { reasonAndNote } from "../../editor/review/describe-reason";
import { Button } from "../../ui/kit/button";
import { EmptyState } from "../../ui/kit/empty-state";
import { Select } from "../../ui/kit/field";
import { ListButton } from "../../ui/kit/list";
import { SearchField } from "../../ui/kit/search-field";
import { Toolbar } from "../../ui/kit/toolbar";
import { messages as uiMessages } from "../../ui/messages";
import { moment } from "../../ui/time";
import { useBridge, useNotices, useTabs, useWorkspace } from "../../workbench/api/parts";
import { versionWriter } from "./describe-version";
import { historyMessages as t } from "./messages";

type DeletedFileList =
  | { status: "loading" }
  | { status: "failed"; why: string }
  | { status: "ready"; files: DeletedFile[]; isAll: boolean };

/** The maximum number of characters of a version that are shown. */
const MAX_SHOWN_LENGTH = 100_000;

/** The deleted files of the folder: their versions, and a button to restore one. */
export function DeletedFiles() {
  const bridge = useBridge();
  const workspace = useWorkspace();
  const [known, setKnown] = useState<DeletedFileList>({ status: "loading" });
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
      (error) => isShown && setKnown({ status: "failed", why: uiMessages.unexpectedError(String(error)) }),
    );
    return () => {
      isShown = false;
    };
  }, [bridge, hasFolder, round]);

  if (!hasFolder) return <EmptyState>{t.deletedNoFolder}</EmptyState>;
  if (known.status === "loading") return <EmptyState>{uiMessages.loading}</EmptyState>;
  if (known.status === "failed") return <EmptyState role="alert">{known.why}</EmptyState>;
  if (known.files.length === 0) return <EmptyState>{t.deletedNone}</EmptyState>;
  const wanted = sought.trim().toLocaleLowerCase();
  const files = known.files.filter(({ name }) => name.toLocaleLowerCase().includes(wanted));
  const open = files.find(({ path }) => path === chosen);
  const now = new Date();
  return (
    <>
      <Toolbar className="history-tools spaced-small sides below-small">
        <SearchField label={t.filter} query={sought} search={setSought} />
      </Toolbar>
      <ul className="gone-files sides-small scrolls" aria-label={t.deletedHeading}>
        {files.map((file) => (
          <li key={file.path}>
            <ListButton
              aria-pressed={file.path === chosen}
              onClick={() => setChosen(file.path === chosen ? null : file.path)}
            >
              <span className="gone-name">{file.name}</span>
              <span className="faint small">{t.deletedVersions(file.versions, moment(file.newest.at, now))}</span>
            </ListButton>
          </li>
        ))}
      </ul>
      {known.isAll ? null : <EmptyState>{t.deletedSome}</EmptyState>}
      {open ? <DeletedFileView key={open.path} file={open} onRestored={() => setRound(round + 1)} /> : null}
    </>
  );
}

function DeletedFileView({ file, onRestored }: { file: DeletedFile; onRestored(): void }) {
  const bridge = useBridge();
  const notices = useNotices();
  const tabs = useTabs();
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
  const restore = async () => {
    const answer = await bridge.request("history:bring-back", { path, version_id: chosen });
    if (!answer.ok) {
      notices.error(answer.error.message, { hint: answer.error.hint ?? null });
      return;
    }
    notices.info(t.fileRestored(file.name));
    onRestored();
    await tabs.openPath(answer.path);
  };
  const now = new Date();
  return (
    <section className="version-view column" aria-label={file.name}>
      <Select aria-label={t.of(file.name)} value={chosen} onChange={(event) => setChosen(event.target.value)}>
        {versions.map((version) => (
          <option key={version.version_id} value={version.version_id}>
            {`${moment(version.at, now)} · ${versionWriter(version.by)} · ${reasonAndNote(version)}`}
          </option>
        ))}
      </Select>
      {text.status === "failed" ? (
        <p className="soft" role="alert">
          {text.text}
        </p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reached by keyboard
        <section className="compared-box scrolls inset breaks card pre-wrap" tabIndex={0} aria-label={file.name}>
          {text.status === "loading" ? uiMessages.loading : text.text.slice(0, MAX_SHOWN_LENGTH)}
        </section>
      )}
      <div className="version-acts actions">
        <Button kind="main" onClick={() => void restore()}>
          {t.restoreFile}
        </Button>
        <Button
          disabled={text.status !== "ready"}
          onClick={() => {
            if (text.status === "ready")
              void bridge.request("app:copy", text.text).then(() => notices.announce(t.copied));
          }}
        >
          {t.copy}
        </Button>
      </div>
    </section>
  );
}
