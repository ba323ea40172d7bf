import {
  isInitializeRequest,
  isJSONRPCErrorResponse,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
} from "@modelcontextprotocol/server";
import { MAX_JSON_DEPTH } from "../limits";
import { readJson } from "./read-json";

/** The codes of JSON-RPC 2.0 for messages that never reach a handler. */
export const rpcError = { parse: -32700, invalidRequest: -32600, invalidParams: -32602, internal: -32603 } as const;

/** The content of one line from a client: a message, nothing to answer, or an error and its response. */
export type ReadMessage =
  | { status: "message"; message: JSONRPCMessage }
  | { status: "ignored"; reason: string }
  | { status: "wrong"; id: string | number | null; code: number; message: string };

/**
 * Reads a line as the library would, but also answers what the library drops silently: invalid JSON, batches (removed from the protocol in
 * 2025-06-18), invalid ids, wrong shapes, and nesting that would overflow a stack.
 */
export const readMessage = (bytes: Buffer): ReadMessage => {
  const json = readJson(bytes);
  switch (json.status) {
    case "empty":
      return { status: "ignored", reason: "an empty line" };
    case "malformed":
      return { status: "wrong", id: null, code: rpcError.parse, message: `Parse error: ${json.reason}` };
    case "too deep":
      return wrong(idOf(json.value), `Invalid request: nested more than ${MAX_JSON_DEPTH} levels deep`);
    case "value":
      return classify(json.value);
  }
};

const classify = (value: unknown): ReadMessage => {
  if (Array.isArray(value)) return wrong(null, "Invalid request: batches are not supported, send one message a line");
  if (!isRecord(value)) return wrong(null, "Invalid request: a message is a JSON object");
  // Requests of 2026-07-28 name their client in `_meta`; that protocol has no `initialize`, as the library answers.
  const isOfSession = isJSONRPCRequest(value) && !isRecord(value.params?._meta);
  if (isOfSession && value.method === "initialize" && !isInitializeRequest(value)) {
    return { status: "wrong", id: value.id, code: rpcError.invalidParams, message: initializeError(value.params) };
  }
  if (isJSONRPCRequest(value) || isJSONRPCNotification(value)) return { status: "message", message: value };
  if (isJSONRPCResultResponse(value) || isJSONRPCErrorResponse(value)) return { status: "message", message: value };
  if (!("method" in value) && ("result" in value || "error" in value)) {
    return { status: "ignored", reason: "a response of the wrong shape" };
  }
  const id = idOf(value);
  if (value.jsonrpc !== "2.0") return wrong(id, 'Invalid request: "jsonrpc" must be "2.0"');
  if (typeof value.method !== "string") return wrong(id, 'Invalid request: "method" must be a string');
  if ("id" in value && id === null) return wrong(null, 'Invalid request: "id" must be a string or a whole number');
  const unknown = Object.keys(value).filter((key) => !["jsonrpc", "id", "method", "params"].includes(key));
  if (unknown.length > 0) return wrong(id, `Invalid request: unknown member ${JSON.stringify(unknown[0])}`);
  if (id === null) return { status: "ignored", reason: "a notification with wrong params" };
  return { status: "wrong", id, code: rpcError.invalidParams, message: 'Invalid params: "params" has the wrong shape' };
};

/** The library would answer with an internal error and its own list of issues. */
function initializeError(params: unknown): string {
  const { protocolVersion, capabilities, clientInfo } = isRecord(params) ? params : {};
  if (typeof protocolVersion !== "string")
    return 'Invalid params: initialize needs "protocolVersion", such as "2025-11-25"';
  if (!isRecord(capabilities)) return 'Invalid params: initialize needs "capabilities", which may be {}';
  if (!isRecord(clientInfo)) return 'Invalid params: initialize needs "clientInfo" with a name and a version';
  return 'Invalid params: "capabilities" or "clientInfo" of initialize has the wrong shape';
}

const wrong = (id: string | number | null, message: string): ReadMessage => ({
  status: "wrong",
  id,
  code: rpcError.invalidRequest,
  message,
});

const idOf = (value: unknown): string | number | null => {
  const id = isRecord(value) ? value.id : null;
  return typeof id === "string" || Number.isSafeInteger(id) ? (id as string | number) : null;
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
