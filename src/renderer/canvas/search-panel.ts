import {
  closeSearchPanel,
  findNext,
  findPrevious,
  getSearchQuery,
  openSearchPanel,
  replaceAll,
  replaceNext,
  SearchQuery,
  search,
  searchPanelOpen,
  selectMatches,
  setSearchQuery,
} from "@codemirror/search";
import type { EditorState, Extension } from "@codemirror/state";
import { type EditorView, type Panel, runScopeHandlers, type ViewUpdate } from "@codemirror/view";
import { canvasWords } from "./words";

/** As many matches are counted; in a text with more of them their number is said to be more than this. */
const MOST_COUNTED = 1000;

/** No longer than this is spent counting in a long text, in characters. */
const MOST_SEARCHED = 2_000_000;

/** Find and replace in a panel above the text. */
export const searching = (): Extension =>
  search({ top: true, createPanel: (view) => new SearchPanel(view), literal: true });

/** Opens the panel with the cursor in its replacement field. */
export function showReplace(view: EditorView): void {
  const wasOpen = searchPanelOpen(view.state);
  openSearchPanel(view);
  const field = view.dom.querySelector<HTMLInputElement>(".cm-search [name=replace]");
  const hasQuery = getSearchQuery(view.state).search !== "";
  if (wasOpen || hasQuery) field?.focus();
}

/** Which match is selected and how many there are; `count` is null where there are too many to count. */
function countMatches(state: EditorState, query: SearchQuery): { index: number; count: number | null } {
  if (!query.valid) return { index: 0, count: 0 };
  const { from, to } = state.selection.main;
  const cursor = query.getCursor(state, 0, Math.min(state.doc.length, MOST_SEARCHED));
  let count = 0;
  let index = 0;
  for (let next = cursor.next(); !next.done; next = cursor.next()) {
    count++;
    if (next.value.from === from && next.value.to === to) index = count;
    if (count >= MOST_COUNTED) return { index, count: null };
  }
  return { index, count: state.doc.length > MOST_SEARCHED ? null : count };
}

type Toggle = "caseSensitive" | "wholeWord" | "regexp";

class SearchPanel implements Panel {
  readonly dom = document.createElement("form");
  readonly top = true;
  readonly #view: EditorView;
  readonly #find = field("search", canvasWords.find.find);
  readonly #replace = field("replace", canvasWords.find.replace);
  readonly #count = document.createElement("output");
  readonly #toggles: Record<Toggle, HTMLButtonElement>;
  #query: SearchQuery;
  #counting: ReturnType<typeof setTimeout> | undefined;

  constructor(view: EditorView) {
    const words = canvasWords.find;
    this.#view = view;
    this.#query = getSearchQuery(view.state);
    this.#find.setAttribute("main-field", "true");
    this.#toggles = {
      caseSensitive: this.#toggle("Aa", words.matchCase, "caseSensitive"),
      wholeWord: this.#toggle("W", words.wholeWord, "wholeWord"),
      regexp: this.#toggle(".*", words.regexp, "regexp"),
    };
    this.#count.className = "cm-search-count";
    this.dom.className = "cm-search";
    this.dom.setAttribute("role", "search");
    this.dom.append(
      row(
        group(this.#find, this.#toggles.caseSensitive, this.#toggles.wholeWord, this.#toggles.regexp),
        this.#count,
        this.#button("↑", words.previous, findPrevious),
        this.#button("↓", words.next, findNext),
        this.#button(words.all, words.selectAll, selectMatches),
        this.#button("×", words.close, closeSearchPanel, "cm-search-close"),
      ),
      row(
        group(this.#replace),
        this.#button(words.replaceOne, words.replaceOne, replaceNext),
        this.#button(words.replaceAll, words.replaceAll, replaceAll),
      ),
    );
    for (const input of [this.#find, this.#replace]) input.addEventListener("input", () => this.#commit());
    this.dom.addEventListener("submit", (event) => event.preventDefault());
    this.dom.addEventListener("keydown", (event) => this.#key(event));
    this.#show(this.#query);
  }

  mount(): void {
    this.#find.select();
  }

  update(update: ViewUpdate): void {
    for (const transaction of update.transactions) {
      for (const effect of transaction.effects) {
        if (effect.is(setSearchQuery) && !effect.value.eq(this.#query)) this.#show(effect.value);
      }
    }
    if (update.docChanged || update.selectionSet) this.#countSoon();
  }

  destroy(): void {
    clearTimeout(this.#counting);
  }

  #show(query: SearchQuery): void {
    this.#query = query;
    // What is being typed is never replaced under the person's hands.
    if (this.#find.value !== query.search) this.#find.value = query.search;
    if (this.#replace.value !== query.replace) this.#replace.value = query.replace;
    for (const name of ["caseSensitive", "wholeWord", "regexp"] as const)
      this.#toggles[name].setAttribute("aria-pressed", String(query[name]));
    this.#countSoon();
  }

  #commit(): void {
    const isOn = (name: Toggle) => this.#toggles[name].getAttribute("aria-pressed") === "true";
    const query = new SearchQuery({
      search: this.#find.value,
      replace: this.#replace.value,
      caseSensitive: isOn("caseSensitive"),
      wholeWord: isOn("wholeWord"),
      regexp: isOn("regexp"),
      literal: true,
    });
    this.#find.setAttribute("aria-invalid", String(query.search !== "" && !query.valid));
    if (query.eq(this.#query)) return;
    this.#query = query;
    this.#view.dispatch({ effects: setSearchQuery.of(query) });
    this.#countSoon();
  }

  #countSoon(): void {
    clearTimeout(this.#counting);
    this.#counting = setTimeout(() => {
      const query = this.#query;
      const { index, count } = countMatches(this.#view.state, query);
      this.#count.textContent = query.search === "" ? "" : canvasWords.find.count(index, count, MOST_COUNTED);
    }, 120);
  }

  #key(event: KeyboardEvent): void {
    if (event.isComposing) return;
    if (runScopeHandlers(this.#view, event, "search-panel")) event.preventDefault();
    else if (event.key === "Enter" && event.target === this.#find) {
      event.preventDefault();
      (event.shiftKey ? findPrevious : findNext)(this.#view);
    } else if (event.key === "Enter" && event.target === this.#replace) {
      event.preventDefault();
      replaceNext(this.#view);
    }
  }

  #button(text: string, label: string, command: (view: EditorView) => boolean, className = ""): HTMLButtonElement {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = text;
    button.title = label;
    button.className = className;
    if (text !== label) button.setAttribute("aria-label", label);
    button.addEventListener("click", () => command(this.#view));
    return button;
  }

  #toggle(text: string, label: string, name: Toggle): HTMLButtonElement {
    const flip = () => {
      const button = this.#toggles[name];
      button.setAttribute("aria-pressed", String(button.getAttribute("aria-pressed") !== "true"));
      this.#commit();
      return true;
    };
    return this.#button(text, label, flip, "cm-search-toggle");
  }
}

function field(name: string, label: string): HTMLInputElement {
  const input = document.createElement("input");
  input.name = name;
  input.placeholder = label;
  input.setAttribute("aria-label", label);
  input.autocomplete = "off";
  input.spellcheck = false;
  return input;
}

function row(...children: HTMLElement[]): HTMLElement {
  const made = document.createElement("div");
  made.className = "cm-search-row";
  made.append(...children);
  return made;
}

function group(...children: HTMLElement[]): HTMLElement {
  const made = document.createElement("div");
  made.className = "cm-search-field";
  made.append(...children);
  return made;
}
