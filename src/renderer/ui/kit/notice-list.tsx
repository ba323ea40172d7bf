import { useStore } from "@nanostores/react";
import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { CloseIcon } from "../icons";
import "./notice-list.css";
import { messages } from "../messages";
import { useWindow } from "../window-context";
import { IconButton, LinkButton } from "./button";

/**
 * The notices, newest at the bottom, in a polite live region. They have a row of their own, so that they cover no
 * controls.
 */
export function NoticeList() {
  const { notices } = useWindow();
  const list = useStore(notices.$notices);
  const region = useRef<HTMLElement>(null);
  const restoreFocus = useFocusRestore(region);
  useRowHeight(region);
  usePause();

  /** Restores the focus first: whatever `run` opens will return the focus there. */
  const close = (id: number, run?: () => void) => {
    restoreFocus();
    notices.dismiss(id);
    run?.();
  };
  return (
    <section
      ref={region}
      className="notices"
      aria-live="polite"
      aria-relevant="additions"
      aria-label={messages.notices}
    >
      {list.map(({ id, kind, sentence, hint, action, secondAction }) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: resting on a notice only keeps it from leaving, and Escape is the key of its button
        <div
          key={id}
          className="notice"
          data-kind={kind}
          onPointerEnter={() => notices.hold(id)}
          onPointerLeave={() => notices.release(id)}
          onFocus={() => notices.hold(id)}
          onBlur={() => notices.release(id)}
          onKeyDown={(event) => {
            if (event.key !== "Escape") return;
            event.preventDefault();
            event.stopPropagation();
            close(id);
          }}
        >
          <div className="notice-words grow actions breaks">
            <p>{sentence}</p>
            {hint === null ? null : <p className="notice-hint soft">{hint}</p>}
            {action === null ? null : (
              <p className="wraps">
                {[action, ...(secondAction === null ? [] : [secondAction])].map(({ label, run }) => (
                  <LinkButton key={label} onClick={() => close(id, run)}>
                    {label}
                  </LinkButton>
                ))}
              </p>
            )}
          </div>
          <IconButton label={messages.dismiss} onClick={() => close(id)}>
            <CloseIcon />
          </IconButton>
        </div>
      ))}
    </section>
  );
}

/** Remembers which element had the focus before the notices, and restores it. */
function useFocusRestore(region: RefObject<HTMLElement | null>): () => void {
  const { tabs, notices } = useWindow();
  const list = useStore(notices.$notices);
  const before = useRef<Element | null>(null);
  /** The focused element within the notices. */
  const inside = useRef<Element | null>(null);

  const restore = () => {
    inside.current = null;
    const { current } = before;
    // Nothing had the focus before, and the user has not moved it.
    if (!(current instanceof HTMLElement)) return;
    if (current.isConnected && current.checkVisibility()) return current.focus({ preventScroll: true });
    const active = tabs.$active.get();
    if (active !== null && !document.querySelector("dialog[open]")) tabs.activate(active);
  };

  useEffect(() => {
    const box = region.current;
    if (!box) return;
    const isOutside = (element: EventTarget | null): element is Element =>
      element instanceof Element && !box.contains(element) && element !== document.body;
    const handlePointerDown = () => {
      if (!box.contains(document.activeElement))
        before.current = isOutside(document.activeElement) ? document.activeElement : null;
    };
    const handleFocusIn = ({ target, relatedTarget }: FocusEvent) => {
      if (isOutside(relatedTarget)) before.current = relatedTarget;
      inside.current = target instanceof Element ? target : null;
    };
    const handleFocusOut = ({ target }: FocusEvent) =>
      queueMicrotask(() => {
        // If the element still exists but lost the focus, the user moved it. The element of a dismissed notice is no
        // longer connected.
        if (target instanceof Element && target.isConnected && inside.current === target) {
          if (document.activeElement !== target) inside.current = null;
        }
      });
    box.addEventListener("pointerdown", handlePointerDown, { capture: true });
    box.addEventListener("focusin", handleFocusIn);
    box.addEventListener("focusout", handleFocusOut);
    return () => {
      box.removeEventListener("pointerdown", handlePointerDown, { capture: true });
      box.removeEventListener("focusin", handleFocusIn);
      box.removeEventListener("focusout", handleFocusOut);
    };
  }, [region]);

  // A focused notice that was dismissed by its timer.
  useLayoutEffect(() => {
    if (inside.current && !inside.current.isConnected && document.activeElement === document.body) restore();
  }, [list]);
  return restore;
}

/** Sets the height of the notices as a CSS variable, so that overlays end above them. */
function useRowHeight(region: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const row = region.current;
    const page = row?.parentElement;
    // In a dialog, notices are not a row of the window.
    if (!row || !page?.matches(".page")) return;
    // A change of the variable styles the whole page again: without notices, as at the start, there is none.
    const sizes = new ResizeObserver(() => {
      if (row.offsetHeight > 0) page.style.setProperty("--notices", `${row.offsetHeight}px`);
      else page.style.removeProperty("--notices");
    });
    sizes.observe(row);
    return () => {
      sizes.disconnect();
      page.style.removeProperty("--notices");
    };
  }, [region]);
}

/** Pauses the timers while the user is in another window. */
function usePause(): void {
  const { notices } = useWindow();
  useEffect(() => {
    window.addEventListener("blur", notices.pause);
    window.addEventListener("focus", notices.resume);
    return () => {
      window.removeEventListener("blur", notices.pause);
      window.removeEventListener("focus", notices.resume);
    };
  }, [notices]);
}

/** Text for screen readers only. The key makes a repeated sentence a new element. */
export function LiveRegion() {
  const { notices } = useWindow();
  const { id, sentence } = useStore(notices.$announced);
  return (
    <div className="visually-hidden" role="status" aria-live="polite">
      <span key={id}>{sentence}</span>
    </div>
  );
}
