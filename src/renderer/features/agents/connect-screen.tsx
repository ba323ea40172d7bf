import { useEffect, useState } from "react";
import type { ConnectionGuide } from "../../../shared/contract";

import "./connect-screen.css";
import { Dialog, DialogHead } from "../../ui/kit/dialog";
import { messages } from "../../ui/messages";
import { useModal } from "../../ui/use-modal";
import { useBridge, useLayout, useWorkspace } from "../../workbench/api/parts";
import { CopyButton, useCopy } from "./copy-button";

type Way = ConnectionGuide["ways"][number];

/** What to paste into each agent so that it can work in the open folder. */
export default function ConnectScreen() {
  const bridge = useBridge();
  const layout = useLayout();
  const workspace = useWorkspace();
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
    <Dialog ref={dialog} className="connect" aria-labelledby="connect-heading" close={layout.closeScreen} closesOutside>
      <DialogHead id="connect-heading" heading={t.heading} close={layout.closeScreen} />
      {guide === null ? <p className="faint">{messages.loading}</p> : null}
      {guide === "failed" ? <p role="alert">{t.failed}</p> : null}
      {guide !== null && guide !== "failed" ? (
        <>
          <p className="connect-lead soft breaks">{open ? t.lead(guide.root) : t.noFolder}</p>
          {guide.ways.map((way) => (
            <WayToConnect key={way.title} way={way} />
          ))}
          {guide.ways.some(({ token }) => token) ? null : (
            <p className="connect-lead soft breaks">{messages.connect.noHttp}</p>
          )}
        </>
      ) : null}
    </Dialog>
  );
}

function WayToConnect({ way }: { way: Way }) {
  const copy = useCopy();
  return (
    <section className="way" aria-label={way.title}>
      <div className="apart">
        <h3>{way.title}</h3>
        <CopyButton label={messages.connect.copySettings(way.title)} copy={() => copy(way.text, way.token)} />
      </div>
      <p className="soft">{way.explanation}</p>
      <pre className="code-box">
        <code>{way.text}</code>
      </pre>
    </section>
  );
}
