import { counting } from "../../../shared/language";
import { registerMessages } from "../../ui/language";
import { chinese } from "./messages.zh";

const { many } = counting("en");

const links = (count: number) => many(count, { one: "link", other: "links" });
const files = (count: number) => many(count, { one: "file", other: "files" });

const english = {
  noHeading: (heading: string, name: string) => `Can't find “${heading}” in ${name}.`,
  noBlock: (id: string, name: string) => `Can't find the paragraph “${id}” in ${name}.`,
  missing: (name: string) => `${name} doesn't exist.`,
  noEntry: (target: string) => `The library has no entry “${target}”.`,
  missingHint: "The link may be misspelt, or the file may have been moved.",
  createDetail: (name: string) => `Create ${name}?`,
  create: "Create",

  tagUses: (count: number) => many(count, { one: "use", other: "uses" }),
  completion: { file: "file", image: "image", heading: "heading", label: "reference" },

  update: {
    moveTitle: (from: string, to: string) => `Rename ${from} to ${to}`,
    movedTitle: (name: string) => `Move ${name}`,
    headingTitle: "Rename heading",
    looking: "Looking for links…",
    count: (number: number, inFiles: number) =>
      `This will break ${links(number)} in ${files(inFiles)} unless you update them too.`,
    headingCount: (number: number, inFiles: number) => `${links(number)} in ${files(inFiles)} point to this heading.`,
    none: "No links point here.",
    stuck: (number: number) => `${links(number)} can't use this name and will break.`,
    notAll: "Some files could not be searched, so there may be more links.",
    more: (number: number) => `… and ${number} more`,
    line: (line: number) => `Line ${line}`,
    becomes: "becomes",
    isOpen: "unsaved",
    updateLinks: "Update links",
    rename: "Rename",
    title: "Title",
    list: "Links to update",
  },
  /** Joins two sentences. */
  both: (one: string, other: string) => `${one} ${other}`,
  updated: (number: number, inFiles: number) => `${links(number)} updated in ${files(inFiles)}.`,
  renamed: "Heading renamed.",
  movedTo: (name: string, folder: string) => `Moved ${name} to ${folder}.`,
  renamedTo: (name: string) => `Renamed to ${name}.`,
  failed: (path: string, why: string) => `The links in ${path} were not updated: ${why}`,
  undo: "Undo",
  undone: "Rename undone.",
  nothingToUndo: "No rename to undo.",
  unfinished: {
    move: (name: string, before: string, number: number, inFiles: number) =>
      `${before} was renamed to ${name}, but Galley closed before all links were updated: ${links(number)} in ${files(inFiles)} still use the old name.`,
    heading: (name: string, number: number, inFiles: number) =>
      `A heading was renamed to “${name}”, but Galley closed before all links were updated: ${links(number)} in ${files(inFiles)} still use the old name.`,
    updateLinks: "Update Links",
    leave: "Leave Unchanged",
    upToDate: "All links for that rename are up to date.",
  },
  notUndone: (path: string, why: string) => `${path} was not changed: ${why}`,
  back: {
    title: "Links to this document",
    from: (count: number) => `${links(count)} to this document`,
    none: "No other document in this folder links here.",
  },
  mentions: {
    title: "Mentions without a link",
    count: (count: number) => `${many(count, { one: "mention", other: "mentions" })} without a link`,
    none: "No other note in this folder names this document without a link.",
    linkIt: "Link",
    link: (words: string, path: string, line: number) => `Link “${words}” in ${path}, line ${line}`,
    linked: (words: string, path: string) => `“${words}” in ${path} is a link now.`,
  },
  rules: {
    taken: (rules: readonly string[]) =>
      `This folder is an Obsidian vault, and its settings apply here: ${rules.join(", ")}.`,
    wiki: "links as [[name]]",
    markdown: "links as [name](address)",
    images: (folder: string) => (folder === "/" ? "new images in this folder" : `new images in “${folder}”`),
    imagesBeside: "new images beside their notes",
    keep: "line breaks kept",
    join: "single line breaks joined",
    settings: "Settings",
    tags: "Tags",
  },
  noHeadingHere: "The cursor is not on a heading.",
  saveFirst: "Save the document first to find links to it.",
};

/** The shape that every language has to provide. */
export type LinkMessages = typeof english;

/** The strings in the current language. */
export let linkMessages: LinkMessages = english;
registerMessages<LinkMessages>({ en: english, "zh-CN": chinese }, (messages) => {
  linkMessages = messages;
});
