/** Reads Git's index: which content Git has put where. Files of a repository are not trusted. */

const MAX_NAME = 4096;

/** The SHA-1 of the content of each path, with `/`; null for a path in conflict. Null if the index cannot be read. */
export function readGitIndex(bytes: Buffer): Map<string, string | null> | null {
  if (bytes.length < 12 || bytes.toString("latin1", 0, 4) !== "DIRC") return null;
  const version = bytes.readUInt32BE(4);
  const count = bytes.readUInt32BE(8);
  if (version < 2 || version > 4) return null;
  const entries = new Map<string, string | null>();
  let at = 12;
  let name = "";
  for (let entry = 0; entry < count; entry++) {
    const start = at;
    if (start + 62 > bytes.length) return null;
    const hash = bytes.toString("hex", start + 40, start + 60);
    const flags = bytes.readUInt16BE(start + 60);
    at = start + 62 + (version >= 3 && (flags & 0x4000) !== 0 ? 2 : 0);
    let kept = "";
    if (version === 4) {
      // Names are stored as what differs from the name before: how much to cut off, as a number of seven bits a byte, and what to add.
      let cut = 0;
      for (let more = true, first = true; more; first = false) {
        const byte = bytes[at++];
        if (byte === undefined || cut > MAX_NAME) return null;
        cut = ((first ? 0 : cut + 1) << 7) | (byte & 0x7f);
        more = (byte & 0x80) !== 0;
      }
      if (cut > name.length) return null;
      kept = name.slice(0, name.length - cut);
    }
    const end = bytes.indexOf(0, at);
    if (end === -1 || end - at > MAX_NAME) return null;
    // One character a byte, since names are cut by bytes.
    name = kept + bytes.toString("latin1", at, end);
    at = version === 4 ? end + 1 : start + Math.ceil((end - start + 1) / 8) * 8;
    const isConflict = (flags & 0x3000) !== 0;
    entries.set(Buffer.from(name, "latin1").toString("utf8"), isConflict ? null : hash);
  }
  return entries;
}
