import { writeFileSync } from "node:fs";

/** Writes the names of tests that passed only when repeated to `PROJECT.flaky.json` next to the counts, if there are any. */
export default class FlakyReporter {
  onInit(vitest) {
    this.file = vitest.config.outputFile?.json?.replace(/\.json$/, ".flaky.json");
  }

  onTestRunEnd(modules) {
    const flaky = modules
      .flatMap((module) => [...module.children.allTests()])
      .filter((test) => test.diagnostic()?.flaky)
      .map((test) => `${test.module.relativeModuleId} > ${test.fullName}`);
    if (flaky.length === 0 || !this.file) return;
    writeFileSync(this.file, JSON.stringify(flaky));
    for (const name of flaky) console.log(`flaky: ${name}`);
  }
}
