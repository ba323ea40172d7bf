import { useStore } from "@nanostores/react";
import { useEffect, useState } from "react";
import type { ConnectionGuide } from "../../../shared/contract";

import "./connect-screen.css";
import { Button } from "../../ui/kit/button";
import { Dialog, DialogHead } from "../../ui/kit/dialog";
import { messages } from "../../ui/messages";
import { useModal } from "../../ui/use-modal";
import { useBridge, useLayout, useRun, useWorkspace } from "../../workbench/api/parts";
import { ConnectionTest } from "./connection-test";
import { CopyButton, useCopy } from "./copy-button";

type Way = ConnectionGuide["ways"][number];

/** What to paste into each agent so that it can work in the open folder. */
export default function ConnectScreen() {
  const bridge = useBridge();
  const layout = useLayout();
  const workspace = useWorkspace();
  const dialog = useModal();
  const [guide, setGuide] = useState<ConnectionGuide | "failed" | null>(null);
  const open = useStore(workspace.$workspace);
  const t = messages.connect;

  useEffect(() => {
    let isShown = true;
    setGuide(null);
    bridge.request("app:connection-guide", undefined).then(
      (answer) => isShown && setGuide(answer),
      () => isShown && setGuide("failed"),
    );
    return () => {
      isShown = false;
    };
  }, [bridge, open]);

  return (
    <Dialog
      ref={dialog}
      className="connect wide-dialog"
      aria-labelledby="connect-heading"
      close={layout.closeScreen}
      closesOutside
    >
      <DialogHead id="connect-heading" heading={t.heading} close={layout.closeScreen} />
      {open && guide === null ? <p className="faint">{messages.loading}</p> : null}
      {guide === "failed" ? <p role="alert">{t.failed}</p> : null}
      {open && guide !== null && guide !== "failed" ? <Connections guide={guide} /> : null}
      {open ? null : <NoFolder />}
    </Dialog>
  );
}

/** Agents work in the open folder only, so there is nothing to connect to without one. */
function NoFolder() {
  const run = useRun();
  return (
    <>
      <p className="connect-lead soft breaks above-small">{messages.connect.noFolder}</p>
      <Button className="connect-open above" kind="main" onClick={() => run("open-folder")}>
        {messages.connect.openFolder}
      </Button>
    </>
  );
}

function Connections({ guide }: { guide: ConnectionGuide }) {
  const t = messages.connect;
  return (
    <>
      <p className="connect-lead soft breaks above-small">{t.lead(guide.root)}</p>
      <ConnectionTest />
      {guide.ways.map((way) => (
        <WayToConnect key={way.title} way={way} />
      ))}
      {guide.ways.some(({ token }) => token) ? null : (
        <p className="connect-lead soft breaks above-small">{t.noHttp}</p>
      )}
    </>
  );
}

function WayToConnect({ way }: { way: Way }) {
  const copy = useCopy();
  return (
    <section className="way stack above-large" aria-label={way.title}>
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
