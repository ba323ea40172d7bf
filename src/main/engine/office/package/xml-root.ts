/**
 * A range of a part as separate XML, inside the part's root tag, so that its namespaces are declared. Add `shift` to an offset in the
 * result to get the offset in the part.
 */
export function inRoot(xml: string, from: number, to: number): { xml: string; shift: number } {
  const start = /<(?![?!])(?:"[^"]*"|'[^']*'|[^"'>])*>/.exec(xml)?.[0] ?? "";
  const name = /^<([^\s/>]+)/.exec(start)?.[1] ?? "";
  return { xml: `${start}${xml.slice(from, to)}</${name}>`, shift: from - start.length };
}
