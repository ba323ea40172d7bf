/**
 * Messages of the app's services for the user, in English; `t` has them in the current language. Add each message to
 * `english` here and to messages.zh.ts. Messages of the engine and its tools stay English, because agents read them.
 */
import type { ApprovalKind } from "../../../shared/conversation";
import type { Language } from "../../../shared/language";
import { chinese } from "./messages.zh";

const english = {
  settings: {
    syntax: (line: number, column: number) =>
      `settings.json has a syntax error at line ${line}, column ${column}. That entry is ignored.`,
    syntaxHint: "Fix it in the settings file. It is reloaded when you save it.",
    value: (name: string, found: string, line: number) =>
      `Invalid value for ${name} (${found}) on line ${line} of settings.json. Using the default.`,
    setAside: (name: string) =>
      `settings.json was too damaged to edit. It was renamed to ${name}, and a new one was created.`,
    cannotOpen: (path: string, why: string) =>
      `No program could open ${path} (${why}). Showing it in its folder instead.`,
  },

  /** The part of the app that a message is about, as in `The journal: the disk is full.` */
  diagnostics: {
    notThere: (path: string) => `${path} doesn't exist yet.`,
  },
  parts: {
    diagnostics: "The time of the last check",
    settings: "The settings",
    recent: "The recent documents",
    session: "The session",
    lastTabs: "The tabs from last time",
    journal: "The journal",
    history: "History",
    library: "The library settings",
    books: "Recent books",
    review: "The review of edits",
    start: "Startup",
    watching: "Watching for file changes",
    engine: "The engine",
    http: "The HTTP server for agents",
    agents: "The list of paused agents",
    sharing: "The links of shared folders",
  },
  sharing: {
    noLink: "This is not a link to a shared folder.",
    noLinkHint: "Paste the whole link that galley serve printed. It ends with # and a long secret.",
    openLink: "This link would send your texts unencrypted to another machine.",
    openLinkHint: "Ask for an https:// link: the server needs a proxy with TLS in front of it.",
    cameBack: (path: string) =>
      `${path} was deleted by someone else while it was edited here. It has been restored for everyone.`,
    keptBoth: (path: string, copy: string) =>
      `${path} was changed here and by someone else. The shared version has its name; yours is now ${copy}.`,
    merged: (path: string) =>
      `${path} was changed here and by someone else. It has both changes now; your version is in its history.`,
    restored: (count: number) =>
      `${count} files were missing from this shared folder. They were restored, not deleted for everyone.`,
    folderGone:
      "The shared folder can't be found at the moment. Nothing is deleted for others; syncing continues when the folder is back.",
    tooMany: (most: number) => `Only the first ${most} texts of this folder are shared.`,
    unreadable: (why: string) => `The shared folder could not be read: ${why}.`,
  },
  http: {
    taken: (port: number) => `Port ${port} is already in use by another program.`,
    takenHint:
      "Choose another port here and in your clients, or quit that program and try again. If clients were already using this port, renew the token too: the other program may have received it.",
    refused: (port: number, reason: string) => `The system doesn't let Galley use port ${port} (${reason}).`,
    refusedHint: "Choose another port, and try again.",
  },
  failure: (what: string, why: string) => `${what}: ${why}`,
  failed: (why: string) => `Couldn't do that: ${why}.`,
  failedHint: "See the log in Galley's data folder for details.",
  unreadable: (what: string, why: string) => `${what} could not be read (${why}). Galley started without it.`,
  agentsUnread: ({ why, detail }: { why: "unreadable" | "damaged"; detail: string }) =>
    `${why === "damaged" ? `The list of paused agents was damaged and has been moved to ${detail}` : `The list of paused agents could not be read (${detail})`}. All agents are paused. Choose Resume All Agents to let them continue.`,
  damaged: (what: string, aside: string) => `${what} were damaged and have been moved to ${aside}.`,

  waiting: {
    approval: (agent: string) => `${agent} needs your approval`,
    wanted: (kinds: readonly (ApprovalKind | "instructions")[], names: readonly string[]) => {
      const verbs = {
        edit: "Edit",
        create: "Create",
        delete: "Delete",
        work: "Change the work on",
        secrets: "Read",
        tool: "Call a tool of yours",
        instructions: "Take instructions from",
        several: "Change",
      };
      return `${verbs[kinds.length === 1 ? (kinds[0] ?? "several") : "several"]}: ${names.join(", ")}`;
    },
    client: (name: string) => `${name} wants to connect to Galley`,
    clientBody: "An HTTP client with the token. Allow or ignore it in Galley's list of agents.",
    answered: (agent: string) => `${agent} has answered`,
    stopped: (agent: string) => `${agent} could not finish its answer`,
    /** The answers of a comparison. */
    answers: (done: number, all: number) =>
      done === all ? `${all} answers are ready` : `${done} of ${all} answers ready, ${all - done} failed`,
    review: (agent: string) => `${agent} asks for your review`,
    reviewOf: (names: readonly string[]) => (names.length === 0 ? "Review what it wrote" : names.join(", ")),
  },
  untitled: (count: number) => (count === 1 ? "Untitled" : `Untitled ${count}`),
  welcome: "Welcome",
  conflictBeforeUndo: (name: string) => `${name} has an unresolved conflict. Resolve it first, then undo the edit.`,
  notOpen: "This document is no longer open.",
  openInAnotherTab: (name: string) => `${name} is already open in another tab. Close this one.`,
  /** Follows `The review of edits:`. */
  reviewNotStored: (why: string) =>
    `it can't be stored (${why}). Agents' edits stay marked until you close Galley. To keep the marks, free up space on the disk with Galley's data.`,
  binary: (name: string) => `${name} is not a type of file that Galley can open`,
  baseUnknown: "This text is based on a version that is no longer known. Try again.",
  baseUnknownAtSaving: "This text is based on a version that is no longer known.",
  saveElsewhere: "Save it under another name.",
  noFile: "This document isn't saved to a file yet. Save it first.",
  unsavedText: (name: string) => `${name} has unsaved text.`,
  unsavedTextHint: "Save it, or close it without saving.",
  comments: {
    saveFirst: "Save the document first: comments belong to a file.",
    notHere: "This works only in texts, Word documents and OpenDocument texts, on cells and on slides.",
    wordsGone: "These words have changed in the meantime. Select them again.",
    noSection: "There is no section here.",
    noParagraph: "There is no paragraph here.",
    messageChanged: "This comment has changed in the meantime. Nothing was changed.",
    gone: "This comment no longer exists.",
    nothingToUndo: "This can no longer be undone.",
  },
  timeline: {
    /** Names a version in an error, as in: this version of a.md is not text. */
    version: (name: string) => `this version of ${name}`,
    fileGone: (name: string) =>
      `${name} was deleted, so a single section can't be restored. Restore the whole version.`,
    ambiguous: (title: string, then: number, now: number) =>
      `There were ${then} sections called “${title}”, and now there are ${now}, so Galley can't tell which one to restore.`,
    ambiguousHint: "Restore individual changes, or copy the text.",
    thereAgain: (path: string) => `${path} exists again; nothing was changed.`,
  },
  rewrite: {
    conflict: (name: string) => `${name} has an unresolved conflict. Resolve it first, then accept the rewrite.`,
    gone: "The passage has changed, so nothing was written.",
    changed: "The same words were changed in the meantime, so nothing was written.",
    hint: "Copy the alternative, or rewrite the passage again.",
  },
  office: {
    locked: (program: string, who: string) =>
      `It is open in ${program}${who === "" ? "" : ` (${who})`}. Close it there to edit it here.`,
    gone: (name: string) => `${name} no longer exists.`,
    notOffice: (name: string) => `${name} is not an Office document.`,
    hasMacros: (name: string) => `${name} may contain macros, so Galley doesn't open it in another program.`,
    cannotUndo: "Too much has changed since to undo this edit on its own.",
    cannotUndoHint: "You can restore an earlier version from the history.",
    notOpened: (name: string, why: string) => `${name} could not be opened in its default program: ${why}.`,
    notOpenedHint: "Show it in the file manager and open it there.",
    noSaveAs: (name: string) => `Save As is not available for ${name}. Office documents are saved with every edit.`,
    noSaveAsHint: "To make a copy, duplicate the file in the side bar or export it.",
  },
  versionGone: "This version is no longer in the history.",
  secretsNotKept: (name: string) => `${name} may contain secrets, so its earlier versions are not kept.`,
  secretsNotKeptHint: "Use undo while it is open, or restore it from git or a backup.",
  noHistory: (name: string) => `${name} isn't saved to a file yet, so it has no history.`,
  saveFirst: "Save it first.",
  mayNotWrite: "This file is read-only.",
  notItsText: (why: string) => `The file can't be read as text (${why}).`,

  recovered: (name: string) => `Recovered ${name}`,
  restoredSeparately: (name: string) => `Your unsaved text from ${name} was restored in a separate document.`,
  restoredWithoutContext: (name: string) =>
    `Your unsaved text from ${name} was restored in a separate document, without the text around it.`,
  journalUnseen: (folder: string, why: string) => `Could not check ${folder} for unsaved text: ${why}.`,
  journalDamaged: (aside: string) =>
    `Unsaved text from the last session could not be read. The damaged file was moved to ${aside}.`,

  openFolder: "This is the open folder. Close it first.",
  notTrashed: (name: string) => `The system could not move ${name} to the trash. It is where it was.`,
  notTrashedHint: "Some drives have no trash, such as network drives. To delete it for good, use your file manager.",
  openElsewhere: (name: string) => `${name} is open in another window. Close it there first.`,
  noFolderOpen: "No folder is open.",
  guests: {
    owner: "the owner of this folder",
    notShared: "This text is not in the shared folder.",
    notOnThisPage: "This is not possible on the page for guests.",
    roles: {
      reader: "You may read the texts of this folder.",
      commenter: "You may read the texts of this folder, and comment on them.",
    },
    tooLargeImage: "This image is too large for the page for guests.",
  },
  folderGone: (folder: string) => `The folder ${folder} no longer exists.`,
  notes: {
    outside: (path: string) =>
      `${path} is outside the open folder. Change the folder of daily notes or templates in the settings.`,
    noTemplate: (name: string) => `${name} is no longer in the templates folder.`,
    tooLong: (name: string) => `${name} is too long for a template. The limit is a million characters.`,
  },
  noFolder: (path: string) => `The folder ${path} doesn't exist.`,
  noFolderAnyMore: (path: string) => `The folder ${path} no longer exists.`,
  noSuchFolder: (path: string) => `${path} is not a folder.`,
  folderDenied: (folder: string) => `You don't have permission to open ${folder}.`,
  mayNotWriteIn: (folder: string) => `You don't have permission to write to ${folder}.`,
  intoItself: (name: string) => `${name} can't be moved into itself.`,
  gone: (path: string) => `${path} no longer exists.`,
  taken: (name: string) => `${name} already exists.`,
  neither: (name: string) => `${name} is neither a file nor a folder.`,
  copyDenied: (name: string, folder: string) => `${name} could not be copied to ${folder}: permission denied.`,
  diskFull: (name: string) => `The disk is full: ${name} could not be created.`,
  otherDisk: (name: string) => `${name} can't be moved to another disk here.`,
  notOpened: (path: string) => `${path} is not in an open folder.`,
  notOpenedHint: "Open it, or its folder, with File → Open.",
  notInFolder: (path: string) => `${path} is not in the open folder.`,
  ownData: (path: string) => `${path} contains Galley's own data and can't be changed here.`,

  name: {
    refused: (name: string, why: string) => `“${name}” is not a valid file name: ${why}.`,
    hint: "Choose another name.",
    empty: "a name needs at least one letter or digit",
    control: "it contains a control character",
    holds: (character: string) => `it contains ${character}`,
    ending: "it ends with a dot or a space",
    beginning: "it begins with a space",
    reserved: "it is a reserved name on Windows",
    long: (bytes: number) => `it is ${bytes} bytes long; the limit is 255`,
  },

  links: {
    noFile: (name: string) => `${name} isn't saved to a file yet, so its links can't be followed.`,
    noWiki: (name: string) => `Wiki links only work in the open folder, and ${name} is not in it.`,
    noEntry: (target: string) => `The library has no entry “${target}”.`,
    leadsNowhere: (target: string) => `Can't find “${target}”.`,
    outside: (target: string) => `“${target}” is outside the open folder.`,
    notEmbedded: (name: string) => `${name} can't be shown here: only notes and text files of the open folder are.`,
    tooLargeToEmbed: (name: string) => `${name} is too large to be shown here.`,
    noPart: (part: string, name: string) => `Can't find “${part}” in ${name}.`,
    scheme: (scheme: string) => `Galley doesn't open “${scheme}:” links.`,
    schemeHint: "You can follow links to web pages, email addresses and files in the open folder.",
    headingChanged: "This heading has changed in the meantime. Try again.",
    headingEmpty: "A heading needs a title.",
    headingOdd: (title: string) => `“${title}” can't be used as a heading.`,
    afterMove: (from: string, to: string) => `links updated: ${from} renamed to ${to}`,
    afterHeading: (title: string) => `heading renamed to “${title}”`,
    mentionLinked: (path: string) => `mention linked to ${path}`,
    mentionGone: "These words are no longer there, or are already a link.",
    undone: "rename undone",
    finished: "links updated after an interrupted rename",
    nothingLeft: "All links for this rename are up to date.",
    undoGone: "This can no longer be undone.",
    changedSince: "the same words were changed since",
  },

  replace: {
    reason: (text: string, by: string) => `“${text}” replaced with “${by}” in the folder`,
    undone: "folder replacement undone",
    planGone: "This replacement has expired. Start it again.",
    busy: "Another replacement is running. Wait for it to finish, or stop it.",
  },

  books: {
    noBook: (name: string) =>
      `${name} is not a book. A book is a folder of Markdown or text files (sub-folders are volumes), one such file, or an EPUB.`,
    paragraphGone: "This paragraph is no longer in the book.",
    chapterGone: (name: string) => `The chapter ${name} is no longer in the book.`,
    versionGone: "This version of the translation is no longer kept.",
    taskGone: "This task no longer exists.",
    taskReleased: "This task was abandoned. Its paragraphs are available again.",
    taskEnded: "This task has ended and no longer holds any paragraphs.",
    cannotEnd: "This task is still in progress. It can end once it is in review.",
    cannotGoBack: "This task has ended, so nobody would redo it. Start a job on its paragraphs instead.",
    noTask: (count: number) =>
      count === 1
        ? "1 of the paragraphs is not in an open task, so nobody would redo it. Nothing was changed."
        : `${count} of the paragraphs are not in an open task, so nobody would redo them. Nothing was changed.`,
    noTaskHint: "Start a job on them instead.",
    tasksOpen: (count: number) =>
      `This book has ${count === 1 ? "an open task" : `${count} open tasks`}. End or abandon ${count === 1 ? "it" : "them"} first.`,
    otherLanguage: (typed: string, shown: string) =>
      `This was written in ${typed}, but the book is now shown in ${shown}, so it was not saved. Change the language back, or discard it.`,
    replacementsGone: "The translations have changed in the meantime. Search again; nothing was replaced.",
    stale: "Another translation of this paragraph has been selected in the meantime. Nothing was changed.",
    notesStale: "This was edited elsewhere in the meantime. Nothing was changed; the latest version is shown.",
    settingsBroken: "The book's book.json is not valid JSON. Nothing was changed; fix the file first.",
    emptyTranslation: "A translation can't be empty. Choose another version instead.",
    noLanguage: "Choose the language that you translate into first. Nothing was imported.",
    nothingInFile: (name: string, language: string) => `${name} has nothing to import into ${language}.`,
    cannotImport: (name: string) => `${name} can't be read, so nothing was imported.`,
    importTooLarge: (name: string) => `${name} is too large, so nothing was imported.`,
    emptyTerm: "Enter both a term and its translation.",
    notesReason: (title: string) => `notes on ${title}`,
  },

  library: {
    locked: "This document is part of the library and read-only. Use Save As to make your own copy.",
    entryGone: (name: string) => `“${name}” is no longer in the library.`,
    documentGone: (key: string) => `The document ${key} is no longer in the library.`,
    noAnswer: "The library did not respond.",
    needsFolder: "Entries of your own are kept in a folder. Open one first.",
    fileExists: (name: string) => `There are already files for “${name}”.`,
    noEntriesFolder: (name: string) =>
      `New entries go into the folder “${name}”, but that is a file. Rename or move it, then try again.`,
    unnamed: "Entry",
    stopped: (name: string) => `Stopped. Nothing from ${name} was added.`,
    unreadable: (name: string, why: string) => `${name} could not be read (${why}).`,
    noFile: (name: string) => `${name} is not a file. Add packs (.json) and Markdown rulebooks (.md).`,
    tooLarge: (name: string, size: number, most: number) =>
      `${name} is too large (${size} MB). The limit is ${most} MB.`,
    kinds: {
      spell: "Spells",
      creature: "Creatures",
      equipment: "Equipment",
      character_option: "Character options",
      rule: "Rules",
    },
  },

  viewer: {
    mayRun: (name: string) => `${name} may be a program, so it is not opened from here.`,
    tooLarge: (name: string, size: number, most: number) =>
      `${name} is too large (${size} MB). The limit for PDFs is ${most} MB.`,
  },
  image: {
    unsaved: (name: string) => `Save ${name} first to add images.`,
    unsavedHint: "Then paste the image again.",
    tooLarge: (size: number, most: number) => `The image is too large (${size} MB). The limit is ${most} MB.`,
    noImage: (name: string | null) => `${name ?? "The pasted item"} is not a supported image.`,
    elsewhere: (name: string) => `The folder ${name} is a link to a location outside the document's folder.`,
    noName: (name: string, tried: number) => `There are already ${tried} images named ${name}.`,
  },

  exports: {
    over: "This export was cancelled or has finished.",
    cancelled: "Export cancelled. No file was written.",
    tooLarge: (most: number) => `The exported file would be larger than ${most} GB.`,
  },

  pandoc: {
    missing: "Pandoc is not installed. Install it from pandoc.org, then try again.",
    tooOld: "The installed pandoc is too old: 2.15 or later is needed.",
    failed: (why: string) => `Pandoc reported: ${why}`,
    ended: "it ended without a message",
  },

  styles: {
    notFound: (name: string) => `There is no style file named ${name}.`,
    wrongKind: (extension: string) => `This is not a ${extension} file.`,
    tooLarge: (name: string, most: number) => `${name} is larger than ${most} MB.`,
  },

  connect: {
    claudeCode: (prompt: string) => `Run this once in a terminal, then start claude and ask: “${prompt}”`,
    prompt: "List the sections of the longest Markdown file here, then improve its introduction.",
    clients: "Claude Desktop, Cursor and most MCP clients",
    clientsHow: "Add this to the client's MCP settings (often mcp.json) and restart it.",
    codexHow: "Add this to ~/.codex/config.toml.",
    write: "Let Galley write the settings",
    writeHow:
      "Run one of these in a terminal. It shows what changes in the agent's own settings, asks, and keeps the rest; --undo takes it back. --skill also installs instructions for working on documents.",
    http: "Clients over HTTP",
    httpHow: "For clients that connect by URL: add this to their MCP settings. The copied text includes the token.",
    httpClaudeCode: "Claude Code over HTTP",
    httpClaudeCodeHow:
      "Run this once in a terminal. The copied command includes the token; keep it out of shared files.",
    commandLine: "Command line",
    commandLineHow: "Use every tool from a terminal: list the tools, call one, open a document in Galley.",
  },
};

/** The messages in one language. */
export type AppMessages = typeof english;

const tables: Record<Language, AppMessages> = { en: english, "zh-CN": chinese };

/** The messages in the current language. */
export let t: AppMessages = english;

/** The current language, for features with their own message tables. */
export let spoken: Language = "en";

/** Sets the language of all messages from main. */
export function setMessageLanguage(language: Language): void {
  spoken = language;
  t = tables[language];
}
