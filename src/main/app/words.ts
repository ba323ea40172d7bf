/**
 * What the app itself tells the person, in English, and `told`, the same in the language in use: add a sentence to
 * `english` here and to words.chinese.ts, and read it when it is told. What the engine and its tools say stays English,
 * since agents read it.
 */
import type { Language } from "../../shared/language";
import { chinese } from "./words.chinese";

const english = {
  settings: {
    syntax: (line: number, column: number) =>
      `The settings file has a mistake in line ${line}, column ${column}; what stands there does not count.`,
    syntaxHint: "Mend it with Open Settings File; it is read again as soon as you save it.",
    value: (name: string, found: string, line: number) =>
      `The settings file says ${name}: ${found} in line ${line}, which cannot be; the usual value holds.`,
    setAside: (name: string) =>
      `The settings file was too damaged to be changed. It was set aside as ${name}, and a new one was written.`,
    cannotOpen: (path: string, why: string) => `No program could open ${path} (${why}). It is shown in its folder.`,
  },

  /** What went wrong in something, as in `The journal: the disk is full.` */
  diagnostics: {
    notThere: (path: string) => `${path} is not there yet.`,
  },
  parts: {
    diagnostics: "The time of the last check",
    settings: "The settings",
    recent: "The recent documents",
    session: "The session",
    lastTabs: "The tabs from last time",
    journal: "The journal",
    history: "History",
    library: "The library's switches",
    books: "The books opened lately",
    review: "The review of edits",
    start: "The start",
    watching: "Watching",
    engine: "The engine",
    http: "The door for agents over HTTP",
    httpClients: "The list of HTTP clients",
    agents: "The list of paused agents",
  },
  http: {
    taken: (port: number) => `Another program on this machine has the port ${port}.`,
    takenHint:
      "Choose another port here and in your clients, or quit that program and try again. If clients were set up for this port already, renew the token as well: that program may have been sent it.",
    refused: (port: number, reason: string) => `The system does not let Galley listen at the port ${port} (${reason}).`,
    refusedHint: "Choose another port, and try again.",
  },
  trouble: (what: string, why: string) => `${what}: ${why}`,
  failed: (why: string) => `That did not work: ${why}.`,
  failedHint: "The log in Galley's data folder says more.",
  unreadable: (what: string, why: string) => `${what} could not be read (${why}). Galley starts without.`,
  agentsUnread: ({ why, detail }: { why: "unreadable" | "damaged"; detail: string }) =>
    `${why === "damaged" ? `The list of paused agents was damaged and has been set aside as ${detail}` : `The list of paused agents could not be read (${detail})`}. All agents are paused: choose Let All Agents Go On to resume them.`,
  damaged: (what: string, aside: string) => `${what} were damaged and have been set aside as ${aside}.`,

  waiting: {
    approval: (agent: string) => `${agent} waits for your approval`,
    action: (action: string, names: readonly string[]) => [action, names.join(", ")].filter(Boolean).join(": "),
    client: (name: string) => `${name} wants to connect to Galley`,
    clientBody: "An HTTP client with the token. Let it in, or not, in Galley's list of agents.",
  },
  untitled: (count: number) => (count === 1 ? "Untitled" : `Untitled ${count}`),
  welcome: "Welcome",
  conflictBeforeUndo: (name: string) => `${name} has an unsettled conflict. Settle it first, then take the edit back.`,
  notOpen: "This document is not open any more.",
  openInAnotherTab: (name: string) => `${name} is open in another tab already. Close this one.`,
  /** After `The review of edits:`. */
  reviewNotStored: (why: string) =>
    `it cannot be stored (${why}). Agents' edits stay marked until Galley is closed. To keep them, free up space on the disk that holds Galley's data.`,
  binary: (name: string) => `${name} is a binary file (it has a NUL byte in its first 8 KiB)`,
  baseUnknown: "What this text was based on is not known any more. Try again.",
  baseUnknownAtSaving: "What this text was based on is not known any more.",
  saveElsewhere: "Save it under another name.",
  noFile: "This document has no file yet. Save it under a name first.",
  unsavedText: (name: string) => `${name} has text that is not saved.`,
  unsavedTextHint: "Save it, or close it without saving.",
  timeline: {
    /** Names a version in a refusal, such as: this version of a.md is no text. */
    version: (name: string) => `this version of ${name}`,
    fileGone: (name: string) => `${name} is gone, so no section can be put back into it. Restore the whole version.`,
    ambiguous: (title: string, then: number, now: number) =>
      `There were ${then} sections called “${title}” side by side, and now there are ${now}: which is which cannot be told.`,
    ambiguousHint: "Restore single changes of it, or copy the text.",
    thereAgain: (path: string) => `${path} is there by now; nothing was changed.`,
  },
  rewrite: {
    conflict: (name: string) => `${name} has an unsettled conflict. Settle it first, then take the rewrite.`,
    gone: "The passage is no longer there as it was, so nothing was written.",
    changed: "The same words of the passage were changed meanwhile, so nothing was written.",
    hint: "Copy the alternative, or ask again for the passage as it is now.",
  },
  office: {
    locked: (program: string, who: string) =>
      `It is open in ${program}${who === "" ? "" : ` (${who})`}. Close it there to edit it here.`,
    gone: (name: string) => `${name} is not there any more.`,
    notOffice: (name: string) => `${name} is no Office document.`,
    cannotUndo: "So much was written since that this edit can no longer be taken back by itself.",
    cannotUndoHint: "The history has every earlier version of the document.",
    notOpened: (name: string, why: string) => `${name} could not be opened in the system's program: ${why}.`,
    notOpenedHint: "Show it in the file manager and open it there.",
    noSaveAs: (name: string) => `${name} is saved where it is, with every edit.`,
    noSaveAsHint: "Copy the file in the tree of files to have a second one, or export it.",
  },
  versionGone: "History does not hold this version any more.",
  secretsNotKept: (name: string) => `${name} is a file of secrets, and the texts of such files are not kept.`,
  secretsNotKeptHint: "Undo in the page while it is open, or take it from git or a backup.",
  noHistory: (name: string) => `${name} has no file yet, so it has no history.`,
  saveFirst: "Save it under a name first.",
  mayNotWrite: "You may read this file but not write it.",
  notItsText: (why: string) => `What is there now cannot be read as its text (${why}).`,

  recovered: (name: string) => `Recovered ${name}`,
  cameBack: (name: string) => `What you typed in ${name} came back in a document of its own.`,
  cameBackAlone: (name: string) =>
    `What you typed in ${name} came back without the text around it, in a document of its own.`,
  journalUnseen: (folder: string, why: string) =>
    `Whether there is unsaved typing in the journal ${folder} could not be seen: ${why}.`,
  journalDamaged: (aside: string) =>
    `Unsaved typing from before could not be read. What is left of it was set aside as ${aside}.`,

  openFolder: "This is the open folder itself. Close it first.",
  openElsewhere: (name: string) => `Another window has the folder ${name} open. Close it there first.`,
  noFolderOpen: "No folder is open.",
  folderGone: (folder: string) => `The folder ${folder} is not there any more.`,
  noFolder: (path: string) => `There is no folder ${path}.`,
  noFolderAnyMore: (path: string) => `There is no folder ${path} any more.`,
  noSuchFolder: (path: string) => `${path} is not a folder.`,
  mayNotLook: (folder: string) => `You may not look into ${folder}.`,
  mayNotWriteIn: (folder: string) => `You may not write in ${folder}.`,
  intoItself: (name: string) => `${name} cannot be moved into itself.`,
  gone: (path: string) => `${path} is not there any more.`,
  taken: (name: string) => `There is already something called ${name}.`,
  neither: (name: string) => `${name} is neither a file nor a folder.`,
  mayNotCopy: (name: string, folder: string) =>
    `${name} could not be copied to ${folder}: something may not be read or written.`,
  diskFull: (name: string) => `The disk is full: ${name} could not be made.`,
  otherDisk: (name: string) => `${name} cannot be moved to another disk from here.`,
  notOpened: (path: string) => `${path} is in no folder that you have opened.`,
  notOpenedHint: "Open it, or its folder, with File → Open.",
  notInFolder: (path: string) => `${path} is not in the open folder.`,
  ownData: (path: string) => `${path} holds Galley's own data, which stays as it is.`,

  name: {
    refused: (name: string, why: string) => `“${name}” cannot be a file name: ${why}.`,
    hint: "Choose another name.",
    empty: "a name needs at least one letter or digit",
    control: "it holds a control character",
    holds: (character: string) => `it holds ${character}`,
    ending: "it ends with a dot or a blank",
    beginning: "it begins with a blank",
    reserved: "Windows keeps that name for a device",
    long: (bytes: number) => `it takes ${bytes} bytes, and 255 is the most`,
  },

  links: {
    noFile: (name: string) => `${name} has no file yet, so its links lead nowhere.`,
    noWiki: (name: string) => `Wiki links are looked up in the open folder, and ${name} is not in it.`,
    leadsNowhere: (target: string) => `“${target}” leads nowhere.`,
    outside: (target: string) => `“${target}” lies outside the open folder.`,
    scheme: (scheme: string) => `Galley does not open links that begin with “${scheme}:”.`,
    schemeHint: "Links to the web, to e-mail and to files of the open folder can be followed.",
    headingChanged: "This heading has been changed meanwhile. Try again.",
    headingEmpty: "A heading needs a title.",
    headingOdd: (title: string) => `“${title}” would not be a heading of its own.`,
    afterMove: (from: string, to: string) => `links mended, as ${from} became ${to}`,
    afterHeading: (title: string) => `heading renamed to “${title}”`,
    undone: "rename undone",
    finished: "links mended that a rename had left",
    nothingLeft: "Nothing of this rename is left to be mended.",
    undoGone: "This can no longer be undone.",
    changedSince: "the same words were changed since",
  },

  replace: {
    reason: (text: string, by: string) => `“${text}” replaced with “${by}” in the folder`,
    undone: "replacement in the folder undone",
    planGone: "What was to be replaced is not known any more. Replace again.",
    busy: "Something is being replaced already. Wait until it is done, or stop it.",
  },

  books: {
    noBook: (name: string) =>
      `${name} is no book. A book is a folder with Markdown or text files, in sub-folders as volumes, or one such file, or an EPUB.`,
    paragraphGone: "This paragraph is in the book no more.",
    chapterGone: (name: string) => `The book has no chapter ${name} any more.`,
    versionGone: "This version of the translation is not kept any more.",
    taskGone: "The book has no such task any more.",
    taskReleased: "This task was given up. Its paragraphs are free.",
    taskEnded: "This task has ended; it holds nothing any more.",
    cannotEnd: "This task is still at work and cannot end yet. It ends from review.",
    cannotGoBack: "This task has ended, so that nobody would do it again. Start a job on its paragraphs.",
    noTask: (count: number) =>
      count === 1
        ? "1 of the paragraphs is in no open task, so that nobody would do it again; nothing was changed."
        : `${count} of the paragraphs are in no open task, so that nobody would do them again; nothing was changed.`,
    noTaskHint: "Start a job on them.",
    tasksOpen: (count: number) =>
      `${count === 1 ? "A task is" : `${count} tasks are`} open on this book's paragraphs as they are. End or give up what is open first.`,
    otherLanguage: (typed: string, shown: string) =>
      `This was written as ${typed}, and the book is shown in ${shown} by now; nothing was stored. Change the language back, or give it up.`,
    stale: "Another translation of this paragraph is selected by now; nothing was changed.",
    notesStale: "This was edited elsewhere meanwhile; nothing was changed. It is shown as it is now.",
    settingsBroken: "The book's book.json is not valid JSON; nothing was changed. Mend it first.",
    emptyTranslation: "A translation cannot be empty. Choose another version instead.",
    emptyTerm: "A term needs its word and its translation.",
    notesReason: (title: string) => `notes on ${title}`,
  },

  library: {
    locked:
      "This is a page of the library, to be read and copied from. Save it under a name to have a copy of your own.",
    entryGone: (name: string) => `“${name}” is in the library no more.`,
    documentGone: (key: string) => `The library has no document ${key} any more.`,
    noAnswer: "The library gave no answer.",
    stopped: (name: string) => `Stopped; nothing of ${name} was added.`,
    unreadable: (name: string, why: string) => `${name} could not be read (${why}).`,
    noFile: (name: string) => `${name} is not a file. Add packs (.json) and Markdown rulebooks (.md).`,
    tooLarge: (name: string, size: number, most: number) =>
      `${name} has ${size} MB; the library takes files of up to ${most} MB.`,
    kinds: {
      spell: "Spells",
      creature: "Creatures",
      equipment: "Equipment",
      character_option: "Character options",
      rule: "Rules",
    },
  },

  image: {
    unsaved: (name: string) => `${name} has no file yet, so there is no folder to keep the image in.`,
    unsavedHint: "Save the document, then paste the image again.",
    tooLarge: (size: number, most: number) => `The image has ${size} MB; images of up to ${most} MB are taken.`,
    noImage: (name: string | null) => `${name ?? "What was pasted"} is not an image that can be shown.`,
    elsewhere: (name: string) => `The folder ${name} is a link that leads out of the document's folder.`,
    noName: (name: string, tried: number) => `There are ${tried} images named ${name} already.`,
  },

  exports: {
    over: "This export was cancelled, or is done already.",
    cancelled: "The export was cancelled; no file was written.",
    tooLarge: (most: number) => `The exported file would be larger than ${most} GB.`,
  },

  connect: {
    claudeCode: (prompt: string) => `Run this once in a terminal, then start claude and ask: “${prompt}”`,
    prompt: "List the sections of the longest Markdown file here, then improve its introduction.",
    clients: "Claude Desktop, Cursor and most MCP clients",
    clientsHow: "Add this to the client's MCP settings (often mcp.json) and restart it.",
    codexHow: "Add this to ~/.codex/config.toml.",
    http: "Clients over HTTP",
    httpHow: "For clients that take an address: add this to their MCP settings. What is copied has the token in it.",
    httpClaudeCode: "Claude Code over HTTP",
    httpClaudeCodeHow: "Run this once in a terminal. What is copied has the token in it; keep it out of shared files.",
    commandLine: "Command line",
    commandLineHow: "Every tool from a terminal: what there is, one call, and opening a document here.",
  },
};

/** What the app tells, in one language. */
export type AppWords = typeof english;

const tables: Record<Language, AppWords> = { en: english, "zh-CN": chinese };

/** What the app tells, in the language in use. */
export let told: AppWords = english;

/** The language in use, for the rooms of the app that keep words of their own. */
export let spoken: Language = "en";

/** From now on the app tells everything in this language. */
export function tellIn(language: Language): void {
  spoken = language;
  told = tables[language];
}
