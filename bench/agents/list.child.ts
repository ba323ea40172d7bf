// Prints the clients, and the agents of the panel, as JSON, for the command that installs them.
import { agentClients } from "./clients";
import { panelAgents } from "./panel-agents";

console.log(
  JSON.stringify({
    clients: agentClients.map(({ name, packageName, version, program }) => ({ name, packageName, version, program })),
    panel: panelAgents.map(({ folder, packageName, version, program }) => ({ folder, packageName, version, program })),
  }),
);
