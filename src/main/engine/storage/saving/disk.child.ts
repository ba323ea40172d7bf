import { createInterface } from "node:readline";
import { createDisk } from "./disk";

// Usage: locksFolder savesFolder target size [times] [amid]. Saves the target again and again with texts of about `size` bytes that repeat
// the save's number, and prints the number once the save is confirmed. With `amid` an in-place write stops halfway, prints that, and waits
// to be killed. GALLEY_TEST_WAITS=`always`: each save waits for a line of input; `once`: only the first.
const [locksFolder = "", savesFolder = "", target = "", size = "0", times = "Infinity", amid] = process.argv.slice(2);

/** The text of save `number`. */
export function textOfSave(number: number, size: number): Buffer {
  return Buffer.alloc(size + (number % 7), `${number}\n`);
}

const disk = createDisk({
  locksFolder,
  savesFolder,
  moments: amid
    ? {
        async amidWrite() {
          console.log("amid");
          await new Promise((resolve) => setTimeout(resolve, 60_000));
        },
      }
    : {},
});

// Created now, so that a fault injected later does not hit it.
void process.stderr;
console.log("ready");
const waits = process.env["GALLEY_TEST_WAITS"];
const lines = createInterface(process.stdin)[Symbol.asyncIterator]();
for (let i = 0; i < Number(times); i++) {
  if (waits === "always" || (waits === "once" && i === 0)) await lines.next();
  let number = 0;
  try {
    const { notes } = await disk.update(target, (current) => {
      number = Number.parseInt(Buffer.from(current?.bytes.subarray(0, 20) ?? []).toString() || "0", 10) + 1;
      return textOfSave(number, Number(size));
    });
    console.log(`saved ${number}${notes.map((note) => `; ${note}`).join("")}`);
  } catch (error) {
    console.log(`refused ${number} ${error instanceof Error ? error.message : error}`);
  }
}
disk.close();
console.log("end");
process.exit();
