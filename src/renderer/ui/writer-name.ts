import { EXTERNAL_CHANGE } from "../../core/review/writer";
import { messages } from "./messages";

/** The name of a reviewed write's author as shown to the user. That of an unknown external program is stored in English. */
export const shownAuthor = (by: string): string => (by === EXTERNAL_CHANGE.name ? messages.external.change : by);
