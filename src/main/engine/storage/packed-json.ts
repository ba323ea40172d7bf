import { deflateRawSync, inflateRawSync } from "node:zlib";

/** Longer JSON is deflated. */
const LONG_JSON = 200_000;

/** A value as it is stored in a column: JSON, deflated if long. */
export type PackedJson = string | Uint8Array;

export function packJson(value: unknown): PackedJson {
  const json = JSON.stringify(value);
  return json.length > LONG_JSON ? deflateRawSync(json, { level: 1 }) : json;
}

/** The value; throws if it is not one that `packJson` returned. */
export const unpackJson = (packed: PackedJson): unknown =>
  JSON.parse(packed instanceof Uint8Array ? inflateRawSync(packed).toString("utf8") : packed);
