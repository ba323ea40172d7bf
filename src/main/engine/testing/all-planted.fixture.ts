import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { plantedFiles } from "./planted-files.fixture";
import { plantedPackages } from "./planted-packages.fixture";
import { type Planted, plantedTexts } from "./planted-texts.fixture";

/** All hostile fixtures, packages first. */
export const allPlanted: readonly Planted[] = [
  ...[...plantedFiles, ...plantedPackages].map(({ name, what, bytes }) => ({
    name,
    what,
    plant: (folder: string) => writeFileSync(join(folder, name), bytes()),
  })),
  ...plantedTexts,
];
