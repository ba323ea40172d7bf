import { app } from "electron";
import { type Language, languageFor } from "../../shared/language";

/** The language of the user's system, if Galley supports it. Call it once Electron is ready. */
export const systemLanguage = (): Language => languageFor(app.getPreferredSystemLanguages());
