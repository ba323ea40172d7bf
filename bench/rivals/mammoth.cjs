// Times mammoth on one file, in this process: mammoth.cjs FOLDER FILE ROUNDS; FOLDER is where mammoth is installed. Each round
// opens the package and takes its raw text. Prints JSON as python-docx.py does.
const { readFileSync } = require("node:fs");
const { createRequire } = require("node:module");
const { join } = require("node:path");

const [folder, file, rounds] = process.argv.slice(2);

async function main() {
  const installed = createRequire(join(folder, "package.json"));
  const mammoth = installed("mammoth");
  const { version } = installed("mammoth/package.json");
  const runs = [];
  let paragraphs = 0;
  for (let round = 0; round < Number(rounds); round++) {
    const start = performance.now();
    const { value } = await mammoth.extractRawText({ buffer: readFileSync(file) });
    runs.push(performance.now() - start);
    paragraphs = value.split("\n\n").length - 1;
  }
  return { name: `mammoth ${version}`, runs, paragraphs };
}

main()
  .catch((error) => ({ missing: `mammoth: ${error.message.split("\n", 1)[0]}` }))
  .then((answer) => console.log(JSON.stringify(answer)));
