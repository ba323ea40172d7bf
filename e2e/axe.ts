import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { project } from "./launch";
import { persistentFindings } from "./wait-until-stable";

type AxeResult = { violations: { id: string; nodes: { target: unknown; any: { message: string }[] }[] }[] };

/**
 * Accessibility violations that persist; transitions are given time to end. One line for each rule, with the elements that break it. `npm test` checks
 * only the views that are its sample, since axe looks at the whole window each time and most of it is the same; all other runs check every view.
 */
export async function axeFindings(page: Page, view: "in the sample" | "others" = "others"): Promise<string[]> {
  if (process.env["GALLEY_SHORT"] && view === "others") return [];
  const isLoaded = await page.evaluate(() => "axe" in window);
  if (!isLoaded) await page.evaluate(await readFile(join(project, "node_modules/axe-core/axe.min.js"), "utf8"));
  return persistentFindings(() =>
    page.evaluate(async () => {
      const { axe } = window as unknown as { axe: { run(options: object): Promise<AxeResult> } };
      // Without the elements that are all right, whose descriptions take most of the time.
      return (await axe.run({ resultTypes: ["violations"] })).violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.target} ${node.any[0]?.message ?? ""}`).join("; ")}`,
      );
    }),
  );
}
