import { rmSync } from "node:fs";
import { writeSecurity } from "../attacks/security-page.mjs";
import { taggedTests, taggedTitle } from "../attacks/tagged-tests.mjs";
import { inProject, printLine } from "../set-up/project.mjs";
import { run as e2e } from "./e2e.mjs";
import { run as process_ } from "./process.mjs";
import { run as unit } from "./unit.mjs";

/**
 * Runs only the attack tests, in full, and writes docs/security.md. `--sample`: as `npm test` runs them; the page says so. Other arguments are attack
 * ids: only their tests run, and the page is not changed.
 */
export async function run(args) {
  const isSample = args.includes("--sample");
  const only = args.filter((arg) => !arg.startsWith("--"));
  if (!isSample) process.env.GALLEY_LONG = "1";
  const title = only.length === 0 ? taggedTitle : `\\[[^\\]]*\\b(${only.join("|")})\\b[^\\]]*\\]`;
  const tests = taggedTests().filter(({ tags }) => only.length === 0 || only.some((id) => tags.includes(id)));
  rmSync(inProject("out/test-results"), { recursive: true, force: true });
  let failures = 0;
  for (const [project, start, filter] of [
    ["unit", unit, ["-t", title]],
    ["process", process_, ["-t", title]],
    ["e2e", e2e, [`--grep=${title}`]],
  ]) {
    const paths = tests.filter((each) => each.project === project).map(({ path }) => path);
    if (paths.length > 0 && (await start([...paths, ...filter])) !== 0) failures++;
  }
  if (only.length === 0) printLine(writeSecurity());
  return failures === 0 ? 0 : 1;
}
