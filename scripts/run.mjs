// The entry of `npm start`, `npm test` and `npm run …`. Plain Node without dependencies: each command first installs what it needs.
import { printLine, SetUpError } from "./set-up/project.mjs";

/** Each command is a file in commands/ that exports `run(args)` and returns the exit code. */
const commands = [
  "start",
  "dev",
  "build",
  "check",
  "unit",
  "process",
  "e2e",
  "test",
  "long",
  "faults",
  "soak",
  "attacks",
  "agents",
  "docs",
  "demo",
  "pictures",
  "bench",
  "headings",
  "vectors",
  "conformance",
  "package",
  "test-package",
];

const [name, ...args] = process.argv.slice(2);

if (!commands.includes(name)) {
  printLine(`Unknown command ${name ?? ""}. There are: ${commands.join(", ")}.`);
  process.exit(2);
}

// npm starts us through a shell that does not forward signals. If that shell dies, the signal was meant for us, too.
const shell = process.ppid;
if (process.env.npm_lifecycle_script?.startsWith(`node scripts/run.mjs ${name}`)) {
  setInterval(() => {
    if (process.ppid !== shell) process.kill(process.pid, "SIGTERM");
  }, 250).unref();
}

try {
  const { run } = await import(`./commands/${name}.mjs`);
  process.exitCode = await run(args);
} catch (error) {
  printLine(error instanceof SetUpError ? error.message : error.stack);
  process.exitCode = 1;
}
