import type { Page } from "@playwright/test";

/** Elements in the window that only markup from a document could have created, outside the frames that are made for it. */
export const findForeignElements = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const allowedSource = /^galley:\/\/(?:app|image|drawings)\/|^(?:data:image\/|blob:galley:)/;
    const foreignElements = [...document.querySelectorAll("body *")].filter(
      (element) =>
        /^(?:script|object|embed|link|meta|base|style|audio|video|template|frameset)$/.test(element.localName) ||
        element.getAttributeNames().some((name) => name.startsWith("on")) ||
        /^\s*(?:(?:javascript|vbscript|file|smb|blob|filesystem|view-source|ms-\w+):|data:text)/i.test(
          element.getAttribute("href") ?? "",
        ) ||
        (element instanceof HTMLImageElement && element.src !== "" && !allowedSource.test(element.src)) ||
        /url\((?!["']?(?:data:|blob:|#|galley:))/.test(element.getAttribute("style") ?? ""),
    );
    return foreignElements.map(({ outerHTML }) => outerHTML.slice(0, 200));
  });
