import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { asSandboxedUser, lacksDisplay, startVirtualDisplay } from "../set-up/display.mjs";
import { inProject, SetUpError } from "../set-up/project.mjs";
import { runCommand } from "../set-up/run-command.mjs";
import { icnsFile, icoFile, iconSizes } from "./icon-files.mjs";

/** Draws `resources/icon.svg` in every size into `folder`, with Electron, and makes icon.ico and icon.icns from the pictures. */
export async function makeIcons(folder, electron) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const display = lacksDisplay() ? await startVirtualDisplay() : undefined;
  const drawing = [inProject("scripts/package/draw-icons.cjs"), inProject("resources/icon.svg"), folder];
  const user = asSandboxedUser([electron]);
  const argv = [...user.argv, ...(user.sandbox ? [] : ["--no-sandbox"]), ...drawing, ...iconSizes.map(String)];
  const env = { ...display?.env, ...user.env };
  delete process.env.ELECTRON_RUN_AS_NODE;
  try {
    const { code, printed } = await runCommand(argv, { env, output: "kept" });
    if (code !== 0) throw new SetUpError(`The icons could not be drawn.\n${printed}`);
  } finally {
    display?.stop();
  }
  const pictures = new Map(iconSizes.map((size) => [size, readFileSync(join(folder, `${size}x${size}.png`))]));
  writeFileSync(join(folder, "icon.ico"), icoFile([...pictures].filter(([size]) => size <= 256)));
  writeFileSync(join(folder, "icon.icns"), icnsFile(pictures));
}
