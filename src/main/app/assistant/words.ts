/** What the assistant tells the person. The language is the one that the app speaks; see `../words`. */
import { spoken } from "../words";
import { chinese } from "./words.chinese";

const english = {
  /** What went wrong with a provider: a sentence, then what to do. */
  faults: {
    noProvider: "No model is set up yet.",
    noProviderHint: "Choose a provider and a model in the panel's setup.",
    noModel: (name: string) => `No model has been chosen for ${name}.`,
    noModelHint: "Choose one from the list in the panel's setup.",
    noKey: (name: string) => `No key has been entered for ${name}.`,
    noKeyHint: "Enter it in the panel's setup.",
    keyLost: (name: string) => `The key of ${name} could not be read from the system's key store.`,
    keyLostHint: "Enter it again in the panel's setup.",
    badKey: (name: string, said: string) => `${name} does not accept the key (401)${said}.`,
    badKeyHint: "Enter a key that is valid there.",
    forbidden: (name: string, said: string) => `${name} refuses this (403)${said}.`,
    forbiddenHint: "Look at what the key may do, and at the account.",
    notFound: (name: string, model: string, said: string) =>
      `${name} does not know ${model}, or the address is wrong (404)${said}.`,
    notFoundHint: "Choose another model, or check the base address.",
    tooLarge: (name: string, said: string) => `What was sent is too large for ${name} (413)${said}.`,
    tooLargeHint: "Take something out of the context, or begin a new conversation.",
    busy: (name: string, said: string) => `${name} takes no more requests at the moment (429)${said}.`,
    busyUntil: (name: string, wait: string, said: string) => `${name} asks to wait ${wait} (429)${said}.`,
    busyHint: "Try again later, or choose another model.",
    overloaded: (name: string, status: number, said: string) => `${name} is overloaded (${status})${said}.`,
    broken: (name: string, status: number, said: string) => `${name} has trouble of its own (${status})${said}.`,
    brokenHint: "Try again in a while.",
    wrong: (name: string, status: number, said: string) => `${name} refused the request (${status})${said}.`,
    wrongHint: "Change the question or the model; the same request would be refused again.",
    redirected: (name: string, where: string) =>
      `${name} sends to another address (${where}). It was not followed, and no key went there.`,
    redirectedHint: "If that address is right, enter it as the base address.",
    unreachable: (name: string, why: string) => `${name} cannot be reached: ${why}.`,
    unreachableHint: "Check the base address, and whether the network or the program is there.",
    silent: (name: string, seconds: number) => `${name} has said nothing for ${seconds} s.`,
    silentHint: "Ask again. The waiting time is in the panel's setup.",
    cut: (name: string) =>
      `The answer of ${name} broke off before it was complete. Nothing that was not complete has been run.`,
    cutHint: "Ask again, or ask it to go on.",
    empty: (name: string) => `${name} answered with nothing.`,
    emptyHint: "Ask again, or choose another model.",
    malformed: (name: string, why: string) =>
      `The answer of ${name} cannot be read (${why}). Nothing of it has been run.`,
    malformedHint: "Check that the base address speaks the protocol that was chosen.",
    wrongType: (name: string, type: string) => `${name} answered with ${type}, which is not an answer of a model.`,
    wrongTypeHint: "Check the base address; it often ends in /v1.",
    tooLong: (name: string, most: number) =>
      `The answer of ${name} is longer than ${most} MB. Nothing of it has been run.`,
    tooLongHint: "Ask for less at once.",
    inStream: (name: string, said: string) => `${name} broke the answer off${said}. Nothing of it has been run.`,
  },
  said: (what: string) => `: “${what}”`,
  nothingType: "no content type",
  seconds: (count: number) => (count < 120 ? `${count} s` : `${Math.round(count / 60)} min`),
  limits: {
    calls: (most: number) => `The model has made ${most} tool calls in this turn, which is the limit.`,
    callsHint: "Ask it to go on, or raise the limit in the panel's setup.",
    length:
      "The answer reached the longest that the model may give. Tools that it called at the end have not been run.",
    lengthHint: "Ask it to go on.",
    filtered: "The provider held back the rest of the answer.",
    filteredHint: "Ask in another way.",
  },
  address: {
    unreadable: (found: string) => `${found === "" ? "The base address is empty" : `“${found}” is not a web address`}.`,
    insecure: (host: string) => `The address ${host} is not encrypted, so a key sent there could be read on the way.`,
    forbidden: (host: string) =>
      `The address ${host} is one at which machines hand out their own secrets. It is never asked.`,
    extras: (host: string) => `The address of ${host} holds a name, a password, a query or a fragment.`,
    hint: "Give an address that begins with https://, or with http:// on this machine, such as http://127.0.0.1:11434/v1.",
  },
  keys: {
    noStore:
      "This system has no key store that Galley can use. A key is kept in memory only, and has to be entered again after Galley was closed.",
    refused: "The system's key store cannot keep the key, so it was not kept.",
    refusedHint: "Keep it until Galley is closed instead.",
    odd: "The key holds characters that no key has, such as line breaks.",
    oddHint: "Copy it again.",
  },
  rewrite: {
    nothing: "There are no words in the selection.",
    noInstruction: "Say how it is to be rewritten.",
    tooLong: (length: number, most: number) =>
      `The selection has ${length} characters; at most ${most} are rewritten in place.`,
    tooLongHint: "Select less, or ask the assistant in the panel.",
    gone: "This alternative is no longer there.",
    cut: "The answer reached the longest that the model may give, so it is not complete.",
    cutHint: "Select less.",
  },
  noConversation: "This conversation is no longer there.",
  noTurn: "There is no such tool call in this conversation.",
  noProviderById: "This provider is no longer there.",
  busyTurn: "This conversation is still answering.",
  busyTurnHint: "Wait, or stop it first.",
  nothingAsked: "There is nothing to send.",
  approvalGone: "This has been answered already, or is no longer asked.",
  approvalOutdated: "The document changed meanwhile. Look at the changes again; nothing was written.",
  changedSince: (names: readonly string[]) =>
    `${names.join(", ")} changed since this was shown. These are the changes as they would be now.`,
  /** The work on a book that a call wants to change. */
  work: {
    opens: (type: string, language: string, paragraphs: number) =>
      `Opens a task: ${type}${language === "" ? "" : ` into ${language}`}, ${paragraphs === 1 ? "1 paragraph" : `${paragraphs} paragraphs`}.`,
    translated: (count: number) =>
      count === 1 ? "1 of them is translated already." : `${count} of them are translated already.`,
    moves: (type: string, from: string, to: string) => `Moves a ${type} from ${from} to ${to}.`,
    handsIn: (count: number, replaced: number) =>
      `Hands in ${count === 1 ? "1 translation" : `${count} translations`}${
        replaced === 0 ? "" : `, ${replaced === count ? "all" : replaced} in the place of another one`
      }. Earlier versions are kept.`,
    newFolder: (path: string) => `Makes the folder ${path} for the work on this book.`,
  },
  secretsAbout: "A file of secrets. What is in it would be sent to the provider of the model.",
  scopeRefused: "For this place only a single yes is possible.",
  folderNotOpen: (folder: string) => `${folder} has not been opened here.`,
  newTitle: "New conversation",
  byCommand: "you, by command",
  failed: "Something went wrong in Galley; this answer was ended.",
  failedHint: "What was done is kept; the log in Galley's data folder says more.",
  oddCharacters: "The name holds invisible or turning characters; they are written out here.",
  rightToLeft: "The name holds letters that are written from right to left.",
  mixedAlphabets: "The name mixes letters of alphabets that look alike.",
  leadsElsewhere: (asked: string) => `It was named as ${asked}, which really is this file.`,
  sensitive: (name: string) => `Programs or agents obey what stands in ${name}, so each change is asked for.`,
  denied: "You said no",
  chips: {
    lines: (name: string, from: number, to: number) =>
      from === to ? `${name}, line ${from}` : `${name}, lines ${from}–${to}`,
    section: (name: string, address: string) => `${name} § ${address}`,
    paragraph: (name: string, opening: string) => `${name} ¶ ${opening}`,
    entry: (name: string, document: string) => `${name} (${document})`,
    entryGone: (name: string) => `“${name}” is in the library no more`,
    paragraphGone: (name: string) => `The paragraph is no longer in ${name}`,
    empty: (name: string) => `${name} is empty.`,
    gone: "This document is not open any more.",
  },
  export: {
    you: "You",
    ranTool: (tool: string) => `You ran \`${tool}\``,
    state: {
      stopped: "Stopped.",
      interrupted: "Galley ended while this was being answered.",
      cut: "The answer broke off here.",
    },
    context: (labels: string) => `Sent along: ${labels}`,
  },
  parts: { conversations: "Conversations", approvals: "Approvals", setup: "The assistant's setup" },
};

/** What the assistant tells, in one language. */
export type AssistantWords = typeof english;

/** What the assistant tells, in the language in use when it is read. */
export const assistantTold: AssistantWords = new Proxy(english, {
  get: (_, name) => (spoken === "zh-CN" ? chinese : english)[name as keyof AssistantWords],
});
