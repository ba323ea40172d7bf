import { setImmediate as nextTurn } from "node:timers/promises";
import { promisify } from "node:util";
import { deflateRaw, deflateRawSync, inflateRaw, inflateRawSync } from "node:zlib";

/** Longer JSON is deflated. */
const LONG_JSON = 200_000;
/** Items of a list, and characters of JSON, that are handled in one turn of the thread: a few milliseconds. */
const ITEMS_PER_TURN = 4000;
const CHARACTERS_PER_TURN = 400_000;

/** A value as it is stored in a column: JSON, deflated if long. */
export type PackedJson = string | Uint8Array;

const packed = (json: string): PackedJson => (json.length > LONG_JSON ? deflateRawSync(json, { level: 1 }) : json);

export const packJson = (value: unknown): PackedJson => packed(JSON.stringify(value));

/** The value; throws if it is not one that `packJson` returned. */
export const unpackJson = (stored: PackedJson): unknown =>
  JSON.parse(stored instanceof Uint8Array ? inflateRawSync(stored).toString("utf8") : stored);

/** The JSON of a list, made in several turns if it is long. */
export async function jsonOfList(list: readonly unknown[]): Promise<string> {
  const parts: string[] = [];
  for (let at = 0; at < list.length; at += ITEMS_PER_TURN) {
    if (at > 0) await nextTurn();
    parts.push(JSON.stringify(list.slice(at, at + ITEMS_PER_TURN)).slice(1, -1));
  }
  return `[${parts.join(",")}]`;
}

/** `packJson` for a list, in several turns if it is long. */
export async function packList(list: readonly unknown[]): Promise<PackedJson> {
  const json = await jsonOfList(list);
  return json.length > LONG_JSON ? promisify(deflateRaw)(json, { level: 1 }) : json;
}

/** `unpackJson` for a list of numbers and objects without objects inside, in several turns if it is long. */
export async function unpackList(stored: PackedJson): Promise<unknown[]> {
  if (typeof stored === "string") return JSON.parse(stored) as unknown[];
  const json = (await promisify(inflateRaw)(stored)).toString("utf8");
  const list: unknown[] = [];
  for (let at = 1; at < json.length; ) {
    // The end of a string is never followed by a letter, so this is not part of one: an item begins behind the comma.
    const next = json.slice(at + CHARACTERS_PER_TURN).search(/,\{"[a-z]/i);
    const end = next < 0 ? json.length - 1 : at + CHARACTERS_PER_TURN + next;
    for (const item of JSON.parse(`[${json.slice(at, end)}]`) as unknown[]) list.push(item);
    at = end + 1;
    await nextTurn();
  }
  return list;
}
