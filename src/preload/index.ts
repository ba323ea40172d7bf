import { contextBridge, ipcRenderer, webUtils } from "electron";
import type { Argument, Bridge, Reply, RequestName } from "../shared/contract";
import type { RendererToJournal, Typing } from "../shared/typing";

// Electron passes its whole environment to a preload script. It may contain secrets of other programs, and nothing here needs it.
for (const name of Object.keys(process.env)) delete process.env[name];

const listeners = new Map<string, Set<(event: never) => void>>();

ipcRenderer.on("galley:event", (_, name: string, event) => {
  for (const listener of listeners.get(name) ?? []) listener(event as never);
});

/** The newest unsaved edits of each subject that main has not confirmed. */
const unanswered = new Map<string, RendererToJournal & { kind: "typed" }>();
let journal: MessagePort | null = null;
let count = 0;

// Main sends the port once the page has painted, and a new one if the journal process was restarted.
ipcRenderer.on("galley:journal", ({ ports }) => {
  journal = ports[0] ?? null;
  for (const message of unanswered.values()) journal?.postMessage(message);
});

type AnyRequest = { [K in RequestName]: { name: K; argument: Argument<K> } }[RequestName];

/** The unsaved edits that a request carries, and the subject that they belong to. */
function typingOf(call: AnyRequest): { subject: string; typing: Typing } | null {
  // Main rejects an invalid argument.
  if (typeof call.argument !== "object" || call.argument === null) return null;
  switch (call.name) {
    case "document:typed":
    case "document:save":
    case "document:save-as": {
      const { doc, base, seq, changes } = call.argument;
      return { subject: `text ${doc}`, typing: { name: "document:typed", argument: { doc, base, seq, changes } } };
    }
    case "office:typed":
      return { subject: `office ${call.argument.doc}`, typing: call };
    case "book:keep-targets":
      return { subject: `book ${call.argument.book}`, typing: call };
    case "assistant:keep-draft": {
      const { conversation, isShared } = call.argument;
      return { subject: `${isShared ? "shared draft" : "draft"} ${conversation}`, typing: call };
    }
    case "comments:keep-drafts":
      return { subject: `comments ${call.argument.doc}`, typing: call };
    default:
      return null;
  }
}

/** After a failed save or Save As, main may leave the edits to the journal, which may not have them yet. */
const isStored = (name: RequestName, answer: unknown): boolean => {
  if (name === "document:save") return (answer as Reply<"document:save">).status === "saved";
  if (name !== "document:save-as") return true;
  const saved = answer as Reply<"document:save-as">;
  return saved.ok && saved.document !== null;
};

async function request<K extends RequestName>(name: K, argument: Argument<K>): Promise<Reply<K>> {
  const unsaved = typingOf({ name, argument } as unknown as AnyRequest);
  if (unsaved === null) return ipcRenderer.invoke("galley:request", name, argument);
  const { subject, typing } = unsaved;
  const own = ++count;
  const message = { kind: "typed", subject, count: own, typing } as const;
  unanswered.set(subject, message);
  journal?.postMessage(message);
  const answer: Reply<K> = await ipcRenderer.invoke("galley:request", name, argument);
  if (isStored(name, answer)) {
    if ((unanswered.get(subject)?.count ?? 0) <= own) unanswered.delete(subject);
    journal?.postMessage({ kind: "answered", subject, count: own } satisfies RendererToJournal);
  }
  return answer;
}

/**
 * The only bridge between the page and main. The channel names are fixed here, and neither Electron's event object nor `ipcRenderer` ever reaches the
 * page.
 */
const bridge: Bridge = {
  request,
  listen(name, listener) {
    const known = listeners.get(name) ?? new Set();
    // A separate wrapper each time: a function that is registered twice is called twice, and each registration ends separately.
    const own = (event: never) => listener(event);
    listeners.set(name, known.add(own));
    return () => void known.delete(own);
  },
  pathOf(file) {
    const path = webUtils.getPathForFile(file);
    // The page cannot create a file with a path, so a file with a path was chosen by the user and main may open it.
    if (path) void ipcRenderer.invoke("galley:dropped", path);
    return path;
  },
};

contextBridge.exposeInMainWorld("galley", bridge);
