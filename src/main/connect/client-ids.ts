/** The programs whose configuration Galley can write, by the names that the command line takes. */
export const clientIds = ["claude", "codex", "gemini", "opencode", "cursor", "zed"] as const;
export type ClientId = (typeof clientIds)[number];

/** `user`: for every folder that the user works in. `project`: in the project's folder, where it may be shared. */
export type ConnectScope = "user" | "project";
