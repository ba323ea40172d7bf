/** A short soak without windows. `npm run soak` lasts longer and includes the app. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { createCliFixture } from "../../src/main/cli/testing/galley-process";
import { dataFolder } from "../../src/main/engine/storage/files/folders";
import { evidenceIn } from "./evidence";
import { leftIn, Soak } from "./soak";

/** Each turn ends with one jump of the clock, and one kill or power cut. */
const TURNS = process.env["GALLEY_LONG"] ? 6 : 3;
/** By count, not by time: a busy machine needs longer. */
const WORDS_PER_TURN = 7;

test("every confirmed word is found after writes, kills, jumps of the clock and power cuts", {
  timeout: 400_000,
}, async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "galley-soak-")));
  const [root, home] = [join(folder, "root"), join(folder, "home")];
  for (const each of [root, home]) mkdirSync(each);
  const dataDir = dataFolder({}, process.platform, home);
  const fixture = await createCliFixture();
  const cli = fixture.galley.args.at(-1) ?? "";
  const soak = new Soak({ root, home, dataDir, program: fixture.galley.command, cli });
  soak.begin();
  for (let turn = 0; turn < TURNS; turn++) {
    const enough = soak.expectedWords.expected + WORDS_PER_TURN;
    while (soak.expectedWords.expected < enough) await sleep(50);
    soak.jump();
    const ends = [() => soak.killServer(0), () => soak.cutPower(async () => {}), () => soak.killServer(1)];
    await ends[turn % ends.length]?.();
  }
  await soak.end();

  const texts: string[] = [];
  for await (const text of evidenceIn(root, dataDir)) texts.push(text);
  const lost = soak.expectedWords.lostIn(texts);
  const story = lost.slice(0, 3).map(({ word, by, at }) => [`${word} of ${by}`, ...soak.eventsNear(at)].join("\n  "));
  expect(story).toEqual([]);
  expect(soak.result.removed).toEqual([]);
  expect(leftIn(root)).toEqual([]);
  if (soak.power !== null) expect(soak.result).toMatchObject({ jumps: TURNS, cuts: TURNS / 3 });
  await fixture.remove();
  rmSync(folder, { recursive: true });
});
