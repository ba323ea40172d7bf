import { readFile } from "node:fs/promises";
import type { DocumentId, Language } from "../../shared/contract";
import type { AppWindow } from "./app-window";
import { t } from "./core/messages";
import { createUntitled } from "./documents";

/** `path`: the absolute path of the English text; translations lie beside it, with the language in their names. */
type WelcomeOptions = { path: string; language(): Language };

/** The document that is shown at the first start. */
export class WelcomeDocument {
  readonly #options: WelcomeOptions;

  constructor(options: WelcomeOptions) {
    this.#options = options;
  }

  /** Shows it in this window as a document without a file. */
  async show(window: AppWindow): Promise<void> {
    const text = await this.#text();
    if (text !== "") window.activate(createUntitled(window.ctx, { name: t.welcome, text }));
  }

  /** The window's welcome document, if it has no file and its text is as it came. */
  async unchangedIn(window: AppWindow): Promise<DocumentId | null> {
    const named = window.own().filter(({ location, name }) => location === null && name === t.welcome);
    if (named.length === 0) return null;
    const text = await this.#text();
    return named.find((document) => document.snapshot().text === text)?.doc ?? null;
  }

  /** Its text in the language in use; empty if there is none. */
  async #text(): Promise<string> {
    const { path, language } = this.#options;
    const of = language();
    const text = await readFile(path.replace(/(?=\.md$)/, of === "en" ? "" : `.${of}`), "utf8")
      .catch(() => readFile(path, "utf8"))
      .catch(() => "");
    return text.replaceAll("\r\n", "\n");
  }
}
