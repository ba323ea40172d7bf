import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";

// Usage: file times crudely|by-rename. Another program that knows nothing of Galley: writes numbered texts of its own at random moments,
// and reports each earlier text that was replaced by something that does not begin with it.
const [file = "", times = "0", how = ""] = process.argv.slice(2);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const textOf = (number: number) => `outside ${number}.`;

console.log("ready");
for (let number = 1; number <= Number(times); number++) {
  if (how === "crudely") writeFileSync(file, textOf(number));
  else {
    writeFileSync(`${file}.outside`, textOf(number));
    renameSync(`${file}.outside`, file);
  }
  await pause(Math.random() * 12);
  // Galley may be about to restore it: a text is lost only if it does not return.
  let found = "";
  for (let attempt = 0; attempt < 100; attempt++) {
    found = existsSync(file) ? readFileSync(file, "utf8") : "";
    // Sometimes waits until Galley has built upon its text, however slow the machine is.
    if (found.startsWith(textOf(number)) && (number % 3 > 0 || found.includes("+"))) break;
    await pause(20);
  }
  if (!found.startsWith(textOf(number))) console.log(`lost ${number}: ${found.slice(0, 40)}`);
}
console.log("end");
