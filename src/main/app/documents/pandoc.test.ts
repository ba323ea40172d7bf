import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { convertWithPandoc, findPandoc } from "./pandoc";

const folder = mkdtempSync(join(tmpdir(), "galley-pandoc-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const page = (html: string) => ({ html, pageBreak: "pagebreakabcdefgh", hasContents: false });
const { signal } = new AbortController();

/** A program in pandoc's place. */
function stand(name: string, script: string): () => string[] {
  const path = join(folder, name);
  writeFileSync(`${path}.cjs`, script);
  // This runtime is Electron, which is Node only if its environment says so; ours is not passed on.
  writeFileSync(path, `#!/bin/sh\nELECTRON_RUN_AS_NODE=1 exec "${process.execPath}" "$0.cjs" "$@"\n`);
  chmodSync(path, 0o755);
  return () => [join(folder, "nothing here"), path];
}

test("pandoc gets the text through its input, fixed arguments, and a sandbox", async () => {
  const paths = stand(
    "echo",
    `let text = ""; process.stdin.on("data", (piece) => { text += piece; }).on("end", () => { process.stdout.write(JSON.stringify({ args: process.argv.slice(2), text, env: Object.keys(process.env) })); });`,
  );
  const bytes = await convertWithPandoc(page("<p>$(touch x) --lua-filter=x"), { to: "tex", signal }, paths);
  const { args, text, env } = JSON.parse(new TextDecoder().decode(bytes));
  expect(text).toBe("<p>$(touch x) --lua-filter=x");
  expect(args).toContain("--sandbox");
  expect(args).toContain("latex");
  expect(args.join(" ")).not.toMatch(/\+raw|--toc/);
  expect(
    env.filter(
      (name: string) => !/^(?:HOME|PATH|LANG|SYSTEMROOT|__CF.*|PWD|OLDPWD|SHLVL|_|ELECTRON_RUN_AS_NODE)$/.test(name),
    ),
  ).toEqual([]);
});

test("a pandoc that is missing, too old, or fails is a sentence", async () => {
  expect(await findPandoc(() => [folder])).toBeNull();
  await expect(convertWithPandoc(page(""), { to: "rst", signal }, () => [])).rejects.toThrow(/Pandoc is not installed/);
  const old = stand("old", `process.stderr.write("Unknown option --sandbox.\\n"); process.exit(6);`);
  await expect(convertWithPandoc(page(""), { to: "rst", signal }, old)).rejects.toThrow(/too old/);
  const broken = stand("broken", `process.stderr.write("out of ink\\nmore"); process.exit(1);`);
  await expect(convertWithPandoc(page(""), { to: "rst", signal }, broken)).rejects.toThrow(/out of ink$/);
});

test("a cancelled conversion ends pandoc", async () => {
  const abort = new AbortController();
  const paths = stand("slow", "setInterval(() => {}, 1000);");
  const converted = convertWithPandoc(page(""), { to: "org", signal: abort.signal }, paths);
  abort.abort();
  await expect(converted).rejects.toThrow(/cancelled/i);
});
