import { app } from "electron";
import { type Language, languageFor } from "../../shared/language";

/** The language of the person's system, as far as Galley speaks it. Asked once Electron is ready. */
export const systemLanguage = (): Language => languageFor(app.getPreferredSystemLanguages());
