import { useStore } from "@nanostores/react";
import { atom } from "nanostores";
import { useEffect, useRef } from "react";
import type { Presence } from "../../../core/sharing/presence";
import type { Person, SharingState } from "../../../shared/sharing";
import { CloseIcon } from "../../ui/icons";
import { StatusButton } from "../../ui/kit/button";
import { visibleText } from "../../ui/visible-text";
import { useNotices, useTabs } from "../../workbench/api/parts";
import { Avatar } from "./avatar";
import { sharingMessages } from "./messages";

/** Whom the user follows. */
export const $followed = atom<Pick<Presence, "id" | "name"> | null>(null);

const MODIFIERS: ReadonlySet<string> = new Set(["Shift", "Control", "Alt", "Meta", "AltGraph", "CapsLock"]);

/** Whether the user takes the text into their own hands: whoever does is no longer led through it. */
function isOwnMove(event: Event): boolean {
  if (!(event.target instanceof Element) || event.target.closest(".cm-editor") === null) return false;
  if (!(event instanceof KeyboardEvent)) return true;
  const isNavigation = /^(?:Arrow|Page|Home|End)/.test(event.key);
  return isNavigation || !(MODIFIERS.has(event.key) || event.ctrlKey || event.metaKey || event.altKey);
}

/**
 * Keeps the document and the cursor of a followed person in view, until the user moves, types or opens something else, or that person leaves. The
 * user's own cursor and focus stay where they are. Shown in the status bar; a click ends it.
 */
export function Following({ state, folder }: { state: SharingState; folder: string }) {
  const followed = useStore($followed);
  const person = state.people.find(({ id }) => id === followed?.id);
  const hasLeft = followed !== null && person === undefined && state.status === "connected";
  const notices = useNotices();
  useEffect(() => {
    if (!hasLeft) return;
    $followed.set(null);
    notices.info(sharingMessages.left(visibleText(followed.name)));
  }, [hasLeft, followed, notices]);
  useEffect(() => () => $followed.set(null), []);
  if (followed === null || person === undefined) return null;
  return <FollowedPerson key={followed.id} person={person} folder={folder} />;
}

function FollowedPerson({ person, folder }: { person: Person; folder: string }) {
  const tabs = useTabs();
  const front = useStore(tabs.$front);
  const path = person.path === null || !person.isFileHere ? null : `${folder}/${person.path}`;
  /** The document that was brought to the front; null while it is being opened. */
  const shown = useRef<string | null>(null);
  useEffect(() => {
    shown.current = null;
    if (path === null) return;
    let isOver = false;
    void tabs.openPath(path, "stays").then((doc) => {
      if (!isOver) shown.current = doc;
    });
    return () => {
      isOver = true;
    };
  }, [tabs, path]);
  useEffect(() => {
    if (shown.current !== null && front?.doc !== shown.current) $followed.set(null);
  }, [front]);
  useEffect(() => {
    if (front?.editor.kind !== "text" || front.editor.$info.get().path?.replaceAll("\\", "/") !== path) return;
    const { editor } = front;
    let isOver = false;
    void import("./others-cursors").then(({ scrollToPerson }) => {
      const spec = isOver ? null : scrollToPerson(editor.state(), person);
      if (spec !== null) editor.edit(spec);
    });
    return () => {
      isOver = true;
    };
  }, [front, path, person]);
  useEffect(() => {
    const stop = (event: Event) => {
      if (isOwnMove(event)) $followed.set(null);
    };
    const events = ["keydown", "pointerdown", "wheel"] as const;
    for (const name of events) window.addEventListener(name, stop, { capture: true, passive: true });
    return () => {
      for (const name of events) window.removeEventListener(name, stop, { capture: true });
    };
  }, []);
  const t = sharingMessages;
  const name = visibleText(person.name);
  return (
    <StatusButton
      className="status-following"
      title={t.stopHint}
      aria-label={`${t.following(name)}. ${t.stopFollowing}`}
      onClick={() => $followed.set(null)}
    >
      <Avatar name={person.name} />
      <span className="status-label">{t.following(name)}</span>
      <CloseIcon />
    </StatusButton>
  );
}
