import { lazy } from "react";
import SettingsScreen from "../features/settings/settings-screen";

const parts = {
  HttpServer: lazy(() => import("../features/agents/http-server-setting")),
  GrantedTools: lazy(() => import("../features/assistant/setup/granted-list")),
};

/** The settings, with the parts that other features provide. */
export default function SettingsView() {
  return <SettingsScreen parts={parts} />;
}
