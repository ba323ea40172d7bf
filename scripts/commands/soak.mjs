import { printLine } from "../set-up/project.mjs";
import { run as e2e } from "./e2e.mjs";

/**
 * Users, agents and programs write at once while processes are killed, clocks jump and the power is cut, for `--minutes N` (default 60); then every word must be found.
 */
export async function run(args) {
  const at = args.indexOf("--minutes");
  const minutes = at === -1 ? 60 : Number(args[at + 1]);
  if (!(minutes > 0)) {
    printLine("Usage: npm run soak -- --minutes N");
    return 2;
  }
  process.env.GALLEY_SOAK_MINUTES = String(minutes);
  return e2e(["e2e/soak.spec.ts", "--workers=1"]);
}
