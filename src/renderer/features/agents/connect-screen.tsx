import { useEffect, useState } from "react";
import type { ConnectionGuide } from "../../../shared/contract";

import "./connect-screen.css";
import { CloseIcon } from "../../ui/icons";
import { IconButton } from "../../ui/kit/button";
import { messages } from "../../ui/messages";
import { useModal } from "../../ui/use-modal";
import { useShell } from "../../workbench/api/shell-context";
import { CopyButton, useCopy } from "./copy-button";

type Way = ConnectionGuide["ways"][number];

/** What to paste into each agent so that it can work in the open folder. */
export default function ConnectScreen() {
  const { bridge, layout, workspace } = useShell();
  const dialog = useModal();
  const [guide, setGuide] = useState<ConnectionGuide | "failed" | null>(null);
  const open = workspace.$workspace.get();
  const t = messages.connect;

  useEffect(() => {
    let isShown = true;
    bridge.request("app:connection-guide", undefined).then(
      (answer) => isShown && setGuide(answer),
      () => isShown && setGuide("failed"),
    );
    return () => {
      isShown = false;
    };
  }, [bridge]);

  return (
    <dialog
      ref={dialog}
      className="dialog connect"
      aria-labelledby="connect-heading"
      onClose={layout.closeScreen}
      onPointerDown={(event) => {
        if (event.target === dialog.current) layout.closeScreen();
      }}
    >
      <div className="connect-sheet">
        <header>
          <h2 id="connect-heading">{t.heading}</h2>
          <IconButton label={messages.close} onClick={layout.closeScreen}>
            <CloseIcon />
          </IconButton>
        </header>
        {guide === null ? <p className="faint">{messages.loading}</p> : null}
        {guide === "failed" ? <p role="alert">{t.failed}</p> : null}
        {guide !== null && guide !== "failed" ? (
          <>
            <p className="connect-lead">{open ? t.lead(guide.root) : t.noFolder}</p>
            {guide.ways.map((way) => (
              <WayToConnect key={way.title} way={way} />
            ))}
            {guide.ways.some(({ token }) => token) ? null : <p className="connect-lead">{messages.connect.noHttp}</p>}
          </>
        ) : null}
      </div>
    </dialog>
  );
}

function WayToConnect({ way }: { way: Way }) {
  const copy = useCopy();
  return (
    <section className="way" aria-label={way.title}>
      <div className="way-head">
        <h3>{way.title}</h3>
        <CopyButton label={messages.connect.copySettings(way.title)} copy={() => copy(way.text, way.token)} />
      </div>
      <p>{way.explanation}</p>
      <pre>
        <code>{way.text}</code>
      </pre>
    </section>
  );
}
