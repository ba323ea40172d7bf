import temml from "temml";

/**
 * MathML for a formula in TeX. `trust` is off, so that nothing in it becomes an address, a class or a style; macros end
 * with the formula, and what they and its lengths grow into is bounded.
 */
export function drawMath({ source, display }: { source: string; display: boolean }): string {
  return temml.renderToString(source, {
    displayMode: display,
    annotate: false,
    throwOnError: true,
    strict: false,
    trust: false,
    maxExpand: 1000,
    maxSize: [50, 50],
    macros: {},
  });
}
