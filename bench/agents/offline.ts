/** How the agents work without a network, with a local model at `modelUrl`: what both a client of the MCP server and an agent of the panel need. */
import { writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";

/** Writes a file of an agent's configuration, with its folder. */
export async function putConfig(folder: string, name: string, text: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  writeFileSync(join(folder, name), text);
}

/** The environment of Claude Code; its configuration is in `config`. */
export const claudeEnvironment = (config: string, modelUrl: string): Record<string, string> => ({
  ANTHROPIC_BASE_URL: modelUrl,
  ANTHROPIC_API_KEY: "none",
  CLAUDE_CONFIG_DIR: config,
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
  // Running as root is rejected elsewhere than in a container.
  IS_SANDBOX: "1",
});

/** The lines of Codex's config.toml; those of `more` are its own settings, before the tables. */
export const codexConfig = (modelUrl: string, more: readonly string[] = []): string[] => [
  `model = "gpt-5.5"`,
  `model_provider = "local"`,
  ...more,
  "check_for_update_on_startup = false",
  "[analytics]",
  "enabled = false",
  "[model_providers.local]",
  `name = "local"`,
  `base_url = "${modelUrl}/v1"`,
  `wire_api = "responses"`,
];

export const geminiSettings = {
  security: { auth: { selectedType: "gemini-api-key" }, folderTrust: { enabled: false } },
  general: { disableAutoUpdate: true, enableAutoUpdate: false },
  privacy: { usageStatisticsEnabled: false },
  telemetry: { enabled: false },
};

export const geminiEnvironment = (modelUrl: string): Record<string, string> => ({
  GEMINI_API_KEY: "none",
  GOOGLE_GEMINI_BASE_URL: modelUrl,
  GEMINI_CLI_NO_RELAUNCH: "true",
});

export const opencodeConfig = (modelUrl: string) => ({
  autoupdate: false,
  share: "disabled",
  model: "local/model",
  provider: {
    local: {
      npm: "@ai-sdk/openai-compatible",
      name: "local",
      options: { baseURL: `${modelUrl}/v1`, apiKey: "none" },
      models: { model: { name: "model", limit: { context: 400_000, output: 8_000 }, tool_call: true } },
    },
  },
});

export const opencodeEnvironment: Record<string, string> = {
  OPENCODE_DISABLE_AUTOUPDATE: "1",
  OPENCODE_DISABLE_MODELS_FETCH: "1",
  OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
};
