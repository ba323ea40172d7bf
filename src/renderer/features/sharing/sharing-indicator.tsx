import { useStore } from "@nanostores/react";
import { useEffect } from "react";
import { ShareIcon } from "../../ui/icons";
import { useBridge, useRun, useTabs } from "../../workbench/api/parts";
import type { Tab } from "../../workbench/api/tabs";
import { sharingMessages } from "./messages";
import "./sharing.css";
import { useSharing } from "./use-sharing";

/** The status bar item of a shared folder: how many others are here, or why it is not kept equal. */
export function SharingIndicator() {
  const run = useRun();
  const front = useStore(useTabs().$front);
  const state = useSharing();
  if (state === null) return null;
  const t = sharingMessages;
  const isConnected = state.status === "connected";
  return (
    <>
      {front ? <SaysWhere key={front.doc} tab={front} /> : null}
      <button
        type="button"
        className="status-button sharing-sign"
        data-status={state.status}
        title={state.people.map(({ name }) => name).join("\n") || t.state[state.status]}
        onClick={() => run("share-folder")}
      >
        <ShareIcon />
        <span className="status-label">
          {isConnected ? t.sign(state.people.length) : t.signs[state.status as keyof typeof t.signs]}
        </span>
      </button>
    </>
  );
}

/** Tells the other members which document is in front. */
function SaysWhere({ tab: { editor } }: { tab: Tab }) {
  const bridge = useBridge();
  const { path } = useStore(editor.$info);
  useEffect(() => {
    void bridge.request("sharing:look", path).catch(() => undefined);
    return () => void bridge.request("sharing:look", null).catch(() => undefined);
  }, [bridge, path]);
  return null;
}
