/** Attributes by which the rest of a document finds an element, whatever their prefix. */
const inTag = /\s(?:[\w.-]+:)?(id|paraId|name|r)="([^"]*)"/g;

/** Suggestions of Word, which share their ids. */
const revision = /:(?:ins|del|moveFrom|moveTo|\w+Change)$/;

/** Whether a merged part has an address more often than the versions that it was merged from: both gave it to something new. */
export function repeatsAddress(merged: string, versions: readonly string[]): boolean {
  const counts = versions.map(countAddresses);
  for (const [address, count] of countAddresses(merged))
    if (count > 1 && counts.every((each) => (each.get(address) ?? 0) < count)) return true;
  return false;
}

function countAddresses(xml: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [tag, name] of xml.matchAll(/<([\w:.-]+)\s[^<>]*>/g))
    for (const [, attribute, value] of tag.matchAll(inTag)) {
      const kind = attribute === "id" && revision.test(name ?? "") ? "revision" : name;
      const address = `${kind} ${attribute} ${value}`;
      counts.set(address, (counts.get(address) ?? 0) + 1);
    }
  // The first cell of formulas that are shared has their range; the others only have the number.
  for (const [tag] of xml.matchAll(/<(?:[\w.-]+:)?f\s[^<>]*>/g)) {
    const number = /\sref="/.test(tag) ? /\ssi="([^"]*)"/.exec(tag)?.[1] : undefined;
    if (number !== undefined) counts.set(`formula ${number}`, (counts.get(`formula ${number}`) ?? 0) + 1);
  }
  return counts;
}

/** Gives suggestions of Word whose id both versions gave to one of their own an id that no other has. Nothing refers to these ids. */
export function withOwnRevisions(merged: string, versions: readonly string[]): string {
  const counts = versions.map(countAddresses);
  const used = new Map<string, number>();
  let free = 0;
  const tags = /<(w:(?:ins|del|moveFrom|moveTo|\w+Change))(\s[^<>]*?\s?w:id=")(\d+)"/g;
  for (const [, , , id = ""] of merged.matchAll(tags)) free = Math.max(free, Number(id));
  return merged.replaceAll(tags, (tag, name: string, before: string, id: string) => {
    const count = (used.get(id) ?? 0) + 1;
    used.set(id, count);
    if (counts.some((each) => (each.get(`revision id ${id}`) ?? 0) >= count)) return tag;
    free += 1;
    return `<${name}${before}${free}"`;
  });
}
