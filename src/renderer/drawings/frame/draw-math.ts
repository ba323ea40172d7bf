import temml from "temml";

/**
 * Converts a TeX formula to MathML. `trust` is off, so a formula cannot set addresses, classes or styles. Macros last
 * for one formula, and their expansion and sizes are limited.
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
