/** Servers that the user can add. */
export const MAX_SERVERS = 20;

/** Tools that one server can offer, characters of one description, and of one schema. */
export const MAX_TOOLS = 60;
export const MAX_DESCRIPTION = 2000;
export const MAX_SCHEMA = 8000;

/** Characters of what all tools of one server take together. */
export const MAX_OFFER = 48_000;

/** Pages of a list of tools. */
export const MAX_PAGES = 10;

/** Characters of an answer that the model is given. */
export const MAX_ANSWER = 40_000;

/** Messages that a program may send within ten seconds. */
export const MAX_MESSAGES = 2000;

/** Bytes of one response over HTTP, and of one stream of events. */
export const MAX_RESPONSE = 8 * 1024 * 1024;
export const MAX_EVENTS = 64 * 1024 * 1024;

/** How long the user may take to log in, in milliseconds. */
export const LOGIN_WAIT_MS = 300_000;

/** How long a server may take to start, to answer a call, and how long a question waits for servers that start, in milliseconds. */
export const TIMEOUTS = { start: 30_000, call: 120_000, wait: 5000 };
