import { counting } from "../../shared/language";
import { spoken } from "../ui/language";
import { chinese } from "./words.chinese";

const { many } = counting("en");

const links = (count: number) => many(count, { one: "link", other: "links" });
const files = (count: number) => many(count, { one: "file", other: "files" });

const english = {
  noHeading: (heading: string, name: string) => `There is no heading “${heading}” in ${name}.`,
  notText: (name: string) => `${name} is not text, so it is not opened here.`,
  reveal: "Show in Folder",
  missing: (name: string) => `There is no file ${name}.`,
  missingHint: "The link may be misspelt, or the file may have been moved.",
  createDetail: (name: string) => `You can create ${name} now and write in it. Nothing else changes.`,
  create: "Create",

  completion: { file: "file", image: "image", heading: "heading", label: "reference" },

  mend: {
    moveTitle: (from: string, to: string) => `Rename ${from} to ${to}`,
    movedTitle: (name: string) => `Move ${name}`,
    headingTitle: "Rename heading",
    looking: "Looking for links…",
    count: (number: number, inFiles: number) =>
      `${links(number)} in ${files(inFiles)} would break. They can be mended with it.`,
    headingCount: (number: number, inFiles: number) => `${links(number)} in ${files(inFiles)} lead here.`,
    none: "No links lead here.",
    stuck: (number: number) => `${links(number)} cannot be written with this name, and would break.`,
    notAll: "Not every file could be looked through: there may be more links.",
    more: (number: number) => `… and ${number} more`,
    line: (line: number) => `Line ${line}`,
    becomes: "becomes",
    isOpen: "unsaved",
    mend: "Mend these links",
    rename: "Rename",
    title: "Title",
    list: "Links that change",
  },
  /** Two sentences, one after the other. */
  both: (one: string, other: string) => `${one} ${other}`,
  mended: (number: number, inFiles: number) => `Mended ${links(number)} in ${files(inFiles)}.`,
  renamed: "Heading renamed.",
  renamedTo: (name: string) => `Renamed to ${name}.`,
  failed: (path: string, why: string) => `The links in ${path} were not mended: ${why}`,
  undo: "Undo",
  undone: "The rename was undone.",
  nothingToUndo: "There is no rename to undo.",
  unfinished: {
    move: (name: string, before: string, number: number, inFiles: number) =>
      `${before} was renamed to ${name}, but Galley ended before all links were mended: ${links(number)} in ${files(inFiles)} still lead to the old name.`,
    heading: (name: string, number: number, inFiles: number) =>
      `A heading was renamed to “${name}”, but Galley ended before all links were mended: ${links(number)} in ${files(inFiles)} still lead to the old one.`,
    mend: "Mend Links",
    leave: "Leave as They Are",
    gone: "All links of that rename lead where they should.",
  },
  notUndone: (path: string, why: string) => `${path} stays as it is: ${why}`,
  back: {
    title: "Links to this document",
    from: (count: number) => `${links(count)} to this document`,
    none: "No other document of the folder links here.",
  },
  noHeadingHere: "The cursor is not on a heading.",
  saveFirst: "Save the document first: then its links can be found.",
};

/** Every word about links. */
export type LinkWords = typeof english;

/** In the page's language. */
export let linkWords: LinkWords = english;
spoken<LinkWords>({ en: english, "zh-CN": chinese }, (words) => {
  linkWords = words;
});
