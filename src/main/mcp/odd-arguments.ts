import type { JSONRPCMessage } from "@modelcontextprotocol/server";

const KEY = "galley/arguments";

/**
 * Invalid arguments should give a tool error with a message, but the library answers `arguments` that are not an object with a protocol error before
 * any tool is called. This moves such arguments into `_meta`, which the library accepts.
 */
export const setOddArgumentsAside = (message: JSONRPCMessage): JSONRPCMessage => {
  if (!("method" in message) || message.method !== "tools/call" || message.params === undefined) return message;
  const { arguments: given, ...params } = message.params;
  if (given === undefined || (typeof given === "object" && given !== null && !Array.isArray(given))) return message;
  // Some clients send null for "none".
  if (given === null) return { ...message, params };
  return { ...message, params: { ...params, _meta: { ...params._meta, [KEY]: given } } };
};

/** The arguments as the client sent them; an empty object if it sent none. */
export const argumentsAsSent = (params: {
  arguments?: Record<string, unknown> | undefined;
  _meta?: Record<string, unknown> | undefined;
}): unknown => (params._meta !== undefined && KEY in params._meta ? params._meta[KEY] : (params.arguments ?? {}));
