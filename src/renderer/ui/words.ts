/**
 * Every sentence that the page shows or says, in English, and `words`, the same in the language in use. To add words:
 *
 * 1. add them to `english` here; what is counted or filled in is a function (`many` and `number` write numbers);
 * 2. add the same key to `chinese` in words.chinese.ts (the type-check asks for it);
 * 3. read `words.room.key` while rendering or when it is told, never in a constant of a module: the language is settled
 *    after modules are loaded, and may change while the page runs.
 *
 * A room that is loaded lazily and has many words keeps them beside itself in the same way: see settings/words.ts.
 */
import { counting } from "../../shared/language";
import type { DocumentStatus } from "../canvas/status";
import { spoken } from "./language";

const { number, many: count } = counting("en");
const many = (amount: number, one: string, other: string) => count(amount, { one, other });

const english = {
  galley: "Galley",
  cancel: "Cancel",
  close: "Close",
  dismiss: "Dismiss",
  notices: "Notices",
  loading: "Loading…",
  tryAgain: "Try again",
  copy: "Copy",
  copied: "Copied",
  count: (amount: number) => number(amount),
  toReview: (edits: number) => `${many(edits, "edit", "edits")} to review`,
  surprise: (what: string) => `Something unexpected happened: ${what}. Your text is kept.`,
  forTexts: (command: string) => `“${command}” is for texts`,
  forOffice: (command: string) => `“${command}” is for Office documents`,
  heldBack: (name: string) => `Galley closed while opening ${name}. Open it again?`,
  openAgain: "Open again",
  roomFailed: "This part of the page could not be shown.",

  command: {
    new: "New document",
    openFile: "Open file…",
    openFolder: "Open folder…",
    connectAgent: "Connect an agent…",
    history: "History",
    assistant: "Assistant",
    outline: "Outline",
    reading: "Reading",
    showSidebar: "Show the side bar",
    hideSidebar: "Hide the side bar",
  },

  welcome: {
    heading: "A page for you and your agents",
    lead: "Write in it, let agents read and edit it. Every version is kept.",
    start: "Start",
    recent: "Recent",
    keys: "Keys",
    newKey: "New document",
    openKey: "Open a file",
    folderKey: "Open a folder",
    nameKey: "Open by name",
    commandsKey: "All commands",
    sidebarKey: "Show or hide the files",
  },

  /** `key` is the one that is held for a window of its own. */
  recentHint: (key: string) => `${key}+click: in a new window`,

  tabs: {
    strip: "Open documents",
    closeHint: "Close (Delete)",
    unsaved: "unsaved",
    conflict: "conflict",
    gone: "deleted or moved",
    touched: {
      changed: (who: string) => `changed by ${who}`,
      opened: (who: string) => `opened by ${who}`,
    },
    agentOpened: (who: string, name: string) => `${who} opened ${name}`,
    show: "Show",
    moved: (name: string, place: number, count: number) => `${name} is now tab ${place} of ${count}`,
    closed: (name: string) => `${name} closed`,
    noneToReopen: "No closed tab to open again",
    arrived: (name: string) => `${name} is in this window now`,
    booksStay: (name: string) => `“${name}” stays in this window: open the book in the other one instead`,
    cameForward: (name: string) => `${name} was open in this window`,
  },

  groups: {
    /** A group of tabs, as the page's parts are told. */
    label: (place: number, count: number) => `Group ${place} of ${count}`,
    divider: "Size of the groups",
    opened: (name: string, place: number, count: number) => `${name} opened in group ${place} of ${count}`,
    moved: (name: string, place: number, count: number) => `${name} is now in group ${place} of ${count}`,
    joined: "All tabs are in one group",
    onlyOne: "There is only one group",
    most: (count: number) => `There cannot be more than ${count} groups`,
  },

  navigation: {
    noneBack: "There is no place to go back to",
    noneForward: "There is no place to go forward to",
  },

  closing: {
    conflict: (name: string, count: number) =>
      `“${name}” stays open: ${many(count, "conflict waits", "conflicts wait")} to be settled in it. Choose Mine, Theirs or Both, then close it.`,
    untitled: (name: string) => `Save “${name}” before closing it?`,
    untitledDetail: "It was never saved to a file. If you discard it, its text is gone from the page.",
    gone: (name: string) => `Keep the text of “${name}”?`,
    goneDetail: "Its file was deleted or moved away outside Galley. The page holds the text.",
    unsavable: (name: string) => `“${name}” could not be saved`,
    unsavableDetail: "The last changes are not in its file. Save it somewhere else, or discard them.",
    save: "Save…",
    saveElsewhere: "Save as…",
    discard: "Discard",
  },

  status: {
    words: (count: number) => many(count, "word", "words"),
    characters: (count: number) => many(count, "character", "characters"),
    ofGoal: (count: number, goal: number) => `${number(count)} of ${many(goal, "word", "words")}`,
    goalReached: (goal: number) => `The goal of ${many(goal, "word", "words")} is reached`,
    statistics: {
      heading: "This document",
      ofSelection: "The selection",
      words: "Words",
      characters: "Characters",
      withoutBlanks: "Characters without blanks",
      paragraphs: "Paragraphs",
      reading: "Reading time",
      goal: "Goal in words",
      noGoal: "none",
      number: (count: number) => number(count),
      minutes: (count: number) => many(count, "minute", "minutes"),
    },
    selected: (count: number) => `${number(count)} selected`,
    position: (line: number, column: number) => `Line ${number(line)}, column ${number(column)}`,
    positionShort: (line: number, column: number) => `${number(line)}:${number(column)}`,
    state: {
      saved: "Saved",
      unsaved: "Unsaved",
      saving: "Saving…",
      waiting: "Waiting",
      opening: "Opening",
      conflict: "Conflict",
      "read-only": "Read-only",
      gone: "Deleted or moved away",
      unread: "Could not be read",
      failed: "Not saved",
    } satisfies Record<DocumentStatus, string>,
    putBack: "Put it back",
    saveAs: "Save as…",
    conflicts: (count: number) => many(count, "conflict", "conflicts"),
    markdown: "Markdown",
    text: "Plain text",
    warnings: (count: number) => many(count, "warning", "warnings"),
    giantLine: (length: number) => `Plain: a line of ${many(length, "character", "characters")}`,
    giantLineWhy: "So long a line has no highlighting, live preview or spelling, which would hold up every key.",
    textSize: (pixels: number) => `Text size ${pixels}`,
    focusOn: "Focus mode is on",
    focusOff: "Focus mode is off",
    typewriterOn: "Typewriter mode is on",
    typewriterOff: "Typewriter mode is off",
    spellingOn: "Spelling is checked",
    spellingOff: "Spelling is not checked",
    readingMarksOn: "What agents read is marked in the margin",
    readingMarksCleared: "Marks of what agents read are cleared",
    readingMarksOff: "What agents read is not marked",
    wrapOn: "Lines wrap",
    wrapOff: "Lines do not wrap",
  },

  agents: {
    sign: (count: number) => (count === 0 ? "No agents" : many(count, "agent", "agents")),
    heading: "Connected agents",
    none: "No agent is connected. An agent that speaks MCP, or the command line, can read and edit the documents in your folder.",
    since: (time: string) => `since ${time}`,
    noCall: "No call yet",
    lastCall: (call: string) => `Last call: ${call}`,
    folders: "Folders",
    joined: (name: string) => `${name} connected`,
    left: (name: string) => `${name} disconnected`,
    connect: "Connect an agent…",
    all: "Agents and what they did…",
    paused: "paused",
    readsOnly: "reads only",
    signPaused: "Agents paused",
    pauseAll: "Pause all agents",
    resumeAll: "Let all agents go on",
    allPaused: "All agents are paused",
    allPausedHint:
      "Every call of an agent from outside is refused until you let them go on, also after Galley starts again. The assistant in the panel is stopped there.",
    allResumed: "Agents may go on",
    stillHeld: (count: number) =>
      count === 1 ? "1 agent stays as you set it." : `${number(count)} agents stay as you set them.`,
    asking: (count: number) => (count === 1 ? "1 client asks to come in" : `${number(count)} clients ask to come in`),
  },

  connect: {
    heading: "Connect an agent",
    lead: (root: string) =>
      `An agent connected in one of these ways can read and edit the documents in ${root}, and nothing outside it.`,
    noFolder: "Open a folder first: what an agent may read and edit is what lies in it.",
    copyWay: (title: string) => `Copy the settings for ${title}`,
    failed: "The settings could not be put together.",
    noHttp: "Agents that connect to an address over HTTP: switch that on in the settings, under Agents.",
  },

  files: {
    heading: "Files",
    tree: "Files of the folder",
    resize: "Width of the side bar",
    newFile: "New file",
    newFolder: "New folder",
    rename: "Rename…",
    trash: "Move to trash…",
    reveal: "Show in file manager",
    copyPath: "Copy path",
    openBeside: "Open beside",
    openAsBook: "Open as book",
    copyRelative: "Copy path in the folder",
    cutEntry: "Cut",
    copyEntry: "Copy",
    pasteEntry: "Paste",
    duplicate: "Duplicate",
    cut: (name: string) => `${name} is cut: Paste moves it`,
    held: (name: string) => `${name} is copied: Paste puts a copy`,
    nothingHeld: "No file is cut or copied",
    copied: (name: string, folder: string) => `${name} copied to ${folder}`,
    takenQuestion: (name: string, folder: string) => `There is already something called “${name}” in ${folder}`,
    takenDetail: "Replacing it moves the one that is there to the trash.",
    keepBoth: "Keep both",
    replaceThere: "Replace it",
    collapse: "Collapse all",
    closeFolder: "Close folder",
    openFolder: "Open folder…",
    empty: "This folder is empty",
    more: (left: number) => `… and ${number(left)} more, too many to be shown`,
    noFolder: "No folder is open. Open one to see its files here and to let agents work in it.",
    recent: "Recent",
    nameOfNewFile: "Name of the new file",
    nameOfNewFolder: "Name of the new folder",
    nameOf: (name: string) => `New name of ${name}`,
    trashQuestion: (name: string) => `Move “${name}” to the trash?`,
    trashFolderDetail: "Everything in this folder goes with it. You can bring it back from the system's trash.",
    trashFileDetail: "You can bring it back from the system's trash; its versions stay in Galley's history.",
    trashAction: "Move to trash",
    trashed: (name: string) => `“${name}” is in the trash`,
    renamed: (name: string) => `Renamed to ${name}`,
    movedTo: (name: string, folder: string) => `Moved ${name} to ${folder}`,
    created: (name: string) => `${name} created`,
    drop: "Drop files or a folder to open them",
    name: {
      empty: "Type a name.",
      dots: "A name cannot be . or ..",
      separator: (found: string) => `A name cannot contain ${found}`,
      control: "A name cannot contain line breaks or control characters.",
      taken: (name: string) => `There is already something called “${name}” here.`,
      reserved: (name: string) => `Windows keeps the name “${name}” for itself.`,
      ending: "On Windows a name cannot end with a dot or a blank.",
      tooLong: "A name can be at most 255 bytes long.",
    },
  },

  sidebar: {
    views: "What the side bar shows",
    files: "Files",
    outline: "Outline",
    search: "Search",
    review: "Review",
    library: "Library",
  },

  outline: {
    of: (name: string) => `Sections of ${name}`,
    frontmatter: "Front matter",
    noTitle: "Untitled section",
    empty: "No headings yet. A line that begins with # makes one.",
    plainText: "This is plain text. Outlines are for Markdown, where a line that begins with # is a heading.",
    noDocument: "No document is open.",
    failed: "The outline could not be made. The text itself is not touched.",
    collapse: "Collapse or expand all",
    up: "Move up",
    down: "Move down",
    promote: "Promote (one level up)",
    demote: "Demote (one level down)",
    rename: "Rename Heading…",
    moved: (title: string, position: "before" | "after" | "into", anchor: string) =>
      `Moved ${title} ${position} ${anchor}`,
    leveled: (title: string, level: number) => `${title} is now a heading of level ${level}`,
    isFirst: "It is the first section here",
    isLast: "It is the last section here",
    changed: "The text has changed meanwhile. Try again.",
    conflict: "Sections can be moved when the conflict in this document is settled.",
    refused: (title: string, reason: "into itself" | "too deep" | "at the top" | "swallowed") =>
      ({
        "into itself": `${title} cannot be moved into itself.`,
        "too deep": `Headings have six levels: something in ${title} would need a seventh.`,
        "at the top": `${title} is at the top level.`,
        swallowed: `${title} cannot be moved there: a code block or other text beside it is not closed, and headings would be lost in it.`,
      })[reason],
  },

  history: {
    added: "Added:",
    removed: "Taken away:",
  },

  size: (bytes: number) =>
    bytes < 1000
      ? `${bytes} B`
      : bytes < 999_500
        ? `${Number((bytes / 1000).toPrecision(2))} kB`
        : `${Number((bytes / 1_000_000).toPrecision(2))} MB`,

  time: {
    locale: "en-GB",
    today: (clock: string) => clock,
    yesterday: (clock: string) => `yesterday ${clock}`,
    on: (day: string, clock: string) => `${day}, ${clock}`,
  },
};

/** The sentences of the page, in one language. Everything that a person reads or hears comes from here. */
export type Words = typeof english;

/** The sentences of the page in the language in use. */
export let words: Words = english;

spoken<Words>({ en: english, "zh-CN": async () => (await import("./words.chinese")).chinese }, (now) => {
  words = now;
});
