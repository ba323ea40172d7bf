import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { parseSync } from "vite";
import { afterEach, expect, test, vi } from "vitest";
import { $language, registerMessages, setLanguage } from "./language";
import { messages } from "./messages";

const renderer = join(import.meta.dirname, "..");
const sourcesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|\.d\.ts$|(^|\/)testing\//.test(name))
    .map((name) => join(folder, name));

type Node = { type: string; [key: string]: unknown };
const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as Node).type === "string";
const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);

function* within(node: Node, enters: (node: Node) => boolean = () => true): Generator<Node> {
  yield node;
  if (enters(node)) for (const child of childrenOf(node)) yield* within(child, enters);
}

const programOf = (path: string, text: string) => parseSync(path, text).program as unknown as Node;

/** The text of a string literal, or of a template's static parts. */
function textOf(node: unknown): string {
  if (!isNode(node)) return "";
  if (node.type === "Literal" && typeof node["value"] === "string") return node["value"];
  if (node.type === "TemplateLiteral") {
    const parts = node["quasis"] as { value: { raw: string } }[];
    return parts.map(({ value }) => value.raw).join(" ");
  }
  if (node.type === "JSXExpressionContainer") return textOf(node["expression"]);
  return "";
}

const SHOWN = /^(?:aria-(?:label|description|valuetext|roledescription|placeholder)|title|placeholder|alt|label)$/;
const isShownText = (text: string) => /\p{L}{2,}/u.test(text);

/** Strings in the source that a user would read or hear. */
function inlineStrings(program: Node): string[] {
  const found: string[] = [];
  for (const node of within(program)) {
    if (node.type === "JSXText" && isShownText(node["value"] as string)) found.push(node["value"] as string);
    if (node.type === "JSXAttribute") {
      const name = (node["name"] as Node)["name"];
      const text = textOf(node["value"]);
      if (typeof name === "string" && SHOWN.test(name) && isShownText(text)) found.push(`${name}: ${text}`);
    }
    if (node.type === "AssignmentExpression") {
      const property = ((node["left"] as Node)["property"] as Node | undefined)?.["name"];
      const isShown = /^(?:title|placeholder|textContent|ariaLabel|alt)$/.test(String(property));
      if (isShown && isShownText(textOf(node["right"]))) found.push(`${property}: ${textOf(node["right"])}`);
    }
    if (node.type === "CallExpression") {
      const [name, value] = node["arguments"] as unknown[];
      const isSet = ((node["callee"] as Node)["property"] as Node | undefined)?.["name"] === "setAttribute";
      if (isSet && SHOWN.test(textOf(name)) && isShownText(textOf(value)))
        found.push(`${textOf(name)}: ${textOf(value)}`);
    }
  }
  return found;
}

test("inline strings are found where they would be read or heard", () => {
  const code = `const a = <p title="A hint" aria-label={\`Close \${x}\`} className="no">Hello <b>{b}</b> · </p>;
    box.title = "Tip"; box.setAttribute("aria-label", "Said"); box.className = "fine";`;
  expect(inlineStrings(programOf("a.tsx", code)).map((each) => each.trim())).toEqual([
    "title: A hint",
    "aria-label: Close",
    "Hello",
    "title: Tip",
    "aria-label: Said",
  ]);
});

test("every string that the window shows or announces comes from a messages table", () => {
  const found = sourcesIn(renderer).flatMap((path) =>
    inlineStrings(programOf(path, readFileSync(path, "utf8"))).map((text) => `${relative(renderer, path)}: ${text}`),
  );
  expect(found).toEqual([]);
});

/** Messages that are read while the module is loaded, before the language is known. */
function readAtLoad(program: Node): string[] {
  const names = new Set<string>();
  for (const node of (program["body"] as Node[]).filter(({ type }) => type === "ImportDeclaration")) {
    const from = (node["source"] as Node)["value"] as string;
    if (!/(?:^|\/)(?:[\w-]+-)?messages$/.test(from) || node["importKind"] === "type") continue;
    for (const each of node["specifiers"] as Node[])
      if (each["importKind"] !== "type") names.add((each["local"] as Node)["name"] as string);
  }
  const isRunLater = ({ type }: Node) =>
    /Function|^(?:PropertyDefinition|ImportDeclaration|TSTypeAliasDeclaration)$/.test(type);
  const loaded = [...within(program, (node) => !isRunLater(node))];
  const keys = new Set(
    loaded
      .filter((node) => node["type"] === "Property" && !node["computed"] && !node["shorthand"])
      .map((node) => node["key"]),
  );
  const read = loaded.filter((node) => node.type === "Identifier" && !keys.has(node));
  return read.map((node) => node["name"] as string).filter((name) => names.has(name));
}

test("messages read while a module is loaded are found", () => {
  const code = `import { messages, type Messages } from "./messages"; const a = messages.close;
    const b = () => messages.open, c = { messages: 0 };`;
  expect(readAtLoad(programOf("a.ts", code))).toEqual(["messages"]);
});

test("no module reads messages while it is loaded: the language is set later and can change", () => {
  const found = sourcesIn(renderer).flatMap((path) => {
    const read = readAtLoad(programOf(path, readFileSync(path, "utf8")));
    return read.map((name) => `${relative(renderer, path)}: ${name}`);
  });
  expect(found).toEqual([]);
});

const tables = [renderer, join(renderer, "../shared/messages"), join(renderer, "../main/app")]
  .flatMap(sourcesIn)
  .filter((path) => /messages\.zh\.ts$|commands\.zh\.ts$/.test(path));

test("Chinese strings have Chinese punctuation, spaces around Latin letters, and none before …", () => {
  const han = "[\\u4e00-\\u9fff]";
  const wrong = [
    new RegExp(`${han}[,;!?]|${han}:(?!\\d)|${han}\\.(?!\\w)`),
    new RegExp(`${han}\\((?!&)|\\)${han}`),
    new RegExp(`${han}[A-Za-z0-9]|[A-Za-z0-9%]${han}`),
    / …|\.\.\./,
    new RegExp(`“[^”]*"|${han}"[^,)\\]} :;]`),
  ];
  expect(tables.length).toBeGreaterThan(4);
  const found = tables.flatMap((path) =>
    [...within(programOf(path, readFileSync(path, "utf8")))]
      .flatMap((node) => (node.type === "Literal" || node.type === "TemplateElement" ? [partOf(node)] : []))
      .filter((text) => wrong.some((pattern) => pattern.test(text)))
      .map((text) => `${relative(renderer, path)}: ${text}`),
  );
  expect(found).toEqual([]);
});

const partOf = (node: Node) =>
  node.type === "Literal" ? String(node["value"]) : (node["value"] as { raw: string }).raw;

test("no string was left in English", () => {
  // Names, and strings that are the same in every language.
  const same =
    /^(?:Galley|Anthropic|Ollama|Markdown|Alt\+|Esc$|Literata|Inter|JetBrains|English|HTML|PDF|Word|MCP|zh-CN|~\/)/;
  const found = tables.flatMap((path) =>
    [...within(programOf(path, readFileSync(path, "utf8")), ({ type }) => type !== "ImportDeclaration")]
      .filter((node) => node.type === "Property" && (node["value"] as Node).type === "Literal")
      .map((node) => String((node["value"] as Node)["value"]))
      .filter((text) => /[A-Za-z]{3,}/.test(text) && !/[\u4e00-\u9fff]/.test(text) && !same.test(text))
      .map((text) => `${relative(renderer, path)}: ${text}`),
  );
  expect(found).toEqual([]);
});

afterEach(async () => {
  vi.stubGlobal("document", { documentElement: {} });
  await setLanguage("en");
  vi.unstubAllGlobals();
});

test("setting a language waits until every view has its strings, and English returns as quickly", async () => {
  const page = { documentElement: { lang: "" } };
  vi.stubGlobal("document", page);
  let now = "";
  registerMessages({ en: { text: "en" }, "zh-CN": async () => ({ text: "zh" }) }, ({ text }) => {
    now = text;
  });
  expect([now, messages.close, $language.get()]).toEqual(["en", "Close", "en"]);
  await setLanguage("zh-CN");
  expect([now, messages.close, messages.status.words(1200)]).toEqual(["zh", "关闭", "1,200 字"]);
  expect(page.documentElement.lang).toBe("zh-CN");
  await setLanguage("en");
  expect([now, messages.close, messages.status.words(1), messages.status.words(1200)]).toEqual([
    "en",
    "Close",
    "1 word",
    "1,200 words",
  ]);
});
