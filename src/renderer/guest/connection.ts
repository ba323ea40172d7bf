import { type FromGuest, guestPaths, type ToGuest } from "../../shared/guest";

/** What the page shows of its connection. */
export type ConnectionState = { kind: "connected" } | { kind: "away" } | { kind: "ended"; why: string };

type ConnectionOptions = {
  handleEvent(name: string, event: unknown): void;
  stateChanged(state: ConnectionState): void;
};

export type Connection = {
  /** Rejects with the server's sentence. Waits as long as the connection is gone. */
  request(name: string, argument: unknown): Promise<unknown>;
  /** The names of the requests that have no answer. */
  unanswered(): string[];
};

const MAX_PAUSE_MS = 10_000;
const FIRST_PAUSE_MS = 300;
/** What was received is confirmed together after this time. */
const CONFIRM_AFTER_MS = 200;

/** The page's end of what `GuestStream` is on the server: requests are sent again after a broken connection, and nothing arrives twice. */
export function connect({ handleEvent, stateChanged }: ConnectionOptions): Connection {
  const waiting = new Map<
    number,
    { name: string; text: string; done(value: unknown): void; failed(error: Error): void }
  >();
  let socket: WebSocket | null = null;
  let isWelcome = false;
  let window: string | null = null;
  let lastRequest = 0;
  let received = 0;
  let pause = FIRST_PAUSE_MS;
  let isEnded = false;
  let isConfirming = false;
  let retrying = 0;

  const send = (message: FromGuest) => socket?.send(JSON.stringify(message));

  function open(): void {
    clearTimeout(retrying);
    const address = new URL(guestPaths.socket, location.href);
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    const own = new WebSocket(address);
    socket = own;
    isWelcome = false;
    own.onopen = () => send({ kind: "hello", window, received });
    own.onmessage = ({ data }) => {
      if (socket === own && typeof data === "string") receive(JSON.parse(data) as ToGuest);
    };
    own.onclose = () => {
      if (socket !== own) return;
      socket = null;
      if (isEnded) return;
      stateChanged({ kind: "away" });
      retrying = self.setTimeout(open, pause);
      pause = Math.min(pause * 2, MAX_PAUSE_MS);
    };
  }

  function receive(message: ToGuest): void {
    if (message.kind === "welcome") {
      window = message.window;
      isWelcome = true;
      pause = FIRST_PAUSE_MS;
      stateChanged({ kind: "connected" });
      for (const [id, { text }] of waiting) if (id > message.received) socket?.send(text);
      return;
    }
    if (message.kind === "ended") {
      isEnded = true;
      stateChanged({ kind: "ended", why: message.why });
      return;
    }
    if (message.number <= received) return;
    received = message.number;
    confirmSoon();
    if (message.kind === "event") {
      handleEvent(message.name, message.event);
      return;
    }
    const asked = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.kind === "answer") asked?.done(message.value);
    else asked?.failed(new Error(message.why));
  }

  function confirmSoon(): void {
    if (isConfirming) return;
    isConfirming = true;
    self.setTimeout(() => {
      isConfirming = false;
      if (isWelcome) send({ kind: "received", number: received });
    }, CONFIRM_AFTER_MS);
  }

  self.addEventListener("online", () => {
    if (socket === null && !isEnded) open();
  });
  open();

  return {
    request(name, argument) {
      const id = ++lastRequest;
      const text = JSON.stringify({ kind: "request", id, name, argument } satisfies FromGuest);
      return new Promise((done, failed) => {
        waiting.set(id, { name, text, done, failed });
        if (isWelcome && socket?.readyState === WebSocket.OPEN) socket.send(text);
      });
    },
    unanswered: () => [...waiting.values()].map(({ name }) => name),
  };
}
