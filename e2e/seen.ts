import type { Page } from "@playwright/test";

/**
 * Records the visible elements that match `selector`, even if they only appear for a moment: a glow, a notice, an announcement. Call it before the
 * action; the result returns the markup of all elements seen so far, in order. A page load ends the recording.
 */
export async function recordSeen(page: Page, selector: string): Promise<() => Promise<string[]>> {
  const seen = await page.evaluateHandle((wanted) => {
    const markups = new Set<string>();
    const look = () => {
      for (const element of document.querySelectorAll(wanted))
        if (element.checkVisibility()) markups.add(element.outerHTML);
    };
    look();
    new MutationObserver(look).observe(document, {
      childList: true,
      characterData: true,
      attributes: true,
      subtree: true,
    });
    return { markups };
  }, selector);
  return () => seen.evaluate(({ markups }) => [...markups]);
}
