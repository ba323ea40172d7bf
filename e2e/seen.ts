import type { Page } from "@playwright/test";

/**
 * Keeps what matches `selector` in the page from now on, also where it passes by itself before anybody looks: a glow, a
 * notice, a sentence that is said over. Set before the act; what it answers with tells, each time it is called, the markup
 * of all that has been visible since, in order. A load of the page ends it.
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
