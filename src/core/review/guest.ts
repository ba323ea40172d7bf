import { SHARED_FOLDER, type Writer } from "./writer";

const MARK = " (guest)";

/** A person who writes on the page for guests of a shared folder, as history records them. */
export const guestWriter = (name: string): Writer => ({ kind: "program", name: name + MARK });

/** Whether a guest wrote it. */
export const isGuest = ({ kind, name }: Writer): boolean => kind === "program" && name.endsWith(MARK);

/** Whether other people wrote it: on other machines, or on the page for guests. */
export const isFromOtherPeople = (by: Writer): boolean =>
  (by.kind === SHARED_FOLDER.kind && by.name === SHARED_FOLDER.name) || isGuest(by);
