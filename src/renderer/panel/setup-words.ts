/** Every sentence of setting up models and of what agents were allowed; the Chinese is in setup-words.chinese.ts. */
import { counting } from "../../shared/language";
import { spoken } from "../ui/language";
import { chinese } from "./setup-words.chinese";

const { number, many } = counting("en");

const english = {
  heading: "Models",
  lead: "The assistant asks a model that you choose. What you send goes to that model's address and nowhere else.",
  list: "Set up",
  add: "Add a Model Service",
  limits: "Limits",
  noProviders: "Nothing is set up yet.",
  current: "asked",
  ask: "Ask This One",
  isAsked: "The assistant asks this one.",
  noModelYet: "no model chosen",

  begin: {
    heading: "Where does the model run?",
    here: "On this machine",
    hereAbout: "Nothing leaves your machine.",
    away: "A service that you have a key for",
    awayAbout: "Questions and what goes along with them are sent there.",
    other: "Another address",
    otherAbout: "Anything that speaks OpenAI's chat completions.",
    looking: "Looking for Ollama…",
    found: (models: number) =>
      models === 0
        ? "Ollama runs here. It has no model yet."
        : `Ollama runs here, with ${many(models, { one: "model", other: "models" })}.`,
    foundHint: "Get one in a terminal, for example with “ollama pull qwen3”, and look again.",
    use: "Use Ollama",
    again: "Look Again",
  },

  kind: "Protocol",
  kinds: { anthropic: "Anthropic", "openai-compatible": "OpenAI-compatible", ollama: "Ollama" },
  name: "Name",
  baseUrl: "Address",
  baseUrlHint: "Often ends in /v1. Encrypted (https), or on this machine.",
  key: "Key",
  keyOf: {
    none: "No key is kept.",
    stored: "A key is kept, encrypted by the system. It is not shown again.",
    session: "A key is kept until Galley is closed. It is not shown again.",
  },
  keyNew: "New key",
  keyReplace: "Enter a new one to replace it",
  keyOptional: "Not needed for most models on this machine",
  keep: "Keep the key",
  keepStored: "encrypted by the system",
  keepSession: "until Galley is closed",
  forget: "Forget the Key",
  forgotten: "The key is forgotten.",
  moved: "The key of the address before is not sent to another one: enter the key for this address.",

  model: "Model",
  modelHint: "Pick one that the address lists, or write its name.",
  modelsOf: "Models there",
  modelsLoading: "Asking which models there are…",
  modelsNone: "The address answers, but lists no models. Write the name of one.",
  modelsFound: (count: number) => many(count, { one: "model", other: "models" }),
  noneFits: (typed: string) => `None is called “${typed}”. It is asked for by that name.`,
  afterTest: "Save and test, and the models that are there are listed here.",
  reload: "List Again",
  tokens: (size: string) => `${size} tokens`,
  perMillion: (input: string, output: string) => `$${input} in, $${output} out`,

  more: "Context and price",
  contextLimit: "Tokens that fit",
  contextLimitHint: "Empty: as the address says, if it does.",
  priceIn: "Dollars per million tokens in",
  priceOut: "and out",
  priceHint: "Empty: costs are not counted. Galley never guesses a price.",

  save: "Save and Test",
  saving: "Testing…",
  test: "Test Connection",
  remove: "Remove…",
  removeTitle: (name: string) => `Remove ${name}?`,
  removeDetail: "Its key is forgotten. Conversations stay.",
  removeNow: "Remove",
  removed: (name: string) => `${name} is removed.`,
  discardTitle: "Leave without saving?",
  discardDetail: "What you changed here is not saved yet.",
  discard: "Leave",
  fault: {
    name: "Give it a name.",
    baseUrl: "Give an address that begins with https://, or with http:// on this machine.",
    contextLimit: "Give a whole number of tokens, such as 200000 or 128k, or leave it empty.",
    key: "Enter the key that the service gave you.",
    price: "Give both prices as numbers, such as 3 and 15, or leave both empty.",
  },
  result: {
    good: (models: number) =>
      models === 0
        ? "It answers. It lists no models."
        : `It answers, and has ${many(models, { one: "model", other: "models" })}.`,
    ready: (model: string) => `It answers, and has ${model}. Ready to ask.`,
    notListed: (model: string) => `It answers, but does not list ${model}. Choose another one, unless you are sure.`,
    chooseModel: "Choose a model to finish.",
    saved: "Saved.",
    unsavable: "It was not saved.",
  },

  limit: {
    about: "What one answer may take.",
    idleSeconds: "Seconds without a word after which a model has hung up",
    idleRange: "5 to 290; a large model on this machine may think for long.",
    calls: "Tool calls in one answer",
    callsRange: "1 to 1000; then it stops and says so.",
    saved: "The limits are saved.",
    wrong: (least: number, most: number) => `A whole number from ${number(least)} to ${number(most)}.`,
  },

  granted: {
    heading: "What the assistant may do without asking",
    about: "What you agreed to for longer than once. Whatever is not here is asked for each time.",
    none: "Nothing: every change is asked for.",
    noneHint:
      "When the assistant asks to change something, you can allow it for a document, a folder or a book. It is then listed here.",
    kind: { documents: "Change", work: "Change the work on", secrets: "Read" },
    document: "document",
    folder: "folder",
    always: "always",
    inConversation: (title: string) => `in “${title}”`,
    since: (when: string) => `since ${when}`,
    revoke: "Revoke",
    revokeOf: (what: string, place: string) => `Revoke: ${what} ${place}`,
    revokeAll: "Revoke All",
    revokeAllTitle: "Revoke all of it?",
    revokeAllDetail: (count: number) =>
      `${many(count, { one: "permission", other: "permissions" })} will end. Each change is asked for again, also in an answer that is under way.`,
    revoked: (place: string) => `The assistant asks again before it touches ${place}.`,
    revokedAll: "Every change is asked for again.",
    failed: "The list could not be read.",
  },
  settings: {
    title: "Models for the assistant",
    about: "Which models the side panel asks, their keys, and what an answer may take.",
    action: "Set Up Models…",
  },
};

/** The sentences of the setup, in one language. */
export type SetupWords = typeof english;

/** The sentences of the setup in the language in use. */
export let setupWords: SetupWords = english;

spoken<SetupWords>({ en: english, "zh-CN": chinese }, (now) => {
  setupWords = now;
});
