import { stat } from "node:fs/promises";
import { isAbsolute, join } from "node:path";
import { ProtocolError, ProtocolErrorCode, type Resource, type Server } from "@modelcontextprotocol/server";
import { formatOf, officeFormatOf } from "../../core/text/format";
import { holdsSecrets } from "../../core/text/holds-secrets";
import { printableName } from "../../core/text/printable-name";
import { hasOwnComments } from "../engine/comments";
import type { Envelope } from "../engine/ports/caller";
import { parseResourceUri, type ResourceAddress, resourceUri } from "./resource-addresses";
import type { ResourceWatch } from "./resource-watch";

/** Where resources come from: the same calls that tools make, so that they hold to the same folders and the user's decisions. */
export type ResourceSource = {
  /** The caller's folders, absolute. */
  roots(): readonly string[];
  run(call: { name: string; arguments: Record<string, unknown> }): Promise<Envelope>;
  watch: ResourceWatch;
};

/** How many open documents are listed, those in front first. */
const MAX_DOCUMENTS = 100;
/** Of how many of them the comments are listed. */
const MAX_COMMENTS = 20;
/** How many folders are listed. */
const MAX_FOLDERS = 20;
/** How much of a document one read shows. */
const MAX_TOKENS = 6_000;
const MAX_LINES = 1_000_000;
/** The smallest answer that the tools give, where only a rejection matters. */
const MIN_TOKENS = 50;

/** The resource templates, for clients that fill in paths. */
const templates = [
  {
    uriTemplate: "galley://document/{+path}",
    name: "document",
    title: "Document",
    description: "The text of a document by its absolute path, percent-encoded",
  },
  {
    uriTemplate: "galley://comments/{+path}",
    name: "comments",
    title: "Comments",
    description:
      "The open comments on a document by its absolute path, percent-encoded; subscribe to be notified of new ones",
  },
  {
    uriTemplate: "galley://folder/{+path}",
    name: "folder",
    title: "Folder",
    description: "What is in a folder, by its absolute path, percent-encoded",
  },
];

/** Serves the open documents and the folders of a client as MCP resources. `introduce` is called at each request. */
export function serveResources(
  server: Server,
  { roots, run, watch }: ResourceSource,
  introduce: (envelope: Readonly<Record<string, unknown>> | undefined) => void,
): void {
  const ask = async (name: string, args: Record<string, unknown>): Promise<Envelope> => {
    const envelope = await run({ name, arguments: args });
    if (envelope.ok) return envelope;
    const { message, hint } = envelope.error ?? { message: envelope.message };
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, hint === undefined ? message : `${message}\n${hint}`);
  };

  /** Rejects what is not an address, is outside the caller's folders, or does not exist. */
  const check = async (uri: string): Promise<ResourceAddress> => {
    const address = addressOf(uri);
    await ask(...reachingCall(address));
    await rejectFolder(address);
    return address;
  };

  server.setRequestHandler("resources/list", async (_request, ctx) => {
    introduce(ctx.mcpReq.envelope);
    const { data } = await ask("workspace", { action: "open" });
    const [root] = roots();
    const open = ((data?.["documents"] ?? []) as OpenDocument[])
      .map((each) => ({ ...each, absolute: isAbsolute(each.path) ? each.path : join(root ?? "/", each.path) }))
      .filter(({ absolute }) => !holdsSecrets(absolute));
    return {
      resources: [
        ...open.slice(0, MAX_DOCUMENTS).map(listedDocument),
        ...open
          .filter(({ absolute }) => officeFormatOf(absolute) === null || hasOwnComments(absolute))
          .slice(0, MAX_COMMENTS)
          .map(listedComments),
        ...roots().slice(0, MAX_FOLDERS).map(listedFolder),
      ],
    };
  });
  server.setRequestHandler("resources/templates/list", (_request, ctx) => {
    introduce(ctx.mcpReq.envelope);
    return { resourceTemplates: templates };
  });
  server.setRequestHandler("resources/read", async ({ params: { uri } }, ctx) => {
    introduce(ctx.mcpReq.envelope);
    const { kind, path } = addressOf(uri);
    return { contents: [{ uri, ...(await texts[kind](path)) }] };
  });
  server.setRequestHandler("resources/subscribe", async ({ params: { uri } }, ctx) => {
    introduce(ctx.mcpReq.envelope);
    const { kind } = await check(uri);
    if (kind === "folder") throw invalid("a folder cannot be subscribed to; subscribe to its documents");
    if (!(await watch.subscribe(uri))) throw invalid("too many subscriptions; unsubscribe from some first");
    return {};
  });
  server.setRequestHandler("resources/unsubscribe", ({ params: { uri } }) => {
    watch.unsubscribe(uri);
    return {};
  });

  const texts = { document: documentText, comments: commentsText, folder: folderText };

  async function folderText(path: string) {
    const { message } = await ask("workspace", { action: "list", path, depth: 2, max_tokens: MAX_TOKENS });
    return { mimeType: "text/plain", text: message };
  }

  async function commentsText(path: string) {
    const { message, data } = await ask(...commentsCall(path));
    await rejectFolder({ kind: "comments", path });
    const threads = (data?.["threads"] ?? []) as ListedThread[];
    const sections = new Map(threads.map(({ thread, anchor }) => [thread, anchor.section]));
    // The tool's text, with the section of each thread in its first row; only such a row begins without a blank.
    const text = message.replaceAll(/^(?! )(.*) {2}(c_[a-z0-9]+)(?= {2}\(|$)/gm, (row, place, thread) => {
      const section = sections.get(thread) ?? null;
      // A cell or slide is named already.
      return section === null || place.endsWith(` ${printableName(section)}`)
        ? row
        : `${place} in ${printableName(section)}  ${thread}`;
    });
    return { mimeType: "text/plain", text };
  }

  async function documentText(path: string) {
    if (officeFormatOf(path) !== null) {
      const { message } = await ask("office_artifact", { action: "read", path });
      return { mimeType: "text/plain", text: message };
    }
    const args = { action: "read", path, line_from: 1, line_to: MAX_LINES, max_tokens: MAX_TOKENS };
    const { data } = await ask("text_editor", args);
    const { lines, line_to, total_lines, next_line, cropped } = data as ReadData;
    const mimeType = formatOf(path) === "markdown" ? "text/markdown" : "text/plain";
    if (next_line === null && cropped.length === 0) return { mimeType, text: lines.join("\n") };
    const more = next_line === null ? "" : ` Read on with text_editor read, line_from ${next_line}.`;
    const long = cropped.length === 0 ? "" : ` Long lines are cropped.`;
    const note = `[Galley: lines 1-${line_to} of ${total_lines} are shown.${long}${more}]`;
    return { mimeType, text: `${lines.join("\n")}\n\n${note}` };
  }
}

/** Subscribes for a client of 2026-07-28, which names the documents as it begins to listen. Those that it cannot reach are left out. */
export async function subscribeListener(message: unknown, { run, watch }: ResourceSource): Promise<void> {
  for (const uri of listenedUris(message)) {
    const address = parseResourceUri(uri);
    if (address === null || holdsSecrets(address.path)) continue;
    const [name, args] = reachingCall(address);
    if ((await run({ name, arguments: args })).ok && !(await isFolder(address.path))) await watch.subscribe(uri);
  }
}

/** The documents that a `subscriptions/listen` names. */
export function listenedUris(message: unknown): string[] {
  const { method, params } = (message ?? {}) as {
    method?: unknown;
    params?: { notifications?: { resourceSubscriptions?: unknown } };
  };
  const uris = method === "subscriptions/listen" ? params?.notifications?.resourceSubscriptions : null;
  return Array.isArray(uris) ? uris.filter((uri): uri is string => typeof uri === "string").slice(0, 200) : [];
}

type OpenDocument = { path: string; front: boolean; unsaved: boolean; cursor?: { line: number; section?: string } };
type ListedThread = { thread: string; anchor: { section: string | null } };
type ReadData = { lines: string[]; line_to: number; total_lines: number; next_line: number | null; cropped: unknown[] };

const invalid = (message: string): ProtocolError => new ProtocolError(ProtocolErrorCode.InvalidParams, message);

/** Throws if the address of a document or of comments points to a folder. Call it only after checking that the client may access the path. */
async function rejectFolder({ kind, path }: ResourceAddress): Promise<void> {
  if (kind !== "folder" && (await isFolder(path))) throw invalid(`${printableName(path)} is a folder, not a document`);
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

/** A call that only succeeds if the caller can reach what is at an address. */
const reachingCall = ({ kind, path }: ResourceAddress): [name: string, args: Record<string, unknown>] =>
  kind === "comments" ? commentsCall(path) : ["workspace", { action: "list", path, max_tokens: MIN_TOKENS }];

const commentsCall = (path: string): [name: string, args: Record<string, unknown>] => [
  "comments",
  { action: "list", path },
];

/** Agents attach resources without being asked to, so a file of secrets is none. */
function addressOf(uri: string): ResourceAddress {
  const address = parseResourceUri(uri);
  if (address === null) throw invalid(`${printableName(uri).slice(0, 200)} is not an address of Galley`);
  if (address.kind !== "folder" && holdsSecrets(address.path))
    throw invalid(
      `${printableName(address.path)} is a file of secrets, which is not offered as a resource\nOnly if the user asks for it, read it with text_editor.`,
    );
  return address;
}

function listedDocument({ path, absolute, front, unsaved, cursor }: OpenDocument & { absolute: string }): Resource {
  const facts = [
    front ? "in front" : "open",
    ...(unsaved ? ["unsaved"] : []),
    ...(cursor ? [`cursor at line ${cursor.line}`] : []),
  ];
  return {
    uri: resourceUri({ kind: "document", path: absolute }),
    name: printableName(path),
    description: facts.join(", "),
    mimeType: formatOf(path) === "markdown" ? "text/markdown" : "text/plain",
    annotations: { priority: front ? 1 : 0.5 },
  };
}

const listedComments = ({ path, absolute }: OpenDocument & { absolute: string }): Resource => ({
  uri: resourceUri({ kind: "comments", path: absolute }),
  name: `Comments on ${printableName(path)}`,
  description: "open comments; subscribe to be notified of new ones",
  mimeType: "text/plain",
  annotations: { priority: 0.3 },
});

const listedFolder = (path: string): Resource => ({
  uri: resourceUri({ kind: "folder", path }),
  name: printableName(path),
  description: "folder",
  mimeType: "text/plain",
  annotations: { priority: 0.2 },
});
