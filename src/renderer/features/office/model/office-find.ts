import { atom } from "nanostores";
import type { OfficeMatch } from "../../../../shared/office";
import type { SoughtText } from "../../../editor/custom-editor-tab";
import { officeMessages } from "../messages";
import type { OfficeConnection } from "./office-model";
import type { OfficeLocation } from "./office-navigation";

type FindState = {
  isOpen: boolean;
  /** Incremented to focus the field. */
  focusCount: number;
  text: string;
  matches: readonly OfficeMatch[];
  total: number;
  /** The index of the current match; -1 for none. */
  at: number;
  /** Whether a search has taken long enough to show progress. */
  isBusy: boolean;
};

/** Delay before progress is shown, in milliseconds. */
const BUSY_DELAY_MS = 250;
let searchers = 0;

type Deps = OfficeConnection & {
  go(where: OfficeLocation): void;
  announce(sentence: string): void;
};

/** What the search of a folder counts as one: a paragraph, or the row of a sheet. */
const placeOf = (match: OfficeMatch): string => ("sheet" in match ? `${match.sheet}!${match.row}` : `${match.index}`);

/** What is found in the folder has one blank where the text has several, and a row's cells beside each other. */
const plain = (text: string): string => text.replace(/\s+/gu, " ");
const endsAlike = (own: string, sought: string): boolean => plain(own).endsWith(sought) || sought.endsWith(plain(own));
const beginsAlike = (own: string, sought: string): boolean =>
  plain(own).startsWith(sought) || sought.startsWith(plain(own));

/** Finding in the whole document, which main looks through: what was found, and the way from one to the next. */
export function createOfficeFind({ bridge, doc, go, announce }: Deps) {
  const $found = atom<FindState>({
    isOpen: false,
    focusCount: 0,
    text: "",
    matches: [],
    total: 0,
    at: -1,
    isBusy: false,
  });
  let searches = 0;
  let telling: ReturnType<typeof setTimeout> | undefined;
  const searcher = `${doc} ${++searchers}`;
  const set = (change: Partial<FindState>) => $found.set({ ...$found.get(), ...change });

  const goToMatch = (match: OfficeMatch, focus = false) => {
    if ("sheet" in match) go({ sheet: match.sheet, row: match.row, column: match.column, focus });
    else go({ index: match.slide === null ? match.index : match.slide - 1, paragraph: match.paragraph, focus });
  };
  const goTo = (at: number) => {
    const { matches, total } = $found.get();
    const match = matches[at];
    if (!match) return;
    set({ at });
    goToMatch(match);
    announce(officeMessages.find.position(at + 1, total));
  };

  /** Of alike matches the one between the same words; among those the one that comes so late in the document. */
  const likeliest = (matches: readonly OfficeMatch[], { before, after, rank }: SoughtText): OfficeMatch | undefined => {
    const scores = matches.map(
      (match) => Number(endsAlike(match.before, before)) + Number(beginsAlike(match.after, after)),
    );
    const best = Math.max(...scores);
    const places = [...new Set(matches.map(placeOf))];
    const alike = matches.filter((_, at) => scores[at] === best);
    return alike.toSorted(
      (a, b) => Math.abs(places.indexOf(placeOf(a)) - rank) - Math.abs(places.indexOf(placeOf(b)) - rank),
    )[0];
  };

  const search = async (way: "to the first" | "where it is") => {
    searches += 1;
    const mine = searches;
    const { text } = $found.get();
    clearTimeout(telling);
    // A later search cancels the one before it; an empty one returns immediately.
    const asked = bridge.request("office:find", { doc, sought: text, caseSensitive: false, searcher });
    if (text === "") {
      set({ matches: [], total: 0, at: -1, isBusy: false });
      await asked;
      return;
    }
    telling = setTimeout(() => set({ isBusy: true }), BUSY_DELAY_MS);
    const answer = await asked;
    if (mine !== searches) return;
    clearTimeout(telling);
    const { matches, total } = answer.ok ? answer : { matches: [], total: 0 };
    set({ isBusy: false, matches, total, at: Math.min($found.get().at, matches.length - 1) });
    if (way === "to the first" && matches.length > 0) goTo(0);
  };

  return {
    $found,
    open(): void {
      set({ isOpen: true, focusCount: $found.get().focusCount + 1 });
    },
    close(): void {
      searches += 1;
      clearTimeout(telling);
      if ($found.get().text !== "")
        void bridge.request("office:find", { doc, sought: "", caseSensitive: false, searcher });
      set({ isOpen: false, matches: [], total: 0, at: -1, isBusy: false });
    },
    type(text: string): void {
      set({ text, at: -1 });
      void search("to the first");
    },
    step(by: 1 | -1): void {
      const { matches, at, isOpen, text } = $found.get();
      if (!isOpen || text === "") set({ isOpen: true, focusCount: $found.get().focusCount + 1 });
      else if (matches.length > 0) goTo((at + by + matches.length) % matches.length);
    },
    /** Goes where a text stands that was found in the folder; false where it is no longer there. */
    async goToText(sought: SoughtText): Promise<boolean> {
      const asked = { doc, sought: sought.match, caseSensitive: true, searcher: `${searcher} folder` };
      const answer = await bridge.request("office:find", asked);
      const match = answer.ok ? likeliest(answer.matches, sought) : undefined;
      if (match) goToMatch(match, sought.mayFocus());
      return match !== undefined;
    },
    /** The document changed: searches again, and keeps the current match. */
    async again(): Promise<void> {
      if ($found.get().isOpen && $found.get().text !== "") await search("where it is");
    },
  };
}
