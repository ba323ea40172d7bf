import { describe, expect, test } from "vitest";
import * as Y from "yjs";
import { commentList } from "./comment-list";
import { createUpdateCheck } from "./commenter-check";

const text = "a".repeat(24);
const thread = "c_0123456789";
const message = `${thread}/message/2026-01-01T00:00:00.000Z/0123456789abcdef`;

describe("a commenter's update", () => {
  const server = () => {
    const document = new Y.Doc();
    commentList(document, () => {}).write(text, new Map([[message, '{"text":"one"}']]));
    return document;
  };
  const replicaOf = (document: Y.Doc) => {
    const replica = new Y.Doc();
    Y.applyUpdate(replica, Y.encodeStateAsUpdate(document));
    return replica;
  };
  const limits = { maxThreads: 3, maxMessages: 2 };
  const rules = { isSound: () => true, isOwn: (_client: number) => false };
  const isCommentersUpdate = (document: Y.Doc, update: Uint8Array, { isSound, isOwn }: typeof rules) =>
    createUpdateCheck(document, { isSound, ...limits }).check(update, isOwn).is === "allowed";

  test("adds a message", () => {
    const document = server();
    const replica = replicaOf(document);
    replica.getMap("comments").set(`${text}/${message.replace("00.000Z", "01.000Z")}`, "{}");
    expect(isCommentersUpdate(document, Y.encodeStateAsUpdate(replica), rules)).toBe(true);
    expect(isCommentersUpdate(document, Y.encodeStateAsUpdate(replica), { ...rules, isSound: () => false })).toBe(
      false,
    );
  });

  test("is rejected if it deletes or changes one, or holds anything else", () => {
    const document = server();
    const attacks: ((replica: Y.Doc) => void)[] = [
      (replica) => replica.getMap("comments").delete(`${text}/${message}`),
      (replica) => replica.getMap("comments").set(`${text}/${message}`, "{}"),
      (replica) => replica.getMap("comments").set(`${text}/l_0123456789`, "{}"),
      (replica) => replica.getMap("comments").set("odd", "{}"),
      (replica) => replica.getMap("comments").set(`${text}/${thread}/status`, new Y.Text("{}")),
      (replica) => replica.getText("t").insert(0, "text"),
    ];
    for (const attack of attacks) {
      const replica = replicaOf(document);
      attack(replica);
      expect(isCommentersUpdate(document, Y.encodeStateAsUpdate(replica), rules), String(attack)).toBe(false);
    }
    expect(isCommentersUpdate(document, Uint8Array.from([1, 2, 3]), rules)).toBe(false);
  });

  test("may write what is there already, as when two complete the same thread, but no lock", () => {
    const document = server();
    const first = replicaOf(document);
    const second = replicaOf(document);
    const lock = `${text}/l_0123456789`;
    document.getMap("comments").set(lock, "{}");
    for (const replica of [first, second])
      for (const part of ["anchor", "work"]) replica.getMap("comments").set(`${text}/${thread}/${part}`, "{}");
    Y.applyUpdate(document, Y.encodeStateAsUpdate(first));
    expect(isCommentersUpdate(document, Y.encodeStateAsUpdate(second), rules)).toBe(true);
    const other = replicaOf(document);
    other.getMap("comments").set(`${text}/${thread}/work`, "other");
    expect(isCommentersUpdate(document, Y.encodeStateAsUpdate(other), rules)).toBe(false);
    const third = replicaOf(document);
    third.getMap("comments").set(lock, "{}");
    expect(isCommentersUpdate(document, Y.encodeStateAsUpdate(third), rules)).toBe(false);
  });

  test("is rejected if it waits for something that comes later, when nobody would look at it", () => {
    const document = server();
    const replica = replicaOf(document);
    replica.getMap("comments").set(`${text}/${thread}/status`, "{}");
    const between = Y.encodeStateVector(replica);
    replica.getMap("comments").set(`${text}/${message}`, "later");
    const late = Y.encodeStateAsUpdate(replica, between);
    expect(isCommentersUpdate(document, late, rules)).toBe(false);
    // A deletion of what an editor will write next.
    const editor = replicaOf(document);
    editor.getMap("comments").set(`${text}/l_0123456789`, "{}");
    const hostile = replicaOf(editor);
    const known = Y.encodeStateVector(hostile);
    hostile.getMap("comments").delete(`${text}/l_0123456789`);
    expect(isCommentersUpdate(document, Y.encodeStateAsUpdate(hostile, known), rules)).toBe(false);
  });

  test("may not bring more messages into a thread, and more threads into a text, than members show", () => {
    const document = server();
    const messageOf = (owner: string, at: number) =>
      `${text}/${message.replace("00.000Z", `0${at}.000Z`)}`.replace(thread, owner);
    const check = createUpdateCheck(document, { isSound: () => true, ...limits });
    const tried = (...keys: string[]) => {
      const replica = replicaOf(document);
      replica.transact(() => {
        for (const key of keys) replica.getMap("comments").set(key, "{}");
      });
      const update = Y.encodeStateAsUpdate(replica);
      const { is } = check.check(update, () => false);
      if (is === "allowed") Y.applyUpdate(document, update);
      return is;
    };
    const other = (at: number) => `c_000000000${at}`;
    expect(tried(messageOf(thread, 1), messageOf(thread, 2))).toBe("too much");
    expect(tried(messageOf(thread, 1))).toBe("allowed");
    expect(tried(messageOf(thread, 2))).toBe("too much");
    expect(tried(messageOf(other(1), 1), messageOf(other(2), 1), messageOf(other(3), 1))).toBe("too much");
    expect(tried(messageOf(other(1), 1), messageOf(other(2), 1))).toBe("allowed");
    expect(tried(`${text}/${other(3)}/status`)).toBe("too much");
    expect(tried(`${"b".repeat(24)}/${other(3)}/status`)).toBe("allowed");
    // An editor brings more than that, and deletes some.
    const map = document.getMap("comments");
    for (const at of [3, 4, 5]) map.set(`${text}/${other(at)}/status`, "{}");
    expect(tried(messageOf(other(1), 2), `${text}/${other(1)}/status`)).toBe("allowed");
    for (const at of [3, 4, 5]) map.delete(`${text}/${other(at)}/status`);
    map.delete(messageOf(thread, 1));
    expect(tried(`${text}/${other(6)}/status`)).toBe("too much");
    expect(tried(messageOf(thread, 3))).toBe("allowed");
    expect(tried(messageOf(thread, 4))).toBe("too much");
  });

  test("is rejected under the client id of somebody else, whose next comments would never arrive", () => {
    const document = server();
    const [ann = 0] = Y.decodeStateVector(Y.encodeStateVector(document)).keys();
    const forged = replicaOf(document);
    forged.clientID = ann;
    const known = Y.encodeStateVector(forged);
    forged.getMap("comments").set(`${text}/${thread}/status`, "{}");
    const items = Y.encodeStateAsUpdate(forged, known);
    expect(isCommentersUpdate(document, items, rules)).toBe(false);
    expect(isCommentersUpdate(document, items, { ...rules, isOwn: (client) => client === ann })).toBe(true);
    // What occupies clocks and holds nothing, which no observer sees.
    const gap = occupied(ann, 1, 1000);
    const attacked = replicaOf(document);
    Y.applyUpdate(attacked, gap);
    expect(Y.decodeStateVector(Y.encodeStateVector(attacked)).get(ann)).toBe(1001);
    for (const isOwn of [() => true, () => false])
      for (const client of [ann, ann + 1])
        expect(isCommentersUpdate(document, occupied(client, client === ann ? 1 : 0, 1000), { ...rules, isOwn })).toBe(
          false,
        );
  });
});

/** An update whose only struct is a `GC`: it occupies clocks of a client. */
function occupied(client: number, clock: number, length: number): Uint8Array {
  const number = (value: number): number[] =>
    value < 128 ? [value] : [(value % 128) + 128, ...number(Math.floor(value / 128))];
  return Uint8Array.from([1, 1, ...number(client), ...number(clock), 0, ...number(length), 0]);
}
