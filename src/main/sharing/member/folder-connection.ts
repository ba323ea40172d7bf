import { HocuspocusProvider, HocuspocusProviderWebsocket } from "@hocuspocus/provider";
import type * as Y from "yjs";
import { type OwnPresence, type Presence, presences } from "../../../core/sharing/presence";

/** What happens to one shared document. */
export type DocumentListener = {
  /** An update as the server sent it; `origin` marks it as arrived. */
  receive(update: Uint8Array, origin: unknown): void;
  /** The server has stored this many of the oldest updates made here. */
  confirmed(count: number): void;
  /** How many updates made here are not confirmed. */
  unconfirmed(): number;
  /** Everything that the server had has arrived. Called after each connection. */
  synced(role: "reader" | "editor"): void;
  /** The server ended the connection because of something that it was sent, maybe for this document. */
  rejected?(): void;
};

/** The connection to a shared folder: one socket for all of its documents. It reconnects by itself. */
export type FolderConnection = {
  /** Connects a document with the server's. Call the result to leave it. */
  attach(name: string, document: Y.Doc, listener: DocumentListener): () => void;
  /** The same for the one document with which each member says who it is. */
  attachWithPresence(
    name: string,
    document: Y.Doc,
    listener: DocumentListener,
    presence: PresenceListener,
  ): PresenceLink;
  close(): void;
};

/** Receives who else is here, whenever that changes. */
export type PresenceListener = (others: Presence[]) => void;

/** `show`: what the others see of this member; null takes it back. */
export type PresenceLink = { show(presence: OwnPresence | null): void; detach(): void };

export type FolderConnectionOptions = {
  url: string;
  secret: string;
  onStatus(status: "connected" | "disconnected"): void;
  /** The server rejected this link; the reason is a sentence of the server's. */
  onRefused(reason: string): void;
};

const MAX_RECONNECT_MS = 10_000;

/** Codes with which the server closes a connection because of what it was sent: not allowed or not understood, and too large. */
const REJECTED = new Set([4400, 4413]);

/** Message types of Hocuspocus and of its sync messages. */
const SYNC = 0;
const STEP_TWO = 1;
const UPDATE = 2;

/** Connects to the server of a shared folder. Never throws: an unreachable server is tried again. */
export function connectToFolder({ url, secret, onStatus, onRefused }: FolderConnectionOptions): FolderConnection {
  const socket = new HocuspocusProviderWebsocket({ url, delay: 500, minDelay: 250, maxDelay: MAX_RECONNECT_MS });
  let isConnected = false;
  socket.on("status", ({ status }: { status: string }) => {
    if ((status === "connected") === isConnected) return;
    isConnected = status === "connected";
    onStatus(isConnected ? "connected" : "disconnected");
  });

  const attached = new Set<DocumentListener>();
  socket.on("close", ({ event }: { event: { code?: number } }) => {
    if (REJECTED.has(event.code ?? 0)) for (const listener of [...attached]) listener.rejected?.();
  });

  return {
    attach(name, document, listener) {
      const provider = new MemberProvider(socket, { name, secret, document, listener, onRefused });
      provider.attach();
      attached.add(listener);
      return () => {
        attached.delete(listener);
        // Otherwise it queues a message that ends whatever has this name on the next connection.
        if (!isConnected) socket.configuration.providerMap.delete(name);
        provider.destroy();
      };
    },
    attachWithPresence(name, document, listener, presence) {
      const provider = new MemberProvider(socket, { name, secret, document, listener, onRefused, presence });
      provider.attach();
      return {
        // Awareness sends it again when the connection is back.
        show: (own) => provider.awareness?.setLocalState(own),
        detach: () => provider.destroy(),
      };
    },
    close: () => socket.destroy(),
  };
}

type MemberOptions = {
  name: string;
  secret: string;
  document: Y.Doc;
  listener: DocumentListener;
  onRefused(reason: string): void;
  presence?: PresenceListener;
};

/** Hocuspocus' provider, which also says which updates are confirmed, and hands on what arrives as it was sent. */
class MemberProvider extends HocuspocusProvider {
  /** What each confirmation to come is for: how many updates. */
  #awaited: number[] = [];
  readonly #listener: DocumentListener;
  #wasSynced = false;

  constructor(websocketProvider: HocuspocusProviderWebsocket, options: MemberOptions) {
    const { name, secret, document, listener, onRefused, presence } = options;
    super({
      websocketProvider,
      name,
      token: secret,
      document,
      ...(presence ? {} : { awareness: null }),
      onAuthenticationFailed: ({ reason }) => onRefused(reason),
      onDisconnect: () => {
        this.#wasSynced = false;
      },
    });
    this.#listener = listener;
    document.on("update", (_update: Uint8Array, origin: unknown) => {
      if (origin !== this) this.#awaited.push(1);
    });
    if (presence) {
      this.awareness?.setLocalState(null);
      this.on("awarenessChange", () =>
        presence(presences(this.awareness?.getStates() ?? new Map(), document.clientID)),
      );
    }
    // Emitted before the message is applied, so that the listener applies it first: applied again it changes nothing.
    this.on("message", ({ message }: { message: Incoming }) => this.#handOn(message));
  }

  // The handshake sends whatever the server lacks, and is confirmed once.
  override startSync(): void {
    this.#awaited = [this.#listener.unconfirmed()];
    super.startSync();
  }

  override decrementUnsyncedChanges(): void {
    const count = this.#awaited.shift() ?? 0;
    if (count > 0) this.#listener.confirmed(count);
    super.decrementUnsyncedChanges();
    if (this.#wasSynced) return;
    this.#wasSynced = true;
    this.#listener.synced(this.authorizedScope === "readonly" ? "reader" : "editor");
  }

  #handOn(message: Incoming): void {
    message.readVarString();
    if (message.readVarUint() !== SYNC) return;
    const kind: number = message.readVarUint();
    if (kind === STEP_TWO || kind === UPDATE) this.#listener.receive(message.readVarUint8Array(), this);
  }
}

type Incoming = { readVarString(): string; readVarUint(): number; readVarUint8Array(): Uint8Array };
