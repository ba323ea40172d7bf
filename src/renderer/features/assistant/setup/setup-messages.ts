/** Strings of the model setup and the approvals list; the Chinese is in assistant/setup/setup-messages.zh.ts. */
import { counting } from "../../../../shared/language";
import { registerMessages } from "../../../ui/language";
import { chinese } from "./setup-messages.zh";

const { number, many } = counting("en");

const english = {
  heading: "Models and agents",
  lead: "Choose who answers in the panel. What you send goes to that model's address or to that agent's program, and nowhere else.",
  list: "Your models",
  add: "Add a Model Service",
  limits: "Limits",
  current: "in use",
  ask: "Use This Model",
  isInUse: "The assistant uses this model.",
  noModelYet: "no model chosen",

  agents: {
    heading: "Agents",
    about:
      "Programs on this computer that answer in the panel with their own accounts. They work in the open folder, and everything they write here is reviewed.",
    own: "Your own agents are in the settings, under Agents.",
    again: "Check again",
    missing: "Not installed.",
    runs: "Runs",
    installs: "Installed by",
    tried: "Tested with",
    use: "Use This Agent",
    install: "Install…",
    installTitle: (name: string) => `Install ${name}?`,
    installDetail: (line: string) => `This runs: ${line}`,
    downloadDetail: (host: string, line: string) =>
      `This downloads an archive from ${host} and unpacks it in Galley’s own folder: ${line}`,
    from: (host: string) => `Downloaded from ${host}`,
    needs: (program: string) =>
      `It is installed by ${program}, which is not on this computer. Install ${program}, then choose “Look again”.`,
    sha256: "SHA-256 of its archive",
    startsWith: (args: string) => `It is then started with: ${args}`,
    foreign:
      "It is third-party software and runs with all your permissions. Galley lets you review its edits, but cannot check the program itself.",
    update: (version: string) => `Update to ${version}…`,
    remove: "Remove…",
    removeTitle: (name: string) => `Remove ${name}?`,
    removeDetail: "Its program is deleted from Galley’s folder. Conversations with it stay.",
    removing: "Removing…",
    more: "More Agents",
    moreAbout:
      "The makers of the Agent Client Protocol publish a list of agents. Galley loads it only when you ask for it.",
    listOf: (when: string) => `From the list as of ${when}.`,
    load: "Load List…",
    loadAgain: "Load Again…",
    loadTitle: "Load the list of agents?",
    loadDetail: (address: string) => `It is read from: ${address}`,
    loadingList: "Loading the list…",
    find: "Find an agent",
    noneFound: "No agents",
    licence: (licence: string) => `Licence: ${licence}`,
    byWebsite:
      "Galley can’t install this one. Install it as its website says, then add it under “Your own agents” in the settings.",
    website: "Website",
    installing: "Installing. This can take a few minutes…",
    logins: "Log in",
    logIn: "Log In",
    loggingIn: "Waiting for the agent. It may have opened your browser…",
    inTerminal: "In a terminal, run",
  },

  servers: {
    heading: "Tool Servers",
    about:
      "Servers that speak the Model Context Protocol (MCP) give models more tools, such as web search. Only you can start a server, its tools are used only after you have reviewed them, and each call needs your approval. Agents use their own servers.",
    none: "No servers",
    noneHint: "Galley includes none. Add one that you trust: a program runs with all your permissions.",
    starts: "Command or address",
    startHint: "A command line, or an address that starts with https://. Put parts with spaces in double quotes.",
    nameHint: "Letters, digits, - and _. The model sees it before the name of each tool.",
    add: "Add a server",
    addMore: "Add…",
    start: "Start",
    connect: "Connect",
    startTitle: (name: string) => `Start ${name}?`,
    startDetail: (line: string) => `This program runs with your permissions, now and for later questions: ${line}`,
    connectTitle: (name: string) => `Connect to ${name}?`,
    connectDetail: (address: string) => `Data that models send to its tools goes to: ${address}`,
    starting: "Starting…",
    off: "It starts with your next question.",
    login: "This server asks you to log in. Its page opens in your browser, after you have seen its address.",
    loginWaits: "Waiting for the login in your browser…",
    logIn: "Log In…",
    logInAgain: "Log In Again…",
    ready: "In use",
    asks: "Review its tools. Models can use them once you agree.",
    changed: "Its tools have changed since you agreed. Models cannot use them until you agree again.",
    agree: "Use These Tools",
    agreed: (name: string) => `Models can use the tools of ${name}.`,
    tools: (count: number) => many(count, { one: "tool", other: "tools" }),
    left: (count: number) =>
      `${many(count, { one: "tool", other: "tools" })} left out: too long, or without a usable name.`,
    remove: "Remove",
    removeMore: "Remove…",
    removeTitle: (name: string) => `Remove ${name}?`,
    removeDetail: "It is stopped, the permissions of its tools are revoked, and its login is deleted.",
    removed: (name: string) => `${name} removed.`,
  },

  begin: {
    heading: "Where does the model run?",
    here: "On this computer",
    hereAbout: "Nothing leaves your computer.",
    away: "An online service",
    awayAbout: "Your questions and their context are sent there. You need an API key.",
    other: "Another address",
    otherAbout: "Any server compatible with OpenAI chat completions.",
    looking: "Looking for Ollama…",
    ollamaFound: (models: number) =>
      models === 0
        ? "Ollama is running. It has no models yet."
        : `Ollama is running, with ${many(models, { one: "model", other: "models" })}.`,
    noModelsHint: "Download one in a terminal, for example with “ollama pull qwen3”, then refresh.",
    use: "Use Ollama",
    again: "Refresh",
  },

  kind: "Protocol",
  kinds: { anthropic: "Anthropic", "openai-compatible": "OpenAI-compatible", ollama: "Ollama" },
  name: "Name",
  baseUrl: "Address",
  baseUrlHint: "Often ends in /v1. Must use https, unless it is on this computer.",
  key: "API key",
  keyOf: {
    none: "No key saved.",
    stored: "A key is saved, encrypted by the system. It is not shown again.",
    session: "A key is saved until you close Galley. It is not shown again.",
  },
  keyNew: "New key",
  keyReplace: "Enter a new one to replace it",
  keyOptional: "Usually not needed for models on this computer",
  keep: "Save the key",
  keepStored: "encrypted by the system",
  keepSession: "until you close Galley",
  forget: "Delete Key",
  forgotten: "Key deleted.",
  moved: "The saved key belongs to the previous address and is not sent to this one. Enter the key for this address.",

  model: "Model",
  modelHint: "Select a model or type its name.",
  modelsOf: "Available models",
  modelsLoading: "Loading models…",
  modelsNone: "The server lists no models. Type the name of one.",
  modelCount: (count: number) => many(count, { one: "model", other: "models" }),
  noneFits: (typed: string) => `No model called “${typed}” is listed. That name will be used as it is.`,
  afterTest: "Save and test to list the available models here.",
  reload: "Refresh",
  tokens: (size: string) => `${size} tokens`,
  perMillion: (input: string, output: string) => `$${input} in, $${output} out`,

  more: "Context and price",
  contextLimit: "Context limit (tokens)",
  contextLimitHint: "If empty, the limit that the server reports is used.",
  priceIn: "Price per million input tokens ($)",
  priceOut: "and output tokens ($)",
  priceHint: "If empty, costs are not shown. Galley never guesses a price.",

  save: "Save and Test",
  saving: "Testing…",
  test: "Test Connection",
  remove: "Remove…",
  removeTitle: (name: string) => `Remove ${name}?`,
  removeDetail: "Its key is deleted. Your conversations stay.",
  removeNow: "Remove",
  removed: (name: string) => `${name} removed.`,
  discardTitle: "Leave without saving?",
  discardDetail: "Your changes here are not saved.",
  discard: "Leave",
  error: {
    name: "Enter a name.",
    baseUrl: "Enter an address that starts with https://, or http:// on this computer.",
    contextLimit: "Enter a whole number of tokens, such as 200000 or 128k, or leave it empty.",
    key: "Enter the key from the service.",
    price: "Enter both prices as numbers, such as 3 and 15, or leave both empty.",
  },
  result: {
    good: (models: number) =>
      models === 0
        ? "Connected. No models are listed."
        : `Connected. ${many(models, { one: "model", other: "models" })} available.`,
    ready: (model: string) => `Connected. ${model} is ready to use.`,
    notListed: (model: string) => `Connected, but ${model} is not listed. Choose another model unless you are sure.`,
    chooseModel: "Choose a model to finish.",
    unsavable: "Not saved.",
  },

  limit: {
    about: "Limits for a single answer.",
    idleSeconds: "Time-out in seconds without output",
    idleRange: "5 to 290. Large models on this computer may need longer.",
    calls: "Max tool calls per answer",
    callsRange: "1 to 1000.",
    saved: "Limits saved.",
    wrong: (least: number, most: number) => `Enter a whole number from ${number(least)} to ${number(most)}.`,
  },

  granted: {
    heading: "Assistant permissions",
    about: "What each model can do without asking. The assistant asks before doing anything that is not listed here.",
    none: "No permissions. The assistant asks before every change.",
    noneHint:
      "When the assistant asks to change something, you can allow it for a document, a folder or a book. Those permissions are listed here.",
    kind: {
      edit: "Edit",
      create: "Create",
      delete: "Delete",
      work: "Change the work on",
      secrets: "Read",
      tool: "Call",
    },
    anyAgent: "Any model",
    document: "document",
    folder: "in folder",
    always: "always",
    inConversation: (title: string) => `in “${title}”`,
    since: (when: string) => `since ${when}`,
    revoke: "Revoke",
    revokeOf: (what: string, location: string) => `Revoke: ${what} ${location}`,
    revokeAll: "Revoke All",
    revokeAllTitle: "Revoke all permissions?",
    revokeAllDetail: (count: number) =>
      `${many(count, { one: "permission", other: "permissions" })} will be revoked. The assistant will ask before every change again, including in the current answer.`,
    revoked: (location: string) => `The assistant will ask again before it changes ${location}.`,
    revokedAll: "The assistant will ask before every change.",
    failed: "The list could not be read.",
  },
};

/** The shape that every language has to provide. */
export type SetupMessages = typeof english;

/** The strings in the current language. */
export let setupMessages: SetupMessages = english;

registerMessages<SetupMessages>({ en: english, "zh-CN": chinese }, (now) => {
  setupMessages = now;
});
