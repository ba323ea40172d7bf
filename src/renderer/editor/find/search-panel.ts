import "../../ui/kit/button.css";
import "../../ui/kit/field.css";
import {
  closeSearchPanel,
  getSearchQuery,
  openSearchPanel,
  type SearchQuery,
  searchPanelOpen,
  setSearchQuery,
} from "@codemirror/search";
import type { Extension } from "@codemirror/state";
import { EditorView, type Panel, runScopeHandlers, type ViewUpdate } from "@codemirror/view";
import { MAX_COUNTED_MATCHES } from "../../ui/limits";
import { MatchCount } from "./count-matches";
import { findScope, limitToSelection, queryOf } from "./find-scope";
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
  readonly #scope: HTMLButtonElement;
  #query: SearchQuery;
  #counting: ReturnType<typeof setTimeout> | undefined;
  #idle = 0;
  #matches: MatchCount | null = null;
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
    this.#scope = this.#button("[ ]", t.inSelection, () => this.#toggleScope(), "cm-search-toggle");
    this.#count.className = "cm-search-count nowrap soft digits";
    this.dom.className = "cm-search stack";
    this.dom.setAttribute("role", "search");
    this.dom.append(
      row(
        group(this.#find, this.#toggles.caseSensitive, this.#toggles.wholeWord, this.#toggles.regexp, this.#scope),
        this.#count,
        this.#button("↑", t.previous, toPreviousMatch),
        this.#button("↓", t.next, toNextMatch),
        this.#button(t.all, t.selectAll, selectAllMatches),
        this.#button("×", t.close, closeSearchPanel, "icon-button to-end large"),
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
    // What the search is limited to may have gone.
    this.#scope.setAttribute("aria-pressed", String(findScope(update.state) !== null));
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
    this.#scope.setAttribute("aria-pressed", String(findScope(this.#view.state) !== null));
    this.#countSoon();
  }

  #commit(): void {
    const isOn = (name: Toggle) => this.#toggles[name].getAttribute("aria-pressed") === "true";
    const query = queryOf(
      {
        search: this.#find.value,
        replace: this.#replace.value,
        caseSensitive: isOn("caseSensitive"),
        wholeWord: isOn("wholeWord"),
        regexp: isOn("regexp"),
      },
      findScope(this.#view.state),
    );
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
      else if (!this.#query.valid) this.#count.textContent = findMessages.invalid;
      else {
        if (!this.#matches?.isOf(state, this.#query)) this.#matches = new MatchCount(state, this.#query);
        this.#countOn(this.#matches);
      }
    }, 120);
  }

  /** Continues counting in slices, however long the text is. */
  #countOn(matches: MatchCount): void {
    const until = performance.now() + SLICE;
    if (matches.run(() => performance.now() > until)) {
      const { from, to } = this.#view.state.selection.main;
      if (!this.#isFinding)
        this.#count.textContent = findMessages.count(matches.indexOf(from, to), matches.total, MAX_COUNTED_MATCHES);
      return;
    }
    // Keys and painting have priority over counting.
    this.#idle = requestIdleCallback(() => this.#countOn(matches), { timeout: PATIENCE });
  }

  #toggleScope(): boolean {
    const { state } = this.#view;
    const limited = limitToSelection(state, this.#query, findScope(state) === null);
    this.#view.dispatch(limited ?? { effects: EditorView.announce.of(findMessages.selectFirst) });
    if (!limited) this.#count.textContent = findMessages.selectFirst;
    return true;
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
    button.className = `quiet-button ${className}`;
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
  made.className = "cm-search-row in-line";
  made.append(...children);
  return made;
}

function group(...children: HTMLElement[]): HTMLElement {
  const made = document.createElement("div");
  made.className = "field-box";
  made.append(...children);
  return made;
}
