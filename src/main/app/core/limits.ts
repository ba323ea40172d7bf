import { MiB } from "../../../core/limits";

/** Limits of the running app: of agents, models, servers of tools, and files beside the documents. */

/** Milliseconds that an agent may take to end by itself. */
export const AGENT_END_TIMEOUT_MS = 1500;

/** Milliseconds that an agent may take to end a stopped turn before the next question needs it. */
export const AGENT_STOP_TIMEOUT_MS = 5000;

/** Milliseconds that the download of an agent may take. */
export const DOWNLOAD_TIMEOUT_MS = 600_000;

/** Milliseconds that the installation of an agent may take. */
export const INSTALL_TIMEOUT_MS = 600_000;

/** Milliseconds that the registry of agents may take to answer. */
export const REGISTRY_TIMEOUT_MS = 20_000;

/** Bytes of the registry of agents. */
export const MAX_REGISTRY_BYTES = 4 * MiB;

/** Bytes of one message of an agent. */
export const MAX_AGENT_MESSAGE_BYTES = 8 * MiB;

/** Characters of a diff that are shown for approval. */
export const MAX_APPROVED_DIFF = 100_000;

/** Bytes of an image in a question. The window makes images smaller before it sends them; providers take 5 MB as base64. */
export const MAX_SENT_IMAGE_BYTES = 3_750_000;

/** Characters of a call's arguments that are shown. */
export const MAX_ARGUMENTS_SHOWN = 2000;

/** Bytes of a settings file of Obsidian. */
export const MAX_OBSIDIAN_BYTES = 64 * 1024;

/** Bytes of an exported file. */
export const MAX_EXPORT_BYTES = 1024 * MiB;

/** Bytes of a file that is not open and whose text is kept to review external changes. */
export const MAX_CLOSED_TEXT_BYTES = MiB;

/** Bytes of Git's index. */
export const MAX_GIT_INDEX_BYTES = 32 * MiB;

/** Bytes of a file that is compared with Git's index. */
export const MAX_GIT_FILE_BYTES = 64 * MiB;

/** Bytes of Git's log of a branch. */
export const MAX_GIT_LOG_BYTES = 8 * MiB;

/** Folders upwards in which `.git` is looked for. */
export const MAX_GIT_SEARCH_DEPTH = 40;

/** Versions of a document that are listed and searched. */
export const MAX_LISTED_VERSIONS = 1000;

/** Servers of tools that the user can add. */
export const MAX_TOOL_SERVERS = 20;

/** Tools that one server can offer. */
export const MAX_SERVER_TOOLS = 60;

/** Characters of the description of one tool of a server. */
export const MAX_TOOL_DESCRIPTION = 2000;

/** Characters of the schema of one tool of a server. */
export const MAX_TOOL_SCHEMA = 8000;

/** Characters of what all tools of one server take together. */
export const MAX_SERVER_OFFER = 48_000;

/** Pages of a server's list of tools. */
export const MAX_TOOL_PAGES = 10;

/** Characters of a server's answer that the model is given. */
export const MAX_SERVER_ANSWER = 40_000;

/** Messages that a server's program may send within ten seconds. */
export const MAX_SERVER_MESSAGES = 2000;

/** Bytes of one response of a server over HTTP. */
export const MAX_SERVER_RESPONSE_BYTES = 8 * MiB;

/** Bytes of one stream of events of a server. */
export const MAX_SERVER_EVENTS_BYTES = 64 * MiB;

/** Milliseconds that the user may take to log in to a server. */
export const LOGIN_TIMEOUT_MS = 300_000;

/** Milliseconds that a server may take to start and to answer a call, and that a question waits for servers that start. */
export const SERVER_TIMEOUTS_MS = { start: 30_000, call: 120_000, wait: 5000 };

/** Bytes that are used of one file that instructs models. */
export const MAX_RULE_BYTES = 16 * 1024;

/** Bytes of a file that instructs models. A larger one is not read at all. */
export const MAX_RULE_FILE_BYTES = MiB;

/** Skills, or commands, of one folder of them. */
export const MAX_SKILLS = 50;

/** Entries that are read of a folder of skills or commands. */
export const MAX_RULE_FOLDER_ENTRIES = 500;

/** Files that an agent takes instructions from, in one folder and those above it. */
export const MAX_INSTRUCTION_FILES = 200;

/** Folders below the open one in which rules are looked for. */
export const MAX_RULE_FOLDERS = 400;

/** Levels of folders below the open one in which rules are looked for. */
export const MAX_RULE_DEPTH = 6;

/** Bytes that are hashed of all files that an agent takes instructions from. */
export const MAX_RULES_HASHED_BYTES = 128 * MiB;

/** Characters that are shown of a file that instructs models. */
export const MAX_RULE_SHOWN = 256 * 1024;

/** Agents that are read of the registry. */
export const MAX_REGISTRY_AGENTS = 300;

/** Arguments of the command of an agent in the registry. */
export const MAX_REGISTRY_ARGUMENTS = 30;

/** Characters of a text that an agent reads or writes at once. */
export const MAX_AGENT_TEXT = 4_000_000;

/** Edits that an agent may ask permission for at once. */
export const MAX_PLANNED_EDITS = 50;

/** Characters that an agent may send in one turn. */
export const MAX_TURN_TEXT = 4_000_000;

/** Calls that an agent may make in one turn. */
export const MAX_TURN_CALLS = 2000;

/** Bytes of an image and of its head, and pixels: more would block the renderer or fill the memory. */
export const IMAGE_LIMITS = { file: 64 * MiB, head: MiB / 2, pixels: 100_000_000 };

/** Bytes of a dictionary, languages at once, bytes of the user's own words, and characters of one of them. */
export const SPELLING_LIMITS = { file: 32 * MiB, languages: 8, own: 4 * MiB, word: 100 };

/** Milliseconds, bytes of a result, and characters of an error message of pandoc. */
export const PANDOC_LIMITS = { time: 120_000, output: 200 * MiB, message: 500 };

/** Bytes of a PDF that is viewed, and how far from the start of its file it may begin. */
export const PDF_LIMITS = { file: 1024 * MiB, head: 1024 };

/** Bytes of a file that a note embeds a part of. Of a larger file, nothing is embedded. */
export const MAX_EMBEDDED_BYTES = 4 * MiB;

/** Characters of a note that is indexed: reading a longer one would block the app. */
export const MAX_INDEXED_NOTE = 3_000_000;

/** Templates of a folder. */
export const MAX_TEMPLATES = 1000;

/** Levels of folders in which templates are found. */
export const MAX_TEMPLATE_DEPTH = 4;

/** Characters of a template. A longer file is not one. */
export const MAX_TEMPLATE = 1_000_000;

/** Bytes of an image that is sent to a guest's page. */
export const MAX_GUEST_IMAGE_BYTES = 8 * MiB;

/** Files that a guest's page lists. */
export const MAX_GUEST_FILES = 20_000;

/** Files that are listed of a folder. */
export const MAX_FOLDER_FILES = 50_000;

/** Entries that the tree shows of one folder. */
export const MAX_FOLDER_ENTRIES = 20_000;
