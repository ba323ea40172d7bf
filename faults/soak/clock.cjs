// `node -r clock.cjs … --soak-clock=FILE`: a process whose clock is ahead by as many milliseconds as FILE says, which is looked at four
// times a second.
const { readFileSync } = require("node:fs");

const file = process.argv.find((word) => word.startsWith("--soak-clock="))?.slice("--soak-clock=".length);
process.argv = process.argv.filter((word) => !word.startsWith("--soak-clock="));
const RealDate = Date;
const realNow = RealDate.now.bind(RealDate);
let ahead = 0;

function look() {
  try {
    ahead = Number(readFileSync(file, "utf8")) || 0;
  } catch {
    ahead = 0;
  }
}

globalThis.Date = class extends RealDate {
  constructor(...given) {
    super(...(given.length === 0 ? [realNow() + ahead] : given));
  }
  static now() {
    return realNow() + ahead;
  }
};
if (file) {
  look();
  setInterval(look, 250).unref();
}
