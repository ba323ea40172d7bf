import type { Page } from "@playwright/test";

/**
 * Records the visible elements that match `selector`, even if they only appear for a moment: a glow, a notice, an announcement. Call it before the
 * action; the result returns the markup of all elements seen so far, in order. A page load ends the recording.
 */
export async function recordVisible(page: Page, selector: string): Promise<() => Promise<string[]>> {
  const recording = await page.evaluateHandle((pageSelector) => {
    const markups = new Set<string>();
    const record = () => {
      for (const element of document.querySelectorAll(pageSelector))
        if (element.checkVisibility()) markups.add(element.outerHTML);
    };
    record();
    new MutationObserver(record).observe(document, {
      childList: true,
      characterData: true,
      attributes: true,
      subtree: true,
    });
    return { markups };
  }, selector);
  return () => recording.evaluate(({ markups }) => [...markups]);
}
