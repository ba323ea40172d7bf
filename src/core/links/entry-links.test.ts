import { expect, test } from "vitest";
import { entryWordsFrom, readEntryLink } from "./entry-links";

const shown = (target: string) => target.slice(entryWordsFrom(target));

test("the target of a wiki link is an entry if a kind and a colon come before its name", () => {
  expect(readEntryLink("spell:Fireball")).toEqual({ kind: "spell", meanings: [{ document: null, name: "Fireball" }] });
  expect(readEntryLink("spell:srd-5e/Fireball")?.meanings).toEqual([
    { document: null, name: "srd-5e/Fireball" },
    { document: "srd-5e", name: "Fireball" },
  ]);
  for (const other of ["Chapter 1: Intro", "note: x", "https://x.org", "Spell:X", "a:", "spell:[x", "c:/x", "Fireball"])
    expect(readEntryLink(other), other).toBeNull();
});

test("a link to an entry shows the name without kind and document", () => {
  expect(shown("spell:Fireball")).toBe("Fireball");
  expect(shown("spell:srd-5e/Fireball")).toBe("Fireball");
  expect(shown("spell:Antipathy/Sympathy")).toBe("Antipathy/Sympathy");
  expect(shown("Chapter 1: Intro")).toBe("Chapter 1: Intro");
  for (const other of ["rfc:2119", "doi:10.1000/182", "mailto:a@b.c", "todo:list", "product:Matcha"])
    expect(shown(other), other).toBe(other);
});
