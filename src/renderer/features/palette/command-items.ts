import { type CommandRow, commands } from "../../../shared/commands";
import type { Command } from "../../../shared/contract";
import type { GuestFacts } from "../../../shared/guest";
import { hasCommand } from "../../../shared/guest-commands";
import type { Keyboard } from "../../../shared/keys";
import { topMatches } from "../../ui/best-of";
import { commandTitle, menuTitle } from "../../ui/command-messages";
import { type Candidate, candidate, matchOf, queryWords, scoreOf } from "../../ui/fuzzy";
import { shortcut } from "../../ui/shortcuts";
import type { Item, PaletteResults } from "./item";
import { paletteMessages } from "./messages";

type Deps = {
  keyboard: Keyboard;
  used: readonly string[];
  /** What commands can currently work on. */
  has: ReadonlySet<NonNullable<CommandRow["needs"]>>;
  /** Commands that guests do not have are left out. */
  guest: GuestFacts | null;
  run(command: Command): void;
};

/** Score of the most recently used command: worth about one matched letter. */
const RECENT_BOOST = 20;

/** Commands matched by menu or settings name rank below those matched by title. */
const MENU_PENALTY = -40;

/**
 * The commands that match `text` by title, by menu or by their English name in settings.json. Without text: the recently used
 * ones, then all in menu order. Commands that are not available now appear only if they match.
 */
export function commandItems(text: string, { keyboard, used, has, guest, run }: Deps): PaletteResults {
  const words = queryWords(text);
  const rows = commands.filter(({ id }) => id !== "show-commands" && hasCommand(guest, id));
  const isOff = ({ needs }: CommandRow) => needs !== undefined && !has.has(needs);
  const titles = rows.map(({ id }) => candidate(commandTitle(id), "words"));
  const beside = rows.map(({ id, menu }) => [candidate(menuTitle(menu), "words"), candidate(id, "words")] as const);
  const { indexes, count } = topMatches(rows.length, rows.length, (index) => {
    const row = rows[index] as CommandRow;
    const rank = used.indexOf(row.id);
    const recent = rank < 0 ? 0 : RECENT_BOOST - Math.min(rank, RECENT_BOOST - 1);
    if (words.length === 0) return isOff(row) ? null : recent;
    let total = recent - (isOff(row) ? 1000 : 0);
    for (const word of words) {
      const [menu, id] = beside[index] as (typeof beside)[0];
      const inTitle = scoreOf(titles[index] as Candidate, [word]);
      const elsewhere = [menu, id].flatMap((each) => scoreOf(each, [word]) ?? []);
      if (inTitle === null && elsewhere.length === 0) return null;
      total += Math.max(inTitle ?? Number.NEGATIVE_INFINITY, ...elsewhere.map((score) => score + MENU_PENALTY));
    }
    return total;
  });
  const items = indexes.map((index): Item => {
    const row = rows[index] as CommandRow;
    const title = commandTitle(row.id);
    const marked = (text: Candidate) => words.flatMap((word) => matchOf(text, [word])?.positions ?? []);
    const marks = marked(titles[index] as Candidate);
    const [key] = keyboard.keys[row.id];
    return {
      id: row.id,
      label: title,
      marks: [...new Set(marks)].sort((a, b) => a - b),
      detail: menuTitle(row.menu),
      detailMarks: [],
      key: key === undefined ? null : shortcut(key, keyboard.platform),
      note:
        isOff(row) && row.needs
          ? paletteMessages.needs[row.needs]
          : used.includes(row.id) && words.length === 0
            ? paletteMessages.used
            : null,
      depth: 0,
      isOff: isOff(row),
      pick: () => run(row.id),
    };
  });
  return { items, count, status: count === 0 ? paletteMessages.nothing : null, start: 0 };
}
