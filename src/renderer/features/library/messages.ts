/** Strings of the library pane. How strings are added: ui/messages.ts; the Chinese is in messages.zh.ts. */
import { counting } from "../../../shared/language";
import type { KnownKind } from "../../../shared/library";
import { registerMessages } from "../../ui/language";
import { chinese } from "./messages.zh";

const { number, many } = counting("en");
const count = (amount: number, one: string, other: string) => many(amount, { one, other });

const english = {
  label: "Content library",
  field: "Search the library",
  nameField: "Name contains",
  clear: "Clear",
  kindsLabel: "Kind of entry",
  kinds: {
    spell: "Spells",
    creature: "Creatures",
    equipment: "Equipment",
    character_option: "Characters",
    rule: "Rules",
  } satisfies Record<KnownKind, string>,
  oneOf: {
    spell: "Spell",
    creature: "Creature",
    equipment: "Equipment",
    character_option: "Character option",
    rule: "Rule",
  } satisfies Record<KnownKind, string>,
  documents: "Documents",
  /** The number of enabled documents. */
  documentsOn: (on: number, of: number) =>
    on === of ? count(of, "document", "documents") : `${number(on)} of ${count(of, "document", "documents")}`,
  entries: (entries: number) => count(entries, "entry", "entries"),
  allOn: "All on",
  allOff: "All off",
  switchHint: "When off, it is not searched by you or by agents in this folder",
  add: "Add…",
  addHint: "Add a pack (.json) or a Markdown document (.md), or drop files here",
  adding: (name: string) => (name === "" ? "Adding…" : `Adding ${name}…`),
  addingShare: (name: string, done: number, of: number) => `Adding ${name}: ${number(done)} of ${number(of)}`,
  stop: "Stop",
  added: (title: string, entries: number) => `${title}: ${count(entries, "entry", "entries")} added`,
  notAdded: (name: string) => `${name} was not added`,
  dismiss: "Close",
  open: "Open",
  openHint: "Open as a read-only document",
  remove: "Remove",
  removeQuestion: (title: string) => `Remove “${title}” from the library?`,
  removeShipped: "It comes with Galley, and you can restore it at any time.",
  removeOwn: "Its entries are removed from the library. The file you added it from is not deleted.",
  cancel: "Cancel",
  missing: (key: string) => `${key} (included with Galley) was removed.`,
  restore: "Restore",
  lead: "Reference beside your manuscript: rulebooks, catalogues, style guides. You and agents in this folder search the documents that are on.",
  empty: "The library is empty.",
  noneOn: "All documents are off.",
  loading: "Opening the library…",
  again: "Try again",
  notLasting: "The library can't be saved. Documents you add are lost when you close Galley.",
  entryCount: (total: number) => count(total, "entry", "entries"),
  weak: "Weak matches",
  wouldReplace: (name: string, title: string, entries: number) =>
    `${name} was not added yet: it replaces “${title}” (${count(entries, "entry", "entries")}).`,
  wouldEmpty: (name: string, title: string, entries: number) =>
    `${name} has no entries: it would empty “${title}” (${count(entries, "entry", "entries")}).`,
  replace: "Replace",
  someOf: (shown: number, total: number) => `${number(shown)} of ${count(total, "entry", "entries")}`,
  searching: "Searching…",
  nothing: (query: string) => `Nothing found for “${query}”.`,
  nothingHere: "Nothing found with these filters.",
  more: "Show more",
  insert: "Insert",
  insertHint: "Insert at the cursor",
  noPage: "Open a document to insert into first.",
  noWriting: "This document is read-only.",
  inserted: (name: string) => `${name} inserted`,
  copy: "Copy",
  copied: "Copied as Markdown",
  ask: "Ask about this",
  askHint: "Add it to the context of your next question",
  favourite: "Favourite",
  notFavourite: "Remove from favourites",
  favourites: "Favourites",
  edit: "Edit",
  copyToOwn: "Copy to My Entries",
  copyToOwnHint: "Copy into a Markdown file of this folder, which you can change",
  newEntry: "New entry",
  newEntryShort: "New Entry…",
  newEntryHint: "Create a Markdown file of this folder that is an entry",
  kind: "Kind",
  name: "Name",
  create: "Create",
  needsFolder: "Entries of your own are kept in a folder.",
  openFolder: "Open Folder…",
  problems: "Files with values that can't be looked up:",
  bar: "Entry",
  filters: "Filters",
  clearFilters: "Clear filters",
  any: "Any",
  yes: "Yes",
  no: "No",
  filter: {
    level: "Level",
    school: "School",
    class_key: "Class",
    concentration: "Concentration",
    ritual: "Ritual",
    damage_type: "Damage",
    challenge_rating: "Challenge",
    type: "Type",
    size: "Size",
    armor_class_min: "Armor class from",
    hit_points_min: "Hit points from",
    item_type: "Type",
    cost_max: "Cost up to (gp)",
    weight_max: "Weight up to (lb.)",
    is_finesse: "Finesse",
    is_light: "Light",
    is_magic: "Magic",
    option_type: "Type",
    rule_type: "Type",
    section: "Section",
  },
  /** The lowest and highest value of a number or a day. */
  bounds: {
    from: (label: string) => `${label} from`,
    upTo: (label: string) => `${label} up to`,
    since: (label: string) => `${label} from`,
    until: (label: string) => `${label} until`,
  },
  cantrip: "Cantrip",
  level: (level: number) => `Level ${number(level)}`,
  challenge: (rating: string) => `CR ${rating}`,
  gold: (amount: string) => `${amount} gp`,
  pounds: (amount: string) => `${amount} lb.`,
};

/** The shape that every language has to provide. */
export type LibraryMessages = typeof english;

/** The strings in the current language. */
export let libraryMessages: LibraryMessages = english;

registerMessages<LibraryMessages>({ en: english, "zh-CN": chinese }, (now) => {
  libraryMessages = now;
});
