import type { DocumentId, Handlers, MenuItem, Settings, StartState, Workspace } from "../../shared/contract";
import { defaultSettings } from "../../shared/settings";

type Deps = {
  start: Partial<StartState>;
  workspace(): Workspace | null;
  forgetDocument(doc: DocumentId): void;
  /** The picked item of a menu, and the items of the last one. */
  answers: { menu: string | null; menuItems: MenuItem[] };
};

/** What main does for the window itself, in memory: start, settings, menus, exports. */
export function memoryWindow({ start, workspace, forgetDocument, answers }: Deps) {
  let settings: Settings = { ...defaultSettings, ...start.settings };
  return {
    "app:start": async () => ({
      version: "0.0.0",
      systemLanguage: "en",
      platform: "linux",
      recent: [],
      session: null,
      documents: [],
      active: null,
      welcome: null,
      agents: [],
      areAgentsPaused: false,
      pendingApprovals: [],
      notices: [],
      heldBack: [],
      ...start,
      settings,
      workspace: workspace(),
    }),
    "app:painted": async () => {},
    "app:save-session": async () => {},
    "app:save-settings": async (changed) => {
      settings = { ...settings, ...changed };
      return settings;
    },
    "app:open-settings-file": async () => ({ ok: true, path: "/data/settings.json" }),
    "app:connection-guide": async () => ({
      root: workspace()?.root ?? "",
      ways: [
        {
          title: "Claude Code",
          explanation: "Run this in a terminal.",
          language: "sh",
          text: `claude mcp add galley -- galley mcp --root ${workspace()?.root ?? "."}`,
        },
      ],
    }),
    "app:toggle-full-screen": async () => {},
    "app:copy": async () => {},
    "app:copy-rich": async () => {},
    "app:copied-address": async () => null,
    "app:open-link": async () => {},
    "app:available": async () => {},
    "app:ready-to-close": async () => {},
    "app:menu": async (items) => {
      answers.menuItems = items;
      return answers.menu;
    },
    "export:pick": async () => ({ ok: true, place: null }),
    "export:write": async () => ({ ok: true, path: "" }),
    "export:pdf": async () => ({ ok: true, path: "" }),
    "export:cancel": async () => {},
    "export:reveal": async () => {},
    "export:print": async () => ({ ok: true, isPrinted: false }),
    "export:has-pandoc": async () => ({ ok: true, hasPandoc: false }),
    "export:pandoc": async () => ({ ok: true, path: "" }),
    "styles:list": async () => ({ ok: true, names: [] }),
    "styles:read": async () => ({ ok: false, error: { code: "not_found", message: "" } }),
    "styles:add": async () => ({ ok: true, name: null }),
    "styles:show": async () => ({ ok: true }),
    "export:image": async () => ({ ok: false, error: { code: "not_found", message: "" } }),
    "window:new": async () => {},
    "window:open-folder": async () => ({ ok: true }),
    "window:move-tab": async ({ doc }) => {
      forgetDocument(doc);
      return { ok: true };
    },
    "window:show-spot": async () => {},
    "window:close": async () => {},
  } satisfies Partial<Handlers>;
}
