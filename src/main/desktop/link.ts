/** The address, if it is one that may be offered. */
export function linkOf(text: string): URL | null {
  try {
    const url = new URL(text);
    return ["https:", "http:", "mailto:"].includes(url.protocol) ? url : null;
  } catch {
    return null;
  }
}
