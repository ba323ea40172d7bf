import { readFileSync, writeFileSync } from "node:fs";
import { createLock } from "./lock";

// Usage: locksFolder counterFile how-many [hold]. Increments the counter that many times, each under the lock but otherwise with no
// precautions. With `hold` it takes the lock, prints that, and keeps it.
const [locks = "", counter = "", times = "0", hold] = process.argv.slice(2);
const lock = createLock(locks);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

if (hold) {
  await lock.withLocks(["counter"], async () => {
    console.log("held");
    await pause(60_000);
  });
}
for (let i = 0; i < Number(times); i++) {
  await lock.withLocks(["counter"], async () => {
    const value = Number(readFileSync(counter, "utf8"));
    if (i % 3 === 0) await pause(1);
    writeFileSync(counter, String(value + 1));
  });
}
console.log("done");
lock.close();
