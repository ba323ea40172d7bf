import { expect, test } from "vitest";
import { commands, menuNames } from "../commands";
import { english } from "./commands.en";
import { chinese } from "./commands.zh";

const languages = { english, chinese };

test("in each language no two commands have the same title, and none is empty", () => {
  for (const { titles } of Object.values(languages)) {
    const plain = commands.map(({ id }) => titles[id].replace(/\(&.\)/, "").replace("&", ""));
    expect(plain.filter((title, index) => plain.indexOf(title) !== index || title.trim() === "")).toEqual([]);
  }
});

test("within a menu no letter picks two items, and the bar's letters differ too", () => {
  const letterOf = (title: string) => /&(.)/.exec(title)?.[1]?.toLowerCase();
  /** All items with a shared access key, so that the failure shows which to change. */
  const twice = (titles: readonly string[]) => {
    const letters = titles.map(letterOf);
    return titles.filter(
      (_, index) => letters[index] && letters.indexOf(letters[index]) !== letters.lastIndexOf(letters[index]),
    );
  };
  for (const [name, { menus, titles, items }] of Object.entries(languages)) {
    expect(twice(menuNames.map((menu) => menus[menu])), name).toEqual([]);
    for (const menu of menuNames) {
      const more = { file: [items.recent], view: [items.theme] }[menu as string] ?? [];
      const rows = commands.filter((row) => row.menu === menu && row.section !== null);
      expect(twice([...rows.map(({ id }) => titles[id]), ...more]), `${name}, ${menu}`).toEqual([]);
    }
  }
});
