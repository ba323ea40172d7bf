import type { Connection, Document } from "@hocuspocus/server";
import { describe, expect, test } from "vitest";
import * as Y from "yjs";
import { createCommenterCheck } from "./commenters";
import type { Client } from "./follow-store";

const text = "a".repeat(24);
const status = '{"status":"open","changed":"2026-01-01T00:00:00.000Z"}';
const statusOf = (letter: string) => `${text}/c_${letter.repeat(10)}/status`;
const limits = {
  commenterBytes: 1e6,
  comments: { burst: 100, perSecond: 0 },
  rejectedComments: { burst: 10, perSecond: 0 },
  commentsBytes: 1e6,
};

/** The shared comments as a server has them, with a thread of an editor's, and its check. */
function server(given: Partial<typeof limits> = {}) {
  const document = new Y.Doc() as Document;
  document.getMap("comments").set(statusOf("a"), status);
  const commenters = createCommenterCheck({ ...limits, ...given });
  const { store } = document;
  let reads = 0;
  Object.defineProperty(document, "store", {
    get() {
      reads += 1;
      return store;
    },
  });
  /** Whether each check read the whole document. */
  const copies: boolean[] = [];
  /** What the check answers to a holder of a secret. */
  const check = (payload: Uint8Array, holder = "ben", socketId = "1") => {
    const before = reads;
    const connection = { socketId, context: { holder } } as Connection<Client>;
    const why = commenters.whyNot({ document, payload, connection });
    copies.push(reads > before);
    return why;
  };
  return {
    document,
    copies,
    forget: () => commenters.forget(document),
    check,
    /** What it lets through is applied. */
    send(payload: Uint8Array, holder = "ben", socketId = "1") {
      const why = check(payload, holder, socketId);
      if (why === null) Y.applyUpdate(document, payload);
      return why;
    },
    replica(clientID?: number) {
      const replica = new Y.Doc();
      Y.applyUpdate(replica, Y.encodeStateAsUpdate(document));
      if (clientID !== undefined) replica.clientID = clientID;
      return replica;
    },
  };
}

/** What this change adds to a replica. */
function changeOf(replica: Y.Doc, change: (map: Y.Map<unknown>) => void): Uint8Array {
  const before = Y.encodeStateVector(replica);
  change(replica.getMap("comments"));
  return Y.encodeStateAsUpdate(replica, before);
}

describe("under a client id of Yjs that the document has", () => {
  test("only the holder of the secret with which it came writes further, on each connection", () => {
    const { send, replica } = server();
    const ben = replica(7);
    expect(send(changeOf(ben, (map) => map.set(statusOf("b"), status)))).toBeNull();
    const forged = changeOf(replica(7), (map) => map.set(statusOf("c"), status));
    expect(send(forged, "cleo")).toBe("not for commenters");
    expect(
      send(
        changeOf(ben, (map) => map.set(statusOf("d"), status)),
        "ben",
        "2",
      ),
    ).toBeNull();
  });

  test("nobody writes further who only sent what was there", () => {
    const { document, send, replica } = server();
    const [ann = 0] = Y.decodeStateVector(Y.encodeStateVector(document)).keys();
    const ben = replica();
    ben.getMap("comments").set(statusOf("b"), status);
    expect(send(Y.encodeStateAsUpdate(ben))).toBeNull();
    expect(send(changeOf(replica(ann), (map) => map.set(statusOf("c"), status)))).toBe("not for commenters");
  });
});

describe("the copy that changes are tried on", () => {
  const begin = (letter: string, replica: Y.Doc) => changeOf(replica, (map) => map.set(statusOf(letter), status));

  test("is made once, follows the document, and is made again after a change that is rejected", () => {
    const { document, copies, send, replica } = server();
    const ben = replica();
    expect([send(begin("b", ben)), send(begin("c", ben))]).toEqual([null, null]);
    document.getMap("comments").set(statusOf("d"), status);
    Y.applyUpdate(ben, Y.encodeStateAsUpdate(document));
    const answer = status.replace("open", "resolved");
    expect(send(changeOf(ben, (map) => map.set(statusOf("d"), answer)))).toBeNull();
    expect(send(changeOf(replica(), (map) => map.delete(statusOf("d"))))).toBe("not for commenters");
    expect(send(begin("e", ben))).toBeNull();
    expect(document.getMap("comments").get(statusOf("d"))).toBe(answer);
    expect(copies).toEqual([true, false, false, false, true]);
  });

  test("has nothing that could not be stored", () => {
    const { check, send, replica, forget } = server();
    const ben = replica();
    expect(check(begin("b", ben))).toBeNull();
    forget();
    expect(send(begin("d", ben))).toBe("not for commenters");
  });
});

test("a holder of a secret may change and try only so much, on however many connections", () => {
  const { send, replica } = server({ comments: { burst: 3, perSecond: 0 } });
  const [ben, cleo] = [replica(), replica()];
  const begin = (letter: string, by = ben) => changeOf(by, (map) => map.set(statusOf(letter), status));
  for (const letter of ["b", "c", "d"]) expect(send(begin(letter), "ben", letter)).toBeNull();
  expect(send(begin("e"), "ben", "e")).toBe("too many messages");
  expect(send(begin("f", cleo), "cleo")).toBeNull();
  const hostile = server({ rejectedComments: { burst: 2, perSecond: 0 } });
  const attacks = ["1", "2", "3"].map((socket) =>
    hostile.send(
      changeOf(hostile.replica(), (map) => map.delete(statusOf("a"))),
      "ben",
      socket,
    ),
  );
  expect(attacks).toEqual(["not for commenters", "not for commenters", "too many messages"]);
});

test("bytes are counted as they come, and again before something is too much", () => {
  const { document, send, replica } = server({ commentsBytes: 1000 });
  const ben = replica();
  // A status takes the place of the one before.
  for (let at = 0; at < 30; at++)
    expect(send(changeOf(ben, (map) => map.set(statusOf("a"), status.replace("00.000", `${10 + at}.000`))))).toBeNull();
  expect(Y.encodeStateAsUpdate(document).length).toBeLessThan(1000);
  const answers = [..."bcdefghijk"].map((letter) => send(changeOf(ben, (map) => map.set(statusOf(letter), status))));
  expect(answers).toContain("too much");
  expect(Y.encodeStateAsUpdate(document).length).toBeLessThanOrEqual(1000);
});
