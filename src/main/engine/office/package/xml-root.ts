/**
 * A stretch of a part as XML of its own: in the part's root tag, so that its namespaces mean the same. `shift` is added to a place in
 * the result to have it in the part.
 */
export function inRoot(xml: string, from: number, to: number): { xml: string; shift: number } {
  const start = /<(?![?!])(?:"[^"]*"|'[^']*'|[^"'>])*>/.exec(xml)?.[0] ?? "";
  const name = /^<([^\s/>]+)/.exec(start)?.[1] ?? "";
  return { xml: `${start}${xml.slice(from, to)}</${name}>`, shift: from - start.length };
}
