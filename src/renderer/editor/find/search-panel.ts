import {
  closeSearchPanel,
  getSearchQuery,
  openSearchPanel,
  SearchQuery,
  searchPanelOpen,
  setSearchQuery,
} from "@codemirror/search";
import type { Extension } from "@codemirror/state";
import { type EditorView, type Panel, runScopeHandlers, type ViewUpdate } from "@codemirror/view";
import {
  finding,
  onFinderProgress,
  replaceAllMatches,
  replaceMatch,
  selectAllMatches,
  toNextMatch,
  toPreviousMatch,
} from "./finder";
import { findMessages } from "./messages";
import { matchesIn, type Step } from "./sliced-find";

/** The most matches that are counted; more are shown as “more than” this. */
const MAX_COUNTED = 1000;

/** How long counting may block the window at once, in milliseconds. */
const SLICE = 4;

/** How long counting waits for the window to be idle, in milliseconds. */
const PATIENCE = 500;

/** A find and replace panel above the text. */
export const searching = (): Extension =>
  finding({ top: true, createPanel: (view) => new SearchPanel(view), literal: true });

/** Opens the panel with the cursor in the replacement field. */
export function showReplace(view: EditorView): void {
  const wasOpen = searchPanelOpen(view.state);
  openSearchPanel(view);
  const field = view.dom.querySelector<HTMLInputElement>(".cm-search [name=replace]");
  const hasQuery = getSearchQuery(view.state).search !== "";
  if (wasOpen || hasQuery) field?.focus();
}

type Toggle = "caseSensitive" | "wholeWord" | "regexp";

class SearchPanel implements Panel {
  readonly dom = document.createElement("form");
  readonly top = true;
  readonly #view: EditorView;
  readonly #find = field("search", findMessages.find);
  readonly #replace = field("replace", findMessages.replace);
  readonly #count = document.createElement("output");
  readonly #toggles: Record<Toggle, HTMLButtonElement>;
  #query: SearchQuery;
  #counting: ReturnType<typeof setTimeout> | undefined;
  #idle = 0;
  #isFinding = false;

  constructor(view: EditorView) {
    const t = findMessages;
    this.#view = view;
    this.#query = getSearchQuery(view.state);
    this.#find.setAttribute("main-field", "true");
    this.#toggles = {
      caseSensitive: this.#toggle("Aa", t.matchCase, "caseSensitive"),
      wholeWord: this.#toggle("W", t.wholeWord, "wholeWord"),
      regexp: this.#toggle(".*", t.regexp, "regexp"),
    };
    this.#count.className = "cm-search-count";
    this.dom.className = "cm-search";
    this.dom.setAttribute("role", "search");
    this.dom.append(
      row(
        group(this.#find, this.#toggles.caseSensitive, this.#toggles.wholeWord, this.#toggles.regexp),
        this.#count,
        this.#button("↑", t.previous, toPreviousMatch),
        this.#button("↓", t.next, toNextMatch),
        this.#button(t.all, t.selectAll, selectAllMatches),
        this.#button("×", t.close, closeSearchPanel, "cm-search-close"),
      ),
      row(
        group(this.#replace),
        this.#button(t.replaceOne, t.replaceOne, replaceMatch),
        this.#button(t.replaceAll, t.replaceAll, replaceAllMatches),
      ),
    );
    for (const input of [this.#find, this.#replace]) input.addEventListener("input", () => this.#commit());
    this.dom.addEventListener("submit", (event) => event.preventDefault());
    this.dom.addEventListener("keydown", (event) => this.#handleKeyDown(event));
    this.#show(this.#query);
  }

  mount(): void {
    this.#find.select();
    // Plugins that are added with the panel are available now.
    onFinderProgress(this.#view, (share) => {
      this.#isFinding = share !== null;
      if (share === null) this.#countSoon();
      else this.#count.textContent = findMessages.searching(Math.floor(share * 100));
    });
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
    this.#stopCounting();
    onFinderProgress(this.#view, null);
  }

  #show(query: SearchQuery): void {
    this.#query = query;
    // Never replace text in a field that the user is typing in.
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

  #stopCounting(): void {
    clearTimeout(this.#counting);
    cancelIdleCallback(this.#idle);
  }

  #countSoon(): void {
    this.#stopCounting();
    this.#counting = setTimeout(() => {
      const { state } = this.#view;
      if (this.#query.search === "") this.#count.textContent = "";
      else if (!this.#query.valid) this.#notifyProgress(0, 0);
      else this.#countOn(matchesIn(state, this.#query, 0, state.doc.length), 0, 0);
    }, 120);
  }

  /** Continues counting in slices, however long the text is; `index` is the number of the selected match. */
  #countOn(steps: Iterator<Step>, count: number, index: number): void {
    const { from, to } = this.#view.state.selection.main;
    const until = performance.now() + SLICE;
    for (let next = steps.next(); ; next = steps.next()) {
      if (next.done) {
        this.#notifyProgress(index, count);
        return;
      }
      if ("match" in next.value) {
        count++;
        if (next.value.match.from === from && next.value.match.to === to) index = count;
        if (count >= MAX_COUNTED) {
          this.#notifyProgress(index, null);
          return;
        }
      } else if (performance.now() > until) {
        // Keys and painting have priority over counting.
        this.#idle = requestIdleCallback(() => this.#countOn(steps, count, index), { timeout: PATIENCE });
        return;
      }
    }
  }

  #notifyProgress(index: number, count: number | null): void {
    if (!this.#isFinding) this.#count.textContent = findMessages.count(index, count, MAX_COUNTED);
  }

  #handleKeyDown(event: KeyboardEvent): void {
    if (event.isComposing) return;
    if (runScopeHandlers(this.#view, event, "search-panel")) event.preventDefault();
    else if (event.key === "Enter" && event.target === this.#find) {
      event.preventDefault();
      (event.shiftKey ? toPreviousMatch : toNextMatch)(this.#view);
    } else if (event.key === "Enter" && event.target === this.#replace) {
      event.preventDefault();
      replaceMatch(this.#view);
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
