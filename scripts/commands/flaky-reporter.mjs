import { writeFileSync } from "node:fs";

/**
 * Writes the names of tests that passed only when repeated to `PROJECT.flaky.json` next to the counts, if there are any, and prints why each failed first:
 * nothing else shows it.
 */
export default class FlakyReporter {
  onInit(vitest) {
    this.file = vitest.config.outputFile?.json?.replace(/\.json$/, ".flaky.json");
  }

  onTestRunEnd(modules) {
    const flaky = modules
      .flatMap((module) => [...module.children.allTests()])
      .filter((test) => test.diagnostic()?.flaky)
      .map((test) => ({
        name: `${test.module.relativeModuleId} > ${test.fullName}`,
        errors: test.result().errors ?? [],
      }));
    if (flaky.length === 0 || !this.file) return;
    writeFileSync(this.file, JSON.stringify(flaky.map(({ name }) => name)));
    for (const { name, errors } of flaky) {
      console.log(`flaky: ${name}`);
      for (const { stack, message } of errors) console.log(`  ${stack ?? message}`);
    }
  }
}
