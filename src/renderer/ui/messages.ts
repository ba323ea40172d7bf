/**
 * All strings of the window in English; `messages` has them in the language in use. To add a string:
 *
 * 1. Add it to `english` here. If it contains a count or a value, it is a function (use `many` and `number`).
 * 2. Add the same key to `chinese` in messages.zh.ts; the type check requires it.
 * 3. Read `messages.area.key` while rendering or handling an event, never in a module constant: the language is set
 *    after modules are loaded, and can change.
 *
 * A lazily loaded view with many strings keeps them in its own folder in the same way: see settings/messages.ts.
 */
import { counting } from "../../shared/language";
import type { DocumentStatus } from "./document-status";
import { registerMessages } from "./language";

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
  unexpectedError: (what: string) => `Something went wrong: ${what}. Your text is safe.`,
  notForGuests: (command: string) => `“${command}” is not available on the page for guests`,
  forTexts: (command: string) => `“${command}” works in text documents only`,
  forOffice: (command: string) => `“${command}” works in Office documents only`,
  crashedWhileOpening: (name: string) => `Galley did not finish opening ${name} last time. Open it again?`,
  openAgain: "Open again",
  viewFailed: "This view could not be displayed.",

  command: {
    new: "New document",
    openFile: "Open file…",
    openFolder: "Open folder…",
    connectAgent: "Connect an agent…",
    history: "History",
    assistant: "Assistant",
    outline: "Outline",
    preview: "Reading",
    pendingApproval: "Go to the pending approval",
    showSidebar: "Show the side bar",
    hideSidebar: "Hide the side bar",
  },

  welcome: {
    heading: "An editor for you and your agents",
    lead: "Write, and let agents read and edit beside you. Every version is kept.",
    asGuest: (folder: string, name: string) => `You are in “${folder}” as ${name}. Choose a document in the side bar.`,
    inFolder: (folder: string) => `“${folder}” is open: choose a document in the side bar, or start a new one.`,
    start: "Start",
    recent: "Recent",
    keys: "Shortcuts",
    newKey: "New document",
    openKey: "Open a file",
    folderKey: "Open a folder",
    nameKey: "Open by name",
    commandsKey: "All commands",
    sidebarKey: "Show or hide the files",
  },

  /** `key` is the modifier that opens a new window. */
  recentHint: (key: string) => `${key}+click to open in a new window`,

  external: {
    change: "External change",
    changed: (who: string, files: number) =>
      `${who} changed ${files === 1 ? "1 file" : `${files} files`} in this folder`,
    onceHint: "Your answer applies to Git's changes in this folder from now on.",
    review: "Review them",
    accept: "Accept them",
  },

  /** An external program changed a protected passage. */
  putBack: {
    sentence: {
      "put back": (who: string, name: string) =>
        `${who} changed a protected passage of ${name}. Its words were put back.`,
      stopped: (who: string, name: string) =>
        `${who} changes a protected passage of ${name} again and again. Its words were not put back this time.`,
      failed: (who: string, name: string) =>
        `${who} changed a protected passage of ${name}. Its words could not be put back.`,
    },
    hint: {
      "put back": "What was written there is in the history.",
      stopped: "Undo the edit in the review once the program is done.",
      failed: "Undo the edit in the review.",
    },
    show: "Show passage",
    history: "Show history",
  },

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
    movedHere: (name: string) => `${name} moved to this window`,
    viewedCannotMove: (name: string) => `“${name}” can't be moved. Open it in the other window instead`,
    booksCannotMove: (name: string) => `“${name}” can't be moved. Open the book in the other window instead`,
    authorshipOfFile: "Save the document first: who wrote it is known from its stored versions",
    authorshipOf: (name: string) => `Authorship of ${name}`,
    alreadyOpenHere: (name: string) => `${name} is already open in this window`,
  },

  groups: {
    /** The accessible name of a group of tabs. */
    label: (place: number, count: number) => `Group ${place} of ${count}`,
    divider: "Resize groups",
    opened: (name: string, place: number, count: number) => `${name} opened in group ${place} of ${count}`,
    moved: (name: string, place: number, count: number) => `${name} is now in group ${place} of ${count}`,
    joined: "All tabs merged into one group",
    onlyOne: "There is only one group",
    most: (count: number) => `You can have up to ${count} groups`,
  },

  navigation: {
    noneBack: "Nothing to go back to",
    noneForward: "Nothing to go forward to",
  },

  closing: {
    conflict: (name: string, count: number) =>
      `“${name}” has ${many(count, "unresolved conflict", "unresolved conflicts")}. Choose Mine, Theirs or Both before closing it.`,
    untitled: (name: string) => `Save “${name}” before closing it?`,
    untitledDetail: "It isn't saved to a file yet. If you discard it, its text is deleted.",
    gone: (name: string) => `Keep the text of “${name}”?`,
    goneDetail: "The file was deleted or moved outside Galley. This tab has the only copy of the text.",
    unsavable: (name: string) => `“${name}” could not be saved`,
    unsavableDetail: "Your latest changes are not in the file. Save it somewhere else, or discard them.",
    save: "Save…",
    saveElsewhere: "Save as…",
    discard: "Discard",
  },

  status: {
    pending: (count: number) => (count === 1 ? "Approval needed" : `${number(count)} approvals needed`),
    nonePending: "Nothing is waiting for your approval.",
    /** Null until the words have been counted. */
    words: (count: number | null) => (count === null ? "… words" : many(count, "word", "words")),
    characters: (count: number) => many(count, "character", "characters"),
    ofGoal: (count: number | null, goal: number) =>
      `${count === null ? "…" : number(count)} of ${many(goal, "word", "words")}`,
    goalReached: (goal: number) => `You reached your goal of ${many(goal, "word", "words")}`,
    statistics: {
      heading: "This document",
      ofSelection: "Selection",
      words: "Words",
      characters: "Characters",
      withoutSpaces: "Characters (no spaces)",
      paragraphs: "Paragraphs",
      reading: "Reading time",
      goal: "Word goal",
      noGoal: "none",
      number: (count: number) => number(count),
      minutes: (count: number) => many(count, "minute", "minutes"),
    },
    selected: (count: number) => `${many(count, "word", "words")} selected`,
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
      gone: "Deleted or moved",
      unread: "Can't be read",
      failed: "Not saved",
    } satisfies Record<DocumentStatus, string>,
    putBack: "Restore file",
    saveAs: "Save as…",
    conflicts: (count: number) => many(count, "conflict", "conflicts"),
    markdown: "Markdown",
    text: "Plain text",
    warnings: (count: number) => many(count, "warning", "warnings"),
    giantLine: (length: number) => `Plain text: a line has ${many(length, "character", "characters")}`,
    giantLineWhy: "Highlighting, live preview and spell-check are off for very long lines, to keep typing fast.",
    textSize: (pixels: number) => `Text size ${pixels}`,
    focusOn: "Focus mode is on",
    focusOff: "Focus mode is off",
    typewriterOn: "Typewriter mode is on",
    typewriterOff: "Typewriter mode is off",
    suggesting: "Suggesting",
    suggestingHint: "What you type is suggested and can be kept or undone. Stop suggesting",
    suggestingOn: "Suggesting: what you type waits to be kept or undone",
    suggestingOff: "Editing: what you type is final",
    spellingOn: "Spell-check is on",
    spellingOff: "Spell-check is off",
    readingMarksOn: "Lines that agents read are marked in the margin",
    readingMarksCleared: "Agent read marks cleared",
    readingMarksOff: "Lines that agents read are not marked",
    wrapOn: "Line wrap is on",
    wrapOff: "Line wrap is off",
  },

  agents: {
    sign: (count: number) => (count === 0 ? "No agents" : many(count, "agent", "agents")),
    heading: "Connected agents",
    none: "No agents connected. Agents can read and edit the documents in your folder over MCP or from the command line.",
    since: (time: string) => `since ${time}`,
    noCall: "No calls yet",
    lastCall: (call: string) => `Last call: ${call}`,
    folders: "Folders",
    joined: (name: string) => `${name} connected`,
    disconnected: (name: string) => `${name} disconnected`,
    connect: "Connect an agent…",
    all: "Agents and activity…",
    held: { write: "", read: "read-only", paused: "paused", blocked: "blocked" },
    idleSince: (time: string) => `idle since ${time}`,
    signPaused: "Agents paused",
    pauseAll: "Pause all agents",
    resumeAll: "Resume all agents",
    allPaused: "All agents are paused",
    allPausedHint:
      "Calls from external agents are blocked until you resume them, even after a restart. Running jobs are paused and the assistant's answer is stopped.",
    allResumed: "Agents resumed",
    stillPaused: (count: number) =>
      count === 1 ? "1 agent stays as you set it." : `${number(count)} agents stay as you set them.`,
    asking: (count: number) => (count === 1 ? "1 client wants to connect" : `${number(count)} clients want to connect`),
  },

  connect: {
    heading: "Connect an agent",
    lead: (root: string) =>
      `Agents connected in any of these ways can read and edit documents in ${root}, and nothing outside it.`,
    noFolder: "Open a folder first. Agents can only read and edit documents in the open folder.",
    openFolder: "Open Folder…",
    copySettings: (title: string) => `Copy the settings for ${title}`,
    failed: "The settings could not be generated.",
    noHttp: "To connect agents over HTTP, turn on the HTTP server in Settings → Agents.",
  },

  files: {
    tree: "Files in the folder",
    resize: "Side bar width",
    newFile: "New file",
    newFolder: "New folder",
    rename: "Rename…",
    trash: "Move to trash…",
    reveal: "Show in file manager",
    copyPath: "Copy path",
    copyLink: "Copy link",
    openBeside: "Open to the side",
    openAsBook: "Open as book",
    copyRelative: "Copy relative path",
    cutEntry: "Cut",
    copyEntry: "Copy",
    pasteEntry: "Paste",
    duplicate: "Duplicate",
    cut: (name: string) => `${name} cut. Paste to move it`,
    copiedToPaste: (name: string) => `${name} copied. Paste to duplicate it`,
    notInFolder: "This document is not in the open folder.",
    chooseFolder: (name: string) => `Choose a folder in the side bar and paste “${name}” there (Ctrl+V, on a Mac ⌘V).`,
    nothingToPaste: "No file is cut or copied",
    copied: (name: string, folder: string) => `${name} copied to ${folder}`,
    replaceQuestion: (name: string, folder: string) => `“${name}” already exists in ${folder}`,
    replaceDetail: "If you replace it, the existing one is moved to the trash.",
    keepBoth: "Keep both",
    replaceThere: "Replace",
    collapse: "Collapse all",
    closeFolder: "Close folder",
    openFolder: "Open folder…",
    empty: "This folder is empty",
    more: (left: number) => `… and ${number(left)} more not shown`,
    noFolder: "No folder open. Open one to see its files and let agents work in it.",
    recent: "Recent",
    nameOfNewFile: "Name of the new file",
    nameOfNewFolder: "Name of the new folder",
    nameOf: (name: string) => `New name for ${name}`,
    trashQuestion: (name: string) => `Move “${name}” to the trash?`,
    trashFolderDetail: "Everything in this folder is moved too. You can restore it from the system trash.",
    trashFileDetail: "You can restore it from the system trash. Galley keeps its version history.",
    trashAction: "Move to trash",
    trashed: (name: string) => `Moved “${name}” to the trash`,
    renamed: (name: string) => `Renamed to ${name}`,
    movedTo: (name: string, folder: string) => `Moved ${name} to ${folder}`,
    created: (name: string) => `${name} created`,
    drop: "Drop files or a folder to open them",
    name: {
      empty: "Enter a name.",
      dots: "A name can't be . or ..",
      separator: (found: string) => `A name can't contain ${found}`,
      control: "A name can't contain line breaks or control characters.",
      taken: (name: string) => `“${name}” already exists here.`,
      reserved: (name: string) => `“${name}” is a reserved name on Windows.`,
      ending: "A name can't end with a dot or a space on Windows.",
      tooLong: "This name is too long (more than 255 bytes).",
    },
  },

  sidebar: {
    views: "Side bar views",
    files: "Files",
    outline: "Outline",
    search: "Search",
    comments: "Comments",
    review: "Review",
    library: "Library",
    tags: "Tags",
  },

  outline: {
    of: (name: string) => `Outline of ${name}`,
    frontmatter: "Front matter",
    noTitle: "Untitled section",
    words: (count: number) => many(count, "word", "words"),
    empty: "No headings yet. Start a line with # to add one.",
    plainText: "Plain text has no outline. Markdown and Office documents do.",
    noDocument: "No document open.",
    failed: "The outline could not be created. Your text is unchanged.",
    collapse: "Collapse or expand all",
    up: "Move up",
    down: "Move down",
    promote: "Promote (one level up)",
    demote: "Demote (one level down)",
    rename: "Rename Heading…",
    moved: (title: string, position: "before" | "after" | "into", anchor: string) =>
      `Moved ${title} ${position} ${anchor}`,
    leveled: (title: string, level: number) => `${title} is now a level ${level} heading`,
    isFirst: "Already the first section",
    isLast: "Already the last section",
    changed: "The text has changed in the meantime. Try again.",
    conflict: "Resolve the conflict in this document before moving sections.",
    moveRejected: (title: string, reason: "into itself" | "too deep" | "at the top" | "swallowed") =>
      ({
        "into itself": `${title} can't be moved into itself.`,
        "too deep": `${title} can't be demoted further: Markdown has six heading levels.`,
        "at the top": `${title} is already at the top level.`,
        swallowed: `${title} can't be moved there: an unclosed code block nearby would swallow headings.`,
      })[reason],
  },

  history: {
    added: "Added:",
    removed: "Removed:",
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

/** The strings of the window, in one language. */
export type Messages = typeof english;

/** The strings of the window, in the language in use. */
export let messages: Messages = english;

registerMessages<Messages>({ en: english, "zh-CN": async () => (await import("./messages.zh")).chinese }, (now) => {
  messages = now;
});
