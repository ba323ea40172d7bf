import { useStore } from "@nanostores/react";
import { CloseIcon } from "./icons";
import "./notice-list.css";
import { useShell } from "./shell-context";
import { words } from "./words";

/** The notices, newest at the bottom. A polite live region: nothing is interrupted to hear them. */
export function NoticeList() {
  const { notices } = useShell();
  const list = useStore(notices.$notices);
  return (
    <section className="notices" aria-live="polite" aria-relevant="additions" aria-label={words.notices}>
      {list.map(({ id, kind, sentence, hint, action, other }) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: resting on a notice only keeps it from leaving; it is no control
        <div
          key={id}
          className="notice"
          data-kind={kind}
          onPointerEnter={() => notices.hold(id)}
          onPointerLeave={() => notices.release(id)}
          onFocus={() => notices.hold(id)}
          onBlur={() => notices.release(id)}
        >
          <div className="notice-words">
            <p>{sentence}</p>
            {hint === null ? null : <p className="notice-hint">{hint}</p>}
            {action === null ? null : (
              <p className="notice-actions">
                {[action, ...(other === null ? [] : [other])].map(({ label, run }) => (
                  <button
                    key={label}
                    type="button"
                    className="link"
                    onClick={() => {
                      notices.dismiss(id);
                      run();
                    }}
                  >
                    {label}
                  </button>
                ))}
              </p>
            )}
          </div>
          <button type="button" className="icon-button" aria-label={words.dismiss} onClick={() => notices.dismiss(id)}>
            <CloseIcon />
          </button>
        </div>
      ))}
    </section>
  );
}

/** What only a screen reader hears. The key makes the same sentence a new one. */
export function LiveRegion() {
  const { notices } = useShell();
  const { id, sentence } = useStore(notices.$announced);
  return (
    <div className="heard-only" role="status" aria-live="polite">
      <span key={id}>{sentence}</span>
    </div>
  );
}
