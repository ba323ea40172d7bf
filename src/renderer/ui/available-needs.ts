import type { Need } from "../../shared/commands";

/** The document in front, as far as commands depend on it. */
type Front = { kind: string; format: string | null; path: string | null };

/** What commands can work on now: menu and palette grey the others. */
export const availableNeeds = (front: Front | null, hasFolder: boolean): Need[] => [
  ...(front ? (["document"] as const) : []),
  ...(front?.kind === "text" ? (["text"] as const) : []),
  ...(front?.format === "markdown" ? (["markdown", "markdown or office"] as const) : []),
  ...(front?.kind === "office" ? (["office", "markdown or office"] as const) : []),
  ...(front?.path ? (["file"] as const) : []),
  ...(hasFolder ? (["folder"] as const) : []),
];
