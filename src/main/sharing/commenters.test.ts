import type { Connection, Document } from "@hocuspocus/server";
import { describe, expect, test } from "vitest";
import * as Y from "yjs";
import { createCommenterCheck } from "./commenters";
import type { Client } from "./follow-store";

const text = "a".repeat(24);
const status = '{"status":"open","changed":"2026-01-01T00:00:00.000Z"}';
const statusOf = (letter: string) => `${text}/c_${letter.repeat(10)}/status`;
const limits = { commenterBytes: 1e6, comments: { burst: 100, perSecond: 0 }, commentsBytes: 1e6 };

/** The shared comments as a server has them, with a thread of an editor's, and its check. */
function server(given: Partial<typeof limits> = {}) {
  const document = new Y.Doc() as Document;
  document.getMap("comments").set(statusOf("a"), status);
  const check = createCommenterCheck({ ...limits, ...given });
  return {
    document,
    /** What the check answers to a holder of a secret. What it lets through is applied. */
    send(payload: Uint8Array, holder = "ben", socketId = "1") {
      const connection = { socketId, context: { holder } } as Connection<Client>;
      const why = check({ document, payload, connection });
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
