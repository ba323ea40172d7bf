import { parseSync } from "vite";
import { isForTests, resolveFrom } from "./sources.mjs";

const isTable = (path) => /(^|[/-])messages\.ts$|\/messages\/[\w-]+\.en\.ts$/.test(path);

/** All nodes of a program, with the node that each is in. */
function parentsIn(program) {
  const parents = new Map([[program, undefined]]);
  const add = (child, node) => {
    if (Array.isArray(child)) for (const one of child) add(one, node);
    else if (typeof child?.type === "string") parents.set(child, node);
  };
  for (const [node] of parents) for (const name in node) add(node[name], node);
  return parents;
}

/** The name of a key that is not an expression. */
const keyName = ({ key, property = key, computed }) => {
  if (property.type === "Literal") return String(property.value);
  return computed ? undefined : property.name;
};

const typeNameOf = (annotation) => annotation?.typeAnnotation?.typeName?.name;

/** The paths of all members of an object literal, without its objects. */
const pathsOf = ({ properties }, before = []) =>
  properties.flatMap((property) => {
    if (property.type !== "Property") return [];
    const path = [...before, keyName(property)];
    return property.value.type === "ObjectExpression" ? pathsOf(property.value, path) : [path];
  });

/**
 * The table of a module: the object `english`. With the name of its type, and the names of exported variables and functions that have
 * or return that type.
 */
function readTable(program) {
  const declarations = program.body.map((statement) => statement.declaration ?? statement);
  const variables = declarations.flatMap((one) => (one.type === "VariableDeclaration" ? one.declarations : []));
  const table = variables.find((one) => one.id.name === "english" && one.init?.type === "ObjectExpression");
  if (!table) return undefined;
  const alias = declarations.find(({ typeAnnotation }) => typeAnnotation?.exprName?.name === "english");
  const type = typeNameOf(table.id.typeAnnotation) ?? alias?.id.name;
  const names = variables
    .filter(
      ({ id, init }) =>
        id === table.id || [id.typeAnnotation, init?.returnType].some((one) => typeNameOf(one) === type),
    )
    .map(({ id }) => id.name);
  return { paths: pathsOf(table.init), type, names };
}

/** The part of a table that a type means: all of it, or what `Messages["part"]` names. */
function partOfType(type, types) {
  if (type?.type !== "TSIndexedAccessType") {
    const table = types.get(type?.typeName?.name);
    return table && { table, path: [] };
  }
  const part = partOfType(type.objectType, types);
  const name = type.indexType.literal?.value;
  return part && name !== undefined ? { table: part.table, path: [...part.path, name] } : undefined;
}

/** What a key that is computed by a template looks like. */
const patternOf = ({ type, quasis }) =>
  type === "TemplateLiteral" ? new RegExp(`^${quasis.map(({ value }) => value.raw).join(".*")}$`) : undefined;

const isWrapper = (node) => /^(TS\w+|Chain|Parenthesized)Expression$/.test(node?.type);
const isNameOnly = (node, parent) =>
  (parent.type === "MemberExpression" && parent.property === node && !parent.computed) ||
  (parent.type === "Property" && parent.key === node && !parent.shorthand) ||
  (parent.type === "VariableDeclarator" && parent.id === node) ||
  (parent.type === "AssignmentExpression" && parent.left === node) ||
  /^(Import|Export|TSTypeQuery|TSQualifiedName)/.test(parent.type);

/**
 * How one file uses tables: `read` has the paths that it reads, `open` those of parts that it reads with a computed key or gives to code
 * that is not followed. `parts` has what names mean at the start.
 */
function readUses(program, parts, types, uses) {
  const parents = parentsIn(program);
  const bind = (pattern, { table, path }) => {
    if (pattern.type === "AssignmentPattern") return bind(pattern.left, { table, path });
    if (pattern.type === "ObjectPattern") {
      for (const property of pattern.properties) {
        const name = property.type === "Property" ? keyName(property) : undefined;
        if (name === undefined) uses.open.push({ table, path });
        else bind(property.value, { table, path: [...path, name] });
      }
    } else if (pattern.type === "Identifier") {
      uses.read.push({ table, path });
      const known = parts.get(pattern.name) ?? [];
      if (known.some((one) => one.table === table && one.path.join() === path.join())) return;
      parts.set(pattern.name, [...known, { table, path }]);
      follow(pattern.name, { table, path });
    }
  };
  const use = (node, { table, path: start }) => {
    const path = [...start];
    for (let inner = node; ; inner = parents.get(inner)) {
      const outer = parents.get(inner);
      if (outer?.type === "MemberExpression" && outer.object === inner) {
        const name = keyName(outer);
        if (name === undefined) return uses.open.push({ table, path, like: patternOf(outer.property) });
        path.push(name);
      } else if (outer?.type === "VariableDeclarator" && outer.init === inner) return bind(outer.id, { table, path });
      else if (
        !isWrapper(outer) &&
        !(outer?.type === "CallExpression" && outer.callee === inner && path.length === 0)
      ) {
        uses.read.push({ table, path });
        return uses.open.push({ table, path });
      }
    }
  };
  const identifiers = [...parents.keys()].filter((node) => node.type === "Identifier");
  const follow = (name, part) => {
    for (const node of identifiers) if (node.name === name && !isNameOnly(node, parents.get(node))) use(node, part);
  };
  for (const [name, known] of [...parts]) for (const part of known) follow(name, part);
  for (const [node] of parents) {
    const part = partOfType(node.typeAnnotation?.typeAnnotation, types);
    if (part && /^(Identifier|ObjectPattern)$/.test(node.type)) bind(node, part);
  }
}

/** `(await import("./messages")).messages.key` */
const LOADED_LATER = /import\("([^"]+)"\)\)\s*\.(\w+)\s*\.([\w.]+)/g;

/** All words and short texts of a file, without its comments: among them all keys, members and types. */
const namesIn = (text) => text.replace(/\/\*[\s\S]*?\*\/|(^|\s)\/\/.*/g, "").match(/(?<=")[\w ,-]+(?=")|[\w$]+/g) ?? [];

/**
 * Strings for the user that nothing but tests reads, as messages. A string counts as read if something reads its path. If a part of its
 * table is read with a computed key or goes to code that is not followed, it is enough that some file has its name.
 */
export function findUnusedMessages(sources) {
  const modules = new Map();
  const tables = new Map();
  const names = new Set();
  for (const [path, text] of sources) {
    if (!/^src\/.*\.tsx?$/.test(path) || isForTests(path) || path.endsWith(".zh.ts")) continue;
    if (isTable(path) || /[-/]messages["/]/.test(text)) modules.set(path, parseSync(path, text));
    const table = isTable(path) && readTable(modules.get(path).program);
    if (table) tables.set(path, table);
    else for (const name of namesIn(text)) names.add(name);
  }
  const uses = { read: [], open: [] };
  for (const [path, { program, module }] of modules) {
    const [parts, types] = [new Map(), new Map()];
    for (const { moduleRequest, entries } of module.staticImports) {
      const from = resolveFrom(path, moduleRequest.value, sources);
      for (const { importName, localName } of tables.has(from) ? entries : []) {
        const table = tables.get(from);
        if (importName.name === table.type) types.set(localName.value, from);
        if (table.names.includes(importName.name)) parts.set(localName.value, [{ table: from, path: [] }]);
      }
    }
    for (const [, specifier, name, keys] of sources.get(path).matchAll(LOADED_LATER)) {
      const from = resolveFrom(path, specifier, sources);
      if (tables.get(from)?.names.includes(name)) uses.read.push({ table: from, path: keys.split(".") });
    }
    if (parts.size + types.size > 0) readUses(program, parts, types, uses);
    if (!tables.has(path)) continue;
    const own = { read: [], open: [] };
    readUses(program, new Map([["english", [{ table: path, path: [] }]]]), types, own);
    // The table as a whole only becomes the one of the current language.
    for (const kind of ["read", "open"]) uses[kind].push(...own[kind].filter((one) => one.path.length > 0));
  }
  const isIn = (outer, inner) => outer.every((name, at) => inner[at] === name);
  const found = [];
  for (const [path, table] of tables) {
    const read = uses.read.filter((one) => one.table === path);
    const open = uses.open.filter((one) => one.table === path);
    for (const key of table.paths) {
      const isUsed =
        read.some((one) => isIn(key, one.path)) ||
        open.some(({ path: part, like }) => isIn(part, key) && (like ? like.test(key.at(-1)) : names.has(key.at(-1))));
      if (!isUsed) found.push(`${path}: nothing shows ${key.join(".")}`);
    }
  }
  return found;
}
