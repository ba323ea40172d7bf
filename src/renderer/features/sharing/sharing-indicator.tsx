import { useStore } from "@nanostores/react";
import { useEffect } from "react";
import type { Presence } from "../../../core/sharing/presence";
import type { SharingState } from "../../../shared/sharing";
import { ShareIcon } from "../../ui/icons";
import { StatusButton } from "../../ui/kit/button";
import { classes } from "../../ui/kit/classes";
import { useBridge, useRun, useTabs, useWorkspace } from "../../workbench/api/parts";
import type { Tab, TextDocumentEditor } from "../../workbench/api/tabs";
import { Following } from "./following";
import { sharingMessages } from "./messages";
import { useSharing } from "./use-sharing";

const NEEDS_USER: ReadonlySet<string> = new Set(["refused", "locked", "elsewhere"]);

/** Milliseconds after which a new position of the cursor is sent. */
const CURSOR_DELAY = 120;

/** The status bar item of a shared folder: how many others are here, or why it is not kept in sync. */
export function SharingIndicator() {
  const run = useRun();
  const front = useStore(useTabs().$front);
  const folder = useStore(useWorkspace().$workspace)?.root;
  const state = useSharing();
  if (state === null) return null;
  const t = sharingMessages;
  const isConnected = state.status === "connected";
  return (
    <>
      {front && folder ? (
        <PresenceReporter key={front.doc} tab={front} state={state} folder={folder.replaceAll("\\", "/")} />
      ) : null}
      {folder ? <Following state={state} folder={folder.replaceAll("\\", "/")} /> : null}
      <StatusButton
        className={classes("sharing-sign", isConnected ? "good" : NEEDS_USER.has(state.status) && "warn")}
        data-status={state.status}
        title={state.people.map(lineOf).join("\n") || t.state[state.status]}
        onClick={() => run("share-folder")}
      >
        <ShareIcon />
        <span className="status-label">
          {isConnected ? t.sign(state.people.length) : t.signs[state.status as keyof typeof t.signs]}
        </span>
      </StatusButton>
    </>
  );
}

const lineOf = ({ name, path, section }: Presence): string =>
  path === null ? name : `${name} ${sharingMessages.looksAt(path, section)}`;

/** Tells the other members which document is in front and where the cursor is, and shows theirs in it. */
function PresenceReporter({ tab, state, folder }: { tab: Tab; state: SharingState; folder: string }) {
  const { path } = useStore(tab.editor.$info);
  const editor = tab.editor.kind === "text" ? tab.editor : null;
  return editor !== null && path !== null ? (
    <CursorReporter key={path} editor={editor} path={path} state={state} folder={folder} />
  ) : (
    <PathReporter path={path} />
  );
}

function PathReporter({ path }: { path: string | null }) {
  const bridge = useBridge();
  useEffect(() => {
    void bridge.request("sharing:look", path === null ? null : { path, selection: null }).catch(() => undefined);
  }, [bridge, path]);
  return null;
}

type CursorProps = { editor: TextDocumentEditor; path: string; state: SharingState; folder: string };

function CursorReporter({ editor, path, state, folder }: CursorProps) {
  const bridge = useBridge();
  const { people, role } = state;
  // Its line and column change with the cursor, at most once a frame.
  const counts = useStore(editor.$counts);
  const { anchor, head } = editor.state().selection.main;
  useEffect(() => {
    // A moment later, so that a hurried cursor is not sent at each step.
    const timer = setTimeout(() => {
      void bridge.request("sharing:look", { path, selection: { anchor, head } }).catch(() => undefined);
    }, CURSOR_DELAY);
    return () => clearTimeout(timer);
  }, [bridge, path, anchor, head, counts]);
  const isHere = (each: Presence) => each.path !== null && `${folder}/${each.path}` === path.replaceAll("\\", "/");
  // Whoever looks at the same text sees it while it is typed. What a reader writes stays here.
  const isSeen = role === "editor" && people.some(isHere);
  useEffect(() => {
    if (!isSeen) return;
    editor.setPace("while typing");
    return () => editor.setPace("after a pause");
  }, [editor, isSeen]);
  useEffect(() => {
    const here = people.filter(isHere);
    let isOver = false;
    void import("./others-cursors").then(({ showOthers }) => {
      if (!isOver) for (const spec of showOthers(editor.state(), here)) editor.edit(spec);
    });
    return () => {
      isOver = true;
    };
  }, [editor, people, folder, path]);
  return null;
}
