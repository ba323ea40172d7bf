import { appendFileSync, closeSync, openSync, statSync, writeSync } from "node:fs";

// Usage: file times. Another program that knows nothing of Galley: appends its numbered lines in a tight loop, each with one call, and rests a
// moment after every fifty. It goes on only once the file has been saved meanwhile, so that a slow machine makes as many saves as a fast one.
const [file = "", times = "0"] = process.argv.slice(2);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

console.log("ready");
for (let number = 1; number <= Number(times); number++) {
  if (number % 2 === 0) appendFileSync(file, `line ${number}.\n`);
  else {
    const fd = openSync(file, "a");
    writeSync(fd, `line ${number}.\n`);
    closeSync(fd);
  }
  if (number % 50 === 0) {
    const { size } = statSync(file);
    // A save takes all these lines out.
    while (statSync(file).size >= size) await pause(1);
    await pause(Math.random() * 20);
  }
}
console.log("end");
