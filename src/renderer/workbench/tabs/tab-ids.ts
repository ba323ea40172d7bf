import type { GroupId, TabKey } from "../groups/arrangement";

/** The element that shows the document in front of a group. */
export const panelId = (group: GroupId) => `canvas-panel-${group}`;

/** The element of a tab. */
export const tabId = (tab: TabKey) => `tab-${tab}`;
