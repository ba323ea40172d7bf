/** Messages of the assistant for the user, in the app's language; see `../core/messages`. */
import type { ReaderTask } from "../../../../shared/conversation";
import { spoken } from "../../core/messages";
import { chinese } from "./messages.zh";

const readerTasks: Record<ReaderTask, string> = {
  facts: "Facts",
  continuity: "Continuity",
  style: "Style",
  law: "Law",
  own: "Review",
};

const english = {
  /** Errors of providers: a sentence, then what to do. */
  errors: {
    noProvider: "No model is set up yet.",
    noProviderHint: "Choose a provider and a model in the panel's setup.",
    noModel: (name: string) => `No model has been chosen for ${name}.`,
    noModelHint: "Choose one from the list in the panel's setup.",
    noKey: (name: string) => `No API key is set for ${name}.`,
    noKeyHint: "Enter it in the panel's setup.",
    keyLost: (name: string) => `The API key for ${name} could not be read from the system's key store.`,
    keyLostHint: "Enter it again in the panel's setup.",
    badKey: (name: string, detail: string) => `${name} rejected the API key (401)${detail}.`,
    badKeyHint: "Enter a valid key.",
    forbidden: (name: string, detail: string) => `${name} denied access (403)${detail}.`,
    forbiddenHint: "Check the key's permissions and your account.",
    notFound: (name: string, model: string, detail: string) =>
      `${name} doesn't know the model ${model}, or the address is wrong (404)${detail}.`,
    notFoundHint: "Choose another model, or check the base address.",
    tooLarge: (name: string, detail: string) => `The request is too large for ${name} (413)${detail}.`,
    tooLargeHint: "Remove something from the context, or ask about a smaller part.",
    tooLongForModel: (name: string, status: number, detail: string) =>
      `${name} reports that the request is too long for this model (${status})${detail}.`,
    full: (model: string, tokens: number, limit: number) =>
      `This needs about ${tokens} tokens, but ${model} takes at most ${limit}, including its answer. Nothing was sent.`,
    fullHint:
      "Remove something from the context, choose another model, or raise the context limit in the panel's setup.",
    unpaidHint: "Check your account with the provider.",
    busy: (name: string, detail: string) => `${name} is limiting requests (429)${detail}.`,
    busyUntil: (name: string, wait: string, detail: string) => `${name} asks you to wait ${wait} (429)${detail}.`,
    busyHint: "Try again later, or choose another model.",
    overloaded: (name: string, status: number, detail: string) => `${name} is overloaded (${status})${detail}.`,
    broken: (name: string, status: number, detail: string) => `${name} has a server error (${status})${detail}.`,
    brokenHint: "Try again in a while.",
    wrong: (name: string, status: number, detail: string) => `${name} rejected the request (${status})${detail}.`,
    wrongHint: "Change the question or the model. The same request would fail again.",
    redirected: (name: string, where: string) =>
      `${name} redirects to another address (${where}). Galley did not follow it, and no key was sent there.`,
    redirectedHint: "If that address is correct, enter it as the base address.",
    unreachable: (name: string, why: string) => `Can't reach ${name}: ${why}.`,
    unreachableHint: "Check the base address and your connection, and that the program is running.",
    silent: (name: string, seconds: number) => `${name} sent nothing for ${seconds} s.`,
    silentHint: "Ask again, or change the time limit in the panel's setup.",
    cut: (name: string) => `The answer from ${name} was cut off. Incomplete tool calls were not run.`,
    cutHint: "Ask again, or ask it to continue.",
    empty: (name: string) => `${name} sent an empty answer.`,
    emptyHint: "Ask again, or choose another model.",
    malformed: (name: string, why: string) => `The answer from ${name} can't be read (${why}). No tool calls were run.`,
    malformedHint: "Check that the base address uses the selected protocol.",
    wrongType: (name: string, type: string) => `${name} answered with ${type}, which is not a model's answer.`,
    wrongTypeHint: "Check the base address; it often ends in /v1.",
    tooLong: (name: string, most: number) =>
      `The answer from ${name} is longer than ${most} MB. No tool calls were run.`,
    tooLongHint: "Ask for less at once.",
    inStream: (name: string, detail: string) => `${name} stopped answering${detail}. No tool calls were run.`,
  },
  detail: (what: string) => `: “${what}”`,
  nothingType: "no content type",
  seconds: (count: number) => (count < 120 ? `${count} s` : `${Math.round(count / 60)} min`),
  limits: {
    calls: (most: number) => `The model reached the limit of ${most} tool calls in this turn.`,
    callsHint: "Ask it to continue, or raise the limit in the panel's setup.",
    length: "The answer reached the model's length limit. Tools called at the end were not run.",
    lengthHint: "Ask it to continue.",
    filtered: "The provider blocked the rest of the answer.",
    filteredHint: "Rephrase your question.",
  },
  address: {
    unreadable: (found: string) => `${found === "" ? "The base address is empty" : `“${found}” is not a valid URL`}.`,
    insecure: (host: string) => `The connection to ${host} is not encrypted, so your key could be intercepted.`,
    forbidden: (host: string) => `${host} is a cloud metadata address. Galley never connects to it.`,
    extras: (host: string) => `The address of ${host} contains a user name, password, query or fragment.`,
    hint: "Use an address that starts with https://, or http:// on this computer, such as http://127.0.0.1:11434/v1.",
  },
  keys: {
    noStore:
      "This system has no key store that Galley can use. Your key is kept in memory, and you need to enter it again after closing Galley.",
    refused: "The system's key store could not save the key.",
    refusedHint: "Keep it until Galley is closed instead.",
    odd: "The key contains invalid characters, such as line breaks.",
    oddHint: "Copy it again.",
  },
  rewrite: {
    nothing: "Select some text first.",
    noInstruction: "Describe how to rewrite it.",
    tooLong: (length: number, most: number) =>
      `The selection is too long to rewrite in place (${length} characters; the limit is ${most}).`,
    tooLongHint: "Select less, or ask the assistant in the panel.",
    gone: "This alternative no longer exists.",
    cut: "The answer reached the model's length limit and is incomplete.",
    cutHint: "Select less.",
  },
  noConversation: "This conversation no longer exists.",
  noTurn: "There is no such tool call in this conversation.",
  noAgent: "This agent no longer exists.",
  /** Whom the user asks. */
  recipients: {
    none: "No recipient chosen.",
    noComparison: "Only this conversation was asked.",
  },
  agents: {
    heldBack: (name: string) => `You have paused or blocked ${name}.`,
    heldBackHint: "Allow it under Agents and Activity, then ask again.",
    startsFresh: (name: string) => `${name} does not know the conversation above: it began a new session.`,
    notConnected: "The agent is not connected in this conversation.",
    notConnectedHint: "Ask it something first.",
    cannotContinue: "A session can only be continued in a new conversation, and only in one.",
    continues: (name: string) =>
      `This continues a session of ${name} that began elsewhere. Its earlier messages are not shown here.`,
    noAnswer: (name: string) => `${name} ended without an answer.`,
    flooded: (name: string) => `${name} sent more than Galley shows in one answer, so it was stopped.`,
    floodedHint: "Ask for less at once. Its edits so far are in the review.",
    requests: (name: string) => `${name} reached its own limit of steps in one answer.`,
    refused: (name: string) => `${name} declined to continue.`,
    permission: "Permission",
    runs: (command: string) => `It would run: ${command}`,
    forAnswer: "Allow for This Answer",
    commentsOnly: "It concerns comments. The text of the document stays as it is.",
    notNamed: "The request doesn't say which file would change, or how.",
    notFound: (name: string) =>
      `${name} does not have the passage that the agent names. The change is shown as the agent describes it.`,
    outside: (name: string) =>
      `${name} is outside this folder, so Galley can't compare it. The change is shown as the agent describes it.`,
    input: (input: string) => `Its input is: ${input}`,
    writes: (name: string) => `Write ${name}`,
    /** Files that an agent takes instructions from by itself. */
    instructions: {
      agree: "Agree and send",
      refuse: "Do not send",
      changed: "Some of these files have changed since you saw them.",
      refused: (name: string) => `${name} was not asked: you did not agree to what it takes instructions from.`,
      refusedHint:
        "Nothing was started. Change or delete these files, then ask again; or ask another agent or a model, which takes none of them without your yes.",
      notStarted: (name: string) => `${name} takes instructions from files of this folder that you have not agreed to.`,
      notStartedHint: (name: string) => `Ask ${name} a question first: Galley then shows these files.`,
    },
  },
  /** Several readers of one document. */
  readers: {
    title: (task: ReaderTask, name: string) => `${readerTasks[task]}: ${name}`,
    /** The name under which a reader comments. */
    name: (model: string, task: ReaderTask) => `${model} (${readerTasks[task]})`,
    unsaved: "Only a document that has a file can be read by several readers. Save it first.",
    outside: "Only documents of the open folder can be read by several readers.",
    tooMany: "One to four readers can be asked at once.",
    alsoFoundBy: (names: readonly string[]) => `Also found by ${names.join(", ")}.`,
    readAll: "Galley saw it read the whole document.",
    readPart: (read: number, total: number, unread: string) =>
      `Galley saw it read ${read} of ${total} paragraphs. Not read with Galley's tools: ${unread === "" ? "–" : `lines ${unread}`}.`,
  },
  /** Questions from the command line. */
  command: {
    agent: "The assistant panel uses an agent now, but galley ask needs a model.",
    agentHint: "Choose a model in the panel's setup.",
    busy: (most: number) => `${most} questions from the command line are already being answered.`,
    busyHint: "Wait until one has finished.",
    secrets: (name: string) => `${name} is a file of secrets, which galley ask does not send to a model.`,
    secretsHint: "To send it anyway, attach it in the panel.",
  },
  noProviderById: "This provider no longer exists.",
  busyTurn: "The assistant is still answering.",
  busyTurnHint: "Wait, or stop it first.",
  putBack: {
    notStored: "The earlier text is no longer in the history.",
    changedSince: "It has been changed since.",
    sameWords: "The same words have been changed since.",
    gone: "The file is no longer there.",
    noQuestion: "This question no longer exists.",
    noCheckpoint: "This can no longer be undone here. The history has every version.",
  },
  images: {
    otherKind: "This is not a PNG or JPEG image.",
    noPdf: "This file is not a PDF.",
    tooLarge: "This image is too large to be sent.",
    tooMany: (most: number) => `This conversation already has ${most} images. Start a new one.`,
    notTaken: (name: string) => `${name} does not accept images.`,
    notTakenHint: "Remove the image from the question, or ask a model that accepts images.",
  },
  queue: {
    full: (most: number) => `${most} questions are already waiting.`,
    gone: "This question has already been sent or removed.",
  },
  emptyQuestion: "There is nothing to send.",
  approvalExpired: "This request has already been answered or withdrawn.",
  approvalOutdated: "The document has changed in the meantime. Review the changes again; nothing was written.",
  changedSince: (names: readonly string[]) =>
    `${names.join(", ")} changed since you were asked. The changes shown here are up to date.`,
  /** Calls that want to change the work on a book. */
  servers: {
    asksAbout: (tool: string, server: string) => `It calls the tool ${tool} of your server ${server} with:`,
    nothing: "No arguments.",
    answered: (server: string, characters: number) => `${server} answered, ${characters} characters`,
  },
  work: {
    opens: (type: string, language: string, paragraphs: number) =>
      `Opens a task: ${type}${language === "" ? "" : ` into ${language}`}, ${paragraphs === 1 ? "1 paragraph" : `${paragraphs} paragraphs`}.`,
    translated: (count: number) =>
      count === 1 ? "1 of them is already translated." : `${count} of them are already translated.`,
    moves: (type: string, from: string, to: string) => `Moves a ${type} from ${from} to ${to}.`,
    handsIn: (count: number, replaced: number) =>
      `Submits ${count === 1 ? "1 translation" : `${count} translations`}${
        replaced === 0 ? "" : `, replacing ${replaced === count ? "existing ones" : `${replaced} existing`}`
      }. Earlier versions are kept.`,
    newFolder: (path: string) => `Creates the folder ${path} for work on this book.`,
  },
  secretsAbout: "This file may contain secrets. Its content would be sent to the model's provider.",
  optionNotOffered: "The agent doesn't offer this answer.",
  scopeNotAllowed: "This can only be allowed once at a time.",
  readSkill: "Read a skill",
  newTitle: "New conversation",
  byCommand: "you, by command",
  failed: "Something went wrong in Galley. This answer was stopped.",
  failedHint: "Changes so far are kept. See the log in Galley's data folder for details.",
  oddCharacters: "The name contains invisible or direction-changing characters, shown here as codes.",
  rightToLeft: "The name contains right-to-left letters.",
  mixedAlphabets: "The name mixes similar-looking letters from different alphabets.",
  leadsElsewhere: (asked: string) => `The assistant asked for ${asked}, which is a link to this file.`,
  sensitive: (name: string) => `Programs or agents follow instructions in ${name}, so Galley asks before each change.`,
  denied: "You declined",
  chips: {
    lines: (name: string, from: number, to: number) =>
      from === to ? `${name}, line ${from}` : `${name}, lines ${from}–${to}`,
    section: (name: string, address: string) => `${name} § ${address}`,
    paragraph: (name: string, opening: string) => `${name} ¶ ${opening}`,
    entry: (name: string, document: string) => `${name} (${document})`,
    entryGone: (name: string) => `“${name}” is no longer in the library`,
    paragraphGone: (name: string) => `The paragraph is no longer in ${name}`,
    empty: (name: string) => `${name} is empty.`,
    gone: "This document is no longer open.",
    skill: (name: string) => `Skill ${name}`,
    imageGone: "This image is no longer in the conversation.",
    skillGone: (name: string) => `You have not agreed to the current version of the skill ${name}.`,
  },
  export: {
    you: "You",
    ranTool: (tool: string) => `You ran \`${tool}\``,
    state: {
      stopped: "Stopped.",
      interrupted: "Galley closed while this was being answered.",
      cut: "The answer was cut off here.",
    },
    context: (labels: string) => `Context: ${labels}`,
    summarised: (turns: number) =>
      `From here on, the model had this summary instead of the ${turns === 1 ? "question" : `${turns} questions`} above:`,
  },
  parts: { approvals: "Approvals", setup: "The assistant's setup" },
};

/** The messages of the assistant in one language. */
export type AssistantMessages = typeof english;

/** The messages of the assistant in the language at the time of reading. */
export const assistantMessages: AssistantMessages = new Proxy(english, {
  get: (_, name) => (spoken === "zh-CN" ? chinese : english)[name as keyof AssistantMessages],
});
