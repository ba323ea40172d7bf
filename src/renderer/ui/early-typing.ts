import { useStore } from "@nanostores/react";
import { atom } from "nanostores";
import { useEffect } from "react";
import { messages } from "./messages";

/** If a view takes longer to load, the focus goes back to where it was, in milliseconds: it may never come. */
const MAX_WAIT = 10_000;

type Options = {
  /** Its name for screen readers, if it is not that something is being loaded. */
  label?: string;
  /** The field has several lines: Enter begins one. */
  isMultiline?: boolean;
  /** The field may appear later than the view, whose contents are loaded as well. */
  isInContents?: boolean;
  /** The field appears for certain: there is no limit to the wait for it. */
  isCertain?: boolean;
  /** Everything typed so far, each time it changes. */
  onInput?(text: string): void;
  /** Ctrl+Enter. */
  onSend?(): void;
  /** Escape: the user no longer wants the view. */
  onEscape(): void;
  /** The focus went elsewhere, and not to the view: it must not take it now. */
  onLeave(): void;
};

/** Catches text for a field that is not rendered yet. */
export type EarlyTyping = {
  /** Takes the focus until `release`, Escape, a click elsewhere, or the longest wait. */
  hold(): void;
  /** The field is rendered: returns what was typed for it. The focus is where it was before `hold`, unless it has moved on. */
  release(): string;
};

/** The hidden field that has the focus; there is at most one. */
let current: { field: HTMLTextAreaElement; origin: Element | null; isInContents: boolean; end(): void } | null = null;

const $isComposing = atom(false);

/**
 * Views are loaded on demand; text for a view that is still loading must not end up in the document. A hidden field takes it: so it also catches what
 * comes without keys, from an input method, dictation or the clipboard.
 */
export function createEarlyTyping({
  label,
  isMultiline = false,
  isInContents = false,
  isCertain = false,
  onInput,
  onSend,
  onEscape,
  onLeave,
}: Options): EarlyTyping {
  let typed = "";
  let end = () => {};
  const take = (): string => {
    end();
    const text = typed;
    typed = "";
    return text;
  };

  function hold(): void {
    if (typeof document === "undefined") return;
    take();
    const origin = focusOwner();
    current?.end();
    const field = document.createElement("textarea");
    field.className = "visually-hidden";
    field.setAttribute("aria-label", label ?? messages.loading);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = () => {
      timer = setTimeout(() => (isComposingIn(field) ? wait() : end()), MAX_WAIT);
    };
    end = () => {
      end = () => {};
      if (current?.field === field) current = null;
      clearTimeout(timer);
      $isComposing.set(false);
      const hadFocus = document.activeElement === field;
      field.removeEventListener("blur", handleBlur);
      field.remove();
      if (hadFocus && origin instanceof HTMLElement && origin.isConnected) origin.focus({ preventScroll: true });
    };
    const handleBlur = () => {
      // If the view has taken the focus, it says so at once.
      if (!document.hasFocus()) return;
      queueMicrotask(() => {
        if (current?.field !== field) return;
        end();
        onLeave();
      });
    };
    field.addEventListener("blur", handleBlur);
    field.addEventListener("input", () => {
      typed = isMultiline ? field.value : field.value.replace(/\n+/g, " ");
      onInput?.(typed);
    });
    field.addEventListener("compositionstart", () => $isComposing.set(true));
    field.addEventListener("compositionend", () => $isComposing.set(false));
    field.addEventListener("keydown", (event) => {
      if (event.isComposing) return;
      const isEnter = event.key === "Enter";
      const isSend = isEnter && (event.ctrlKey || event.metaKey);
      if (!isSend && !(isEnter && !isMultiline) && event.key !== "Escape" && event.key !== "Tab") return;
      event.preventDefault();
      if (isSend) onSend?.();
      else if (event.key === "Escape") {
        take();
        onEscape();
      }
    });
    current = { field, origin, isInContents, end: () => end() };
    document.body.append(field);
    field.focus({ preventScroll: true });
    if (!isCertain) wait();
  }

  return { hold, release: take };
}

const isComposingIn = (field: Element) => $isComposing.get() && current?.field === field;

/** The element that has the focus, or had it before it was lent to the hidden field. */
export const focusOwner = (): Element | null =>
  current !== null && document.activeElement === current.field ? current.origin : document.activeElement;

/** Whether a word is being composed for a view that is not rendered yet: until it is complete, the view must not take the focus. */
export const useEarlyComposition = (): boolean => useStore($isComposing);

/** Ends the wait for a view that will not take the focus. */
export const giveFocusBack = (): void => current?.end();

/** Rendered after a view that has just been loaded: if nothing in it has taken the focus, the focus goes back to where it was. Reports that it is there. */
export function ViewLoaded({ report }: { report?: (isLoaded: boolean) => void }): null {
  const isComposing = useEarlyComposition();
  useEffect(() => {
    report?.(true);
    return () => report?.(false);
  }, [report]);
  useEffect(() => {
    if (!isComposing && !current?.isInContents) giveFocusBack();
  }, [isComposing]);
  return null;
}
