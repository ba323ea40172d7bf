// Prints the clients as JSON, for the command that installs them.
import { agentClients } from "./clients";

console.log(
  JSON.stringify(
    agentClients.map(({ name, packageName, version, program }) => ({ name, packageName, version, program })),
  ),
);
