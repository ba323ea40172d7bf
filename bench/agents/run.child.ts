// Runs one client: `run.child.ts NAME FOLDER GALLEY LOG`. Prints its figures as JSON. LOG gets every request that the client sent.
import { appendFileSync, writeFileSync } from "node:fs";
import { agentClients } from "./clients";
import { measureClient } from "./measure";

const [name, folder = "", galley = "", log = ""] = process.argv.slice(2);
const client = agentClients.find((each) => each.name === name);
if (client === undefined) throw new Error(`There is no client ${name}.`);
writeFileSync(log, "");
const figures = await measureClient(client, folder, galley, (path, body) => appendFileSync(log, `${path}\n${body}\n`));
console.log(JSON.stringify(figures));
process.exit(0);
