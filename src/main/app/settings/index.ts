/** The settings, and what the app stores about itself. */

export { type AppState, createAppState } from "./app-state";
export { createSettingsService, type SettingsService } from "./settings-service";
