/** The element that shows the document in front. */
export const panelId = "canvas-panel";

/** The element of a document's tab. */
export const tabId = (doc: string) => `tab-${doc}`;
