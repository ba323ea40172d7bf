import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { drawingsFile, rendererFile } from "./renderer-files";

let top: string;
let folder: string;
beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), "galley-page-"));
  folder = join(top, "renderer");
  mkdirSync(join(folder, "assets"), { recursive: true });
  writeFileSync(join(top, "secret.js"), "secret");
  writeFileSync(join(folder, ".hidden.js"), "secret");
  writeFileSync(join(folder, "notes.md"), "secret");
  writeFileSync(join(folder, "index.html"), "<!doctype html><html><head><title>x</title></head></html>");
  writeFileSync(join(folder, "assets", "main-B1_x-y.js"), "1");
});
afterEach(() => rmSync(top, { recursive: true, force: true }));

test("the page's own files are served with their types", () => {
  const script = rendererFile(folder, "GET", "/assets/main-B1_x-y.js");
  expect([script.status, script.type, script.bytes.toString()]).toEqual([200, "text/javascript", "1"]);
});

test("the document has a strict content policy, and a new nonce at each load [E7]", () => {
  const nonces = new Set<string>();
  for (let load = 0; load < 3; load++) {
    const answer = rendererFile(folder, "GET", "/index.html");
    const nonce = /<meta name="style-nonce" content="([^"]{20,})">/.exec(answer.bytes.toString())?.[1] ?? "";
    const policy = answer.headers["content-security-policy"] ?? "";
    expect(policy).toContain(`'nonce-${nonce}'`);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain("unsafe");
    nonces.add(nonce);
  }
  expect(nonces.size).toBe(3);
});

test("files outside the folder, hidden files, other types and odd paths are not served [A6 E18]", () => {
  for (const path of [
    "/../secret.js",
    "/assets/../../secret.js",
    "/%2e%2e/secret.js",
    "/..%2fsecret.js",
    "/..\\secret.js",
    "//secret.js",
    "/.hidden.js",
    "/notes.md",
    "/assets/",
    "/assets",
    "/",
    "",
    "/missing.js",
    "/index.html\0.js",
    `${folder}/index.html`.replace("/", ""),
  ])
    expect(rendererFile(folder, "GET", path).status, path).toBe(404);
  expect(rendererFile(folder, "POST", "/index.html").status).toBe(405);
});

test("the drawings frame gets only its page and its code, with its own content policy [A7 E7]", () => {
  mkdirSync(join(folder, "drawings", "frame"), { recursive: true });
  writeFileSync(join(folder, "drawings", "frame", "index.html"), "<!doctype html><html><head></head></html>");
  writeFileSync(join(folder, "assets", "main.css"), "a {}");
  const page = drawingsFile(folder, "GET", "/drawings/frame/index.html");
  expect(page.status).toBe(200);
  expect(page.headers["content-security-policy"]).toMatch(
    /^default-src 'none'; script-src galley:\/\/drawings\/assets\/;/,
  );
  expect(page.headers["content-security-policy"]).toContain("sandbox allow-scripts");
  expect(page.headers["content-security-policy"]).not.toMatch(/connect-src|img-src|font-src|frame-src/);
  const script = drawingsFile(folder, "GET", "/assets/main-B1_x-y.js");
  expect([script.status, script.headers["access-control-allow-origin"]]).toEqual([200, "*"]);
  for (const path of ["/index.html", "/assets/main.css", "/notes.md", "/assets/../index.html", "/"])
    expect(drawingsFile(folder, "GET", path).status, path).toBe(404);
  expect(rendererFile(folder, "GET", "/assets/main-B1_x-y.js").headers).not.toHaveProperty(
    "access-control-allow-origin",
  );
});

test("only the workers for grammar and PDFs may compile WebAssembly, and they run no text as code and load nothing remote [E7]", () => {
  for (const name of ["grammar-worker-a_B-1.js", "pdf-worker-a_B-1.js", "spelling-worker-a.js", "grammar-worker.js"])
    writeFileSync(join(folder, "assets", name), "1");
  const policyOf = (name: string) => rendererFile(folder, "GET", `/assets/${name}`).headers["content-security-policy"];
  for (const name of ["grammar-worker-a_B-1.js", "pdf-worker-a_B-1.js"])
    expect(policyOf(name)).toBe("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'");
  expect(policyOf("spelling-worker-a.js")).toBeUndefined();
  expect(policyOf("grammar-worker.js")).toBeUndefined();
  expect(policyOf("main-B1_x-y.js")).toBeUndefined();
});
