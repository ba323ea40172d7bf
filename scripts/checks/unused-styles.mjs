import { readFileSync } from "node:fs";
import { parseSync } from "vite";
import { inProject } from "../set-up/project.mjs";
import { isForTests } from "./sources.mjs";

/** Packages that put classes on elements of the window, by the file with their names. */
const packages = ["view", "search", "autocomplete", "language"].map(
  (name) => `node_modules/@codemirror/${name}/dist/index.js`,
);

/**
 * Classes, `data-` attributes and custom properties in style sheets that no code sets or reads, as messages. A name counts as used if any string
 * of the code contains it, so that a class may share its name with a word; `external` has names that packages use.
 */
export function findUnusedStyles(sources, external = namesOfPackages()) {
  const used = new Set(external);
  const prefixes = new Set();
  const sheets = [];
  for (const [path, text] of sources) {
    if (!/^src\/(renderer|shared|core)\//.test(path) || isForTests(path)) continue;
    if (path.endsWith(".css")) {
      const css = text.replace(/\/\*[\s\S]*?\*\//g, "");
      sheets.push([path, css]);
      for (const [, name] of css.matchAll(/var\((--[\w-]+)/g)) used.add(name);
    } else if (path.endsWith(".html")) addNames(text, used);
    else if (/\.tsx?$/.test(path)) readNames(parseSync(path, text).program, used, prefixes);
  }
  const isUsed = (name) =>
    used.has(name) || used.has(nameInDataset(name)) || [...prefixes].some((prefix) => name.startsWith(prefix));
  return sheets.flatMap(([path, css]) =>
    [...namesIn(css)].filter((name) => !isUsed(name)).map((name) => `${path}: nothing has ${nameInStyles(name)}`),
  );
}

const nameInStyles = (name) => (/^(--|data-)/.test(name) ? name : `the class ${name}`);

/** The classes, `data-` attributes and custom properties that a style sheet without comments selects or sets. */
function namesIn(css) {
  const names = new Set();
  for (const [, selector] of css.matchAll(/([^{};]+)\{/g)) {
    if (/^\s*@/.test(selector)) continue;
    for (const [, name] of selector.replace(/"[^"]*"/g, "").matchAll(/\.([a-zA-Z][\w-]*)/g)) names.add(name);
    for (const [, name] of selector.matchAll(/\[(data-[\w-]+)/g)) names.add(name);
  }
  for (const [, name] of css.matchAll(/(?:^|[\s{;])(--[\w-]+)\s*:/g)) names.add(name);
  return names;
}

const addNames = (text, names) => {
  for (const [name] of text.matchAll(/[\w-]+/g)) names.add(name);
};

/** What `dataset` calls an attribute. */
const nameInDataset = (name) => name.replace(/^data-/, "").replace(/-([a-z])/g, (_, letter) => letter.toUpperCase());

/** Adds the words of all strings below `node`, attributes and members of `dataset`; to `prefixes`, the beginnings of names in templates. */
function readNames(node, names, prefixes) {
  if (Array.isArray(node)) {
    for (const each of node) readNames(each, names, prefixes);
    return;
  }
  if (typeof node?.type !== "string") return;
  if (node.type === "Literal" && typeof node.value === "string") addNames(node.value, names);
  else if (node.type === "TemplateLiteral")
    for (const { value, tail } of node.quasis) {
      addNames(value.raw, names);
      const prefix = tail ? undefined : /[a-zA-Z]\w*-[\w-]*$/.exec(value.raw)?.[0];
      if (prefix && prefix !== "data-") prefixes.add(prefix);
    }
  else if (node.type === "JSXAttribute" && typeof node.name.name === "string") names.add(node.name.name);
  else if (node.type === "MemberExpression" && node.object.property?.name === "dataset")
    names.add(node.property.value ?? node.property.name);
  for (const value of Object.values(node)) readNames(value, names, prefixes);
}

function namesOfPackages() {
  const names = new Set();
  for (const path of packages)
    for (const [name] of readFileSync(inProject(path), "utf8").matchAll(/\bcm-[\w-]+/g)) names.add(name);
  return names;
}
