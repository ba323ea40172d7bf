import { type CommandRow, commands } from "../../shared/commands";
import type { Command } from "../../shared/contract";
import type { Keyboard } from "../../shared/keys";
import { menuTitleOf, titleOf } from "../ui/command-words";
import { shortcut } from "../ui/shortcuts";
import { bestOf } from "./best";
import { candidate, matchOf, queryWords } from "./fuzzy";
import { type Answer, type Item, MOST_SHOWN, partMarks } from "./item";
import { say } from "./words";

type World = {
  keyboard: Keyboard;
  used: readonly string[];
  /** What there is for a command to work on. */
  has: ReadonlySet<NonNullable<CommandRow["needs"]>>;
  run(command: Command): void;
};

/** A command used a moment ago is worth about a letter more than one never used. */
const RECENT = 20;

/** Where a menu's name begins after a command's title. */
const GAP = "  ";

/**
 * The commands that are called like `text`, also by their menu, and in English by their names in the settings file. With no
 * text: those used lately, then all by the order of the menus. What cannot be done now comes only when it is called by name.
 */
export function commandItems(text: string, { keyboard, used, has, run }: World): Answer {
  const words = queryWords(text);
  const rows = commands.filter(({ id }) => id !== "show-commands");
  const isOff = ({ needs }: CommandRow) => needs !== undefined && !has.has(needs);
  const named = rows.map((row) => candidate(titleOf(row.id) + GAP + menuTitleOf(row.menu), "words"));
  const ids = rows.map(({ id }) => candidate(id, "words"));
  const { indexes, count } = bestOf(rows.length, MOST_SHOWN, (index) => {
    const row = rows[index] as CommandRow;
    const place = used.indexOf(row.id);
    const recent = place < 0 ? 0 : RECENT - Math.min(place, RECENT - 1);
    if (words.length === 0) return isOff(row) ? null : recent;
    const score = matchOf(named[index] as (typeof named)[0], words)?.score;
    const byId = score === undefined ? matchOf(ids[index] as (typeof ids)[0], words)?.score : undefined;
    const best = score ?? (byId === undefined ? null : byId - 100);
    return best === null ? null : best + recent - (isOff(row) ? 1000 : 0);
  });
  const items = indexes.map((index): Item => {
    const row = rows[index] as CommandRow;
    const title = titleOf(row.id);
    const found = words.length === 0 ? null : matchOf(named[index] as (typeof named)[0], words);
    const [marks, detailMarks] = partMarks(found?.positions ?? [], title.length, GAP.length);
    const [key] = keyboard.keys[row.id];
    return {
      id: row.id,
      label: title,
      marks,
      detail: menuTitleOf(row.menu),
      detailMarks,
      key: key === undefined ? null : shortcut(key, keyboard.platform),
      note:
        isOff(row) && row.needs ? say.needs[row.needs] : used.includes(row.id) && words.length === 0 ? say.used : null,
      depth: 0,
      isOff: isOff(row),
      pick: () => run(row.id),
    };
  });
  return { items, count, status: count === 0 ? say.nothing : null, start: 0 };
}
