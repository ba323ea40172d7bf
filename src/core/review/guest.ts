import { SHARED_FOLDER, type Writer } from "./writer";

const MARK = " (guest)";

/** A person who writes on the page for guests of a shared folder, as history records them. */
export const guestWriter = (name: string): Writer => ({ kind: "program", name: name + MARK });

/** Whether a guest wrote it. */
export const isGuest = ({ kind, name }: Writer): boolean => kind === "program" && name.endsWith(MARK);

const FROM_MEMBERS = " (shared folder)";
/** More names than this are one: the shared folder's. */
const MAX_NAMES = 3;

/** Who wrote on other machines of a shared folder, as history records them: by the names of their machines and agents, or as the shared folder if those are not known. */
export function memberWriter(names: ReadonlySet<string>): Writer {
  if (names.size === 0 || names.size > MAX_NAMES) return SHARED_FOLDER;
  return { kind: "program", name: [...names].sort().join(", ") + FROM_MEMBERS };
}

/** Whether it was written on another machine of a shared folder. */
export const isMember = ({ kind, name }: Writer): boolean =>
  kind === "program" && (name === SHARED_FOLDER.name || name.endsWith(FROM_MEMBERS));

/** The names in it, such as `Claude Code (ann@desk)`; null if they are not known. */
export const memberNames = (by: Writer): string | null =>
  isMember(by) && by.name !== SHARED_FOLDER.name ? by.name.slice(0, -FROM_MEMBERS.length) : null;

/** Whether other people wrote it: on other machines, or on the page for guests. */
export const isFromOtherPeople = (by: Writer): boolean => isMember(by) || isGuest(by);
