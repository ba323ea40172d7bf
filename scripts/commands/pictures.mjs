import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hasProgram } from "../set-up/libraries.mjs";
import { inProject, printLine } from "../set-up/project.mjs";
import { play } from "./playwright.mjs";

/** The size of a picture on a PNG sheet; the HTML sheets have them in full size. ImageMagick makes none that is wider or higher than 16,000 pixels. */
const TILE = "480x320>+6+6";

/**
 * Takes pictures of every view of the built app, and puts those of each appearance on one contact sheet: `out/pictures/<appearance>.html`, and a PNG
 * beside it if ImageMagick is installed. The same sources give the same pixels, so two runs can be compared.
 */
export async function run(args) {
  const code = await play(["--project=pictures", "--workers=2", ...args]);
  const out = inProject("out/pictures");
  for (const appearance of existsSync(out) ? readdirSync(out, { withFileTypes: true }) : []) {
    if (!appearance.isDirectory()) continue;
    const names = readdirSync(join(out, appearance.name)).filter((name) => name.endsWith(".png"));
    writeSheets(out, appearance.name, names.sort());
  }
  return code;
}

function writeSheets(out, appearance, names) {
  const html = join(out, `${appearance}.html`);
  writeFileSync(html, sheet(appearance, names));
  printLine(html);
  if (!hasProgram("montage")) return;
  const tiles = names.flatMap((name) => ["-label", name.replace(".png", ""), join(out, appearance, name)]);
  const columns = Math.ceil(Math.sqrt(names.length));
  const layout = ["-tile", `${columns}x`, "-geometry", TILE, "-gravity", "north"];
  const png = join(out, `${appearance}.png`);
  execFileSync("montage", [...tiles, ...layout, "-background", "#777", "-fill", "white", "-strip", png]);
  printLine(png);
}

/** An HTML page with the pictures and their names; a click shows one in full size. */
function sheet(appearance, names) {
  const { version } = JSON.parse(readFileSync(inProject("package.json"), "utf8"));
  const figures = names.map((name) => {
    const path = `${appearance}/${encodeURIComponent(name)}`;
    return `<figure><figcaption>${name.replace(".png", "")}</figcaption><a href="${path}"><img src="${path}" loading="lazy"></a></figure>`;
  });
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Galley ${version}, ${appearance}</title>
<style>
  body { margin: 1rem; background: #777; color: #fff; font: 15px sans-serif }
  main { display: grid; grid-template-columns: repeat(auto-fill, minmax(26rem, 1fr)); gap: 1rem; align-items: start }
  figure { margin: 0 }
  img { width: 100% }
</style>
<h1>${names.length} views, ${appearance}</h1>
<main>
${figures.join("\n")}
</main>
</html>
`;
}
