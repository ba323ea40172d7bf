import { useEffect, useRef, useState } from "react";
import type { ConnectionGuide } from "../../shared/contract";
import "../ui/dialog.css";
import "./connect-screen.css";
import { CloseIcon } from "../ui/icons";
import { useShell } from "../ui/shell-context";
import { useModal } from "../ui/use-modal";
import { words } from "../ui/words";

/** How long `Copied` stands on the button, in milliseconds. */
const COPIED = 2000;

type Way = ConnectionGuide["ways"][number];

/** What to paste where, so that an agent can work in the open folder. */
export default function ConnectScreen() {
  const { bridge, layout, workspace } = useShell();
  const dialog = useModal();
  const [guide, setGuide] = useState<ConnectionGuide | "failed" | null>(null);
  const open = workspace.$workspace.get();
  const say = words.connect;

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
          <h2 id="connect-heading">{say.heading}</h2>
          <button type="button" className="icon-button" aria-label={words.close} onClick={layout.closeScreen}>
            <CloseIcon />
          </button>
        </header>
        {guide === null ? <p className="faint">{words.loading}</p> : null}
        {guide === "failed" ? <p role="alert">{say.failed}</p> : null}
        {guide !== null && guide !== "failed" ? (
          <>
            <p className="connect-lead">{open ? say.lead(guide.root) : say.noFolder}</p>
            {guide.ways.map((way) => (
              <WayToConnect key={way.title} way={way} />
            ))}
          </>
        ) : null}
      </div>
    </dialog>
  );
}

function WayToConnect({ way }: { way: Way }) {
  const { bridge, notices } = useShell();
  const [isCopied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const copy = async () => {
    await bridge.request("app:copy", way.text);
    setCopied(true);
    notices.announce(words.copied);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied(false), COPIED);
  };
  return (
    <section className="way" aria-label={way.title}>
      <div className="way-head">
        <h3>{way.title}</h3>
        <button
          type="button"
          className="button"
          aria-label={isCopied ? words.copied : words.connect.copyWay(way.title)}
          onClick={() => void copy()}
        >
          {isCopied ? words.copied : words.copy}
        </button>
      </div>
      <p>{way.explanation}</p>
      <pre>
        <code>{way.text}</code>
      </pre>
    </section>
  );
}
