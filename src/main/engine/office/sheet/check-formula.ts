import { parseRange } from "../../../../core/office/sheet-address";

/** The first error of a formula. `at` is its position in characters, from 1, counted with the formula's `=`. */
export type FormulaError = { at: number; message: string };

/** What a formula names, according to its grammar. */
export type FormulaNames = { sheets: FormulaName[]; functions: FormulaName[] };
type FormulaName = { name: string; at: number };

/** More levels than Excel allows. */
const MAX_LEVELS = 64;

type Level = { kind: "call" | "group" | "array"; name: string; at: number };

/**
 * Parses a formula without its `=`, as users write it: English names, arguments separated by commas. With `separator: ";"`, semicolons
 * separate arguments, too.
 */
export function checkFormula(
  formula: string,
  { separator = "," }: { separator?: "," | ";" } = {},
): FormulaNames | { error: FormulaError } {
  const check = new FormulaCheck(formula, separator === ";");
  const error = check.run();
  return error === null ? check.names : { error };
}

const name = String.raw`[\p{L}_\\][\p{L}\p{N}_.\\?]*`;
const quoted = "'(?:[^']|'')+'";
const patterns = {
  blank: /\s+/uy,
  number: /(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/uy,
  text: /"(?:[^"]|"")*"(?!")/uy,
  error:
    /#(?:REF!|N\/A|NAME\?|VALUE!|DIV\/0!|NUM!|NULL!|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!|UNKNOWN!|BUSY!|GETTING_DATA)/iuy,
  reference:
    /(?:\$?[A-Za-z]{1,3}\$?[1-9]\d{0,6}|\$?[A-Za-z]{1,3}:\$?[A-Za-z]{1,3}|\$?[1-9]\d{0,6}:\$?[1-9]\d{0,6})(?![\p{L}\p{N}_.(!\\?])/uy,
  /** A file before a sheet, as OpenDocument programs write it. */
  file: /'(?:[^']|'')+'#\$?/uy,
  sheet: new RegExp(String.raw`(?:\[[^\]]*\])?(?:${quoted}|${name}(?::${name})?|\[\d+\])!`, "uy"),
  name: new RegExp(name, "uy"),
  operator: /<=|>=|<>|[-+*/^&=<>:]/uy,
};

class FormulaCheck {
  readonly names: FormulaNames = { sheets: [], functions: [] };
  readonly #levels: Level[] = [];
  #at = 0;
  /** What precedes the position: an operand that may be a reference, another operand, or none. */
  #before: "reference" | "value" | "none" = "none";
  /** Right after an opening parenthesis or a separator, where an argument may be left out. */
  #mayBeLeftOut = false;

  constructor(
    readonly formula: string,
    readonly hasSemicolons: boolean,
  ) {}

  run(): FormulaError | null {
    while (this.#at < this.formula.length) {
      const error = this.#before === "none" ? this.#operand() : this.#operator();
      if (error !== null) return error;
    }
    const open = this.#levels.at(-1);
    if (open !== undefined) {
      const sign = open.kind === "array" ? "{" : "(";
      const where = open.kind === "call" ? ` of ${open.name}` : "";
      return { at: open.at + 2, message: `the ${sign}${where} is not closed` };
    }
    return this.#before === "none" ? this.#error("the formula ends where a value is expected") : null;
  }

  #error(message: string): FormulaError {
    return { at: this.#at + 2, message };
  }

  #take(pattern: keyof typeof patterns): string | null {
    const sticky = patterns[pattern];
    sticky.lastIndex = this.#at;
    const [found] = sticky.exec(this.formula) ?? [];
    if (found === undefined) return null;
    this.#at += found.length;
    return found;
  }

  #found(kind: "reference" | "value"): null {
    this.#before = kind;
    this.#mayBeLeftOut = false;
    return null;
  }

  #operand(): FormulaError | null {
    if (this.#take("blank") !== null) return null;
    const sign = this.formula.charAt(this.#at);
    const level = this.#levels.at(-1);
    const start = this.#at;
    if (this.#take("number") !== null) {
      if (this.formula.charAt(this.#at) !== ":") return this.#found("value");
      this.#at = start;
    }
    if (sign === '"') return this.#take("text") === null ? this.#error("the text is not closed") : this.#found("value");
    if (this.#take("error") !== null) return this.#found("value");
    if (sign === "+" || sign === "-") {
      this.#at++;
      this.#mayBeLeftOut = false;
      return null;
    }
    if (level?.kind === "array") {
      if (/^(?:true|false)$/i.test(this.#take("name") ?? "")) return this.#found("value");
      this.#at = start;
      return this.#error("an array between { and } holds only numbers and texts");
    }
    if (sign === "(" || sign === "{") return this.#open(sign === "(" ? "group" : "array", "", this.#at);
    if (this.#isSeparator(sign) && level?.kind === "call" && this.#mayBeLeftOut) {
      this.#at++;
      return null;
    }
    if (sign === ")" && level?.kind === "call" && this.#mayBeLeftOut) return this.#close(sign);
    return this.#named();
  }

  #isSeparator = (sign: string): boolean => sign === "," || (sign === ";" && this.hasSemicolons);

  /** A reference, a name, a table or a function. */
  #named(): FormulaError | null {
    const start = this.#at;
    const file = this.#take("file");
    const sheet = this.#take("sheet");
    if (sheet !== null) this.#sheets(sheet.slice(0, -1), start, file !== null);
    else if (file !== null) {
      // `'file:///x'#$Sheet1.A1`.
      return this.#take("name") === null ? this.#error("a reference is expected") : this.#found("reference");
    }
    const reference = this.#take("reference");
    if (reference !== null) return this.#range(reference, start);
    if (this.formula.charAt(this.#at) === "[") return this.#table();
    if (sheet !== null && this.#take("error") !== null) return this.#found("value");
    const at = this.#at;
    const word = this.#take("name");
    if (word === null) return sheet !== null ? this.#error("a reference is expected") : this.#unexpected();
    const next = this.formula.charAt(this.#at);
    if (next === "(") {
      this.names.functions.push({ name: word, at: at + 2 });
      return this.#open("call", word, this.#at);
    }
    if (next === "[") return this.#table();
    return this.#found("reference");
  }

  #range(reference: string, start: number): FormulaError | null {
    if (parseRange(reference) === null) {
      this.#at = start;
      return this.#error(`${reference} is past the last cell of a sheet`);
    }
    return this.#found("reference");
  }

  #sheets(written: string, at: number, isElsewhere: boolean): void {
    // Another workbook's sheets are not known.
    if (isElsewhere || written.includes("[")) return;
    const plain = written.startsWith("'") ? written.slice(1, -1).replaceAll("''", "'") : written;
    for (const each of plain.split(":")) this.names.sheets.push({ name: each, at: at + 2 });
  }

  /** `[column]`, `[[#Headers],[a]:[b]]`; an apostrophe escapes the next character. */
  #table(): FormulaError | null {
    const start = this.#at;
    let depth = 0;
    for (; this.#at < this.formula.length; this.#at++) {
      const sign = this.formula.charAt(this.#at);
      if (sign === "'") this.#at++;
      else if (sign === "[") depth++;
      else if (sign === "]" && --depth === 0) {
        this.#at++;
        return this.#found("reference");
      }
    }
    this.#at = start;
    return this.#error("the [ is not closed");
  }

  #open(kind: Level["kind"], of: string, at: number): FormulaError | null {
    if (this.#levels.length >= MAX_LEVELS) return this.#error(`more than ${MAX_LEVELS} levels are nested`);
    this.#levels.push({ kind, name: of, at });
    this.#at = at + 1;
    this.#before = "none";
    this.#mayBeLeftOut = kind === "call";
    return null;
  }

  #close(sign: string): FormulaError | null {
    const level = this.#levels.at(-1);
    if (level === undefined || (sign === "}") !== (level.kind === "array"))
      return this.#error(`the ${sign} closes nothing`);
    this.#levels.pop();
    this.#at++;
    return this.#found(level.kind === "array" ? "value" : "reference");
  }

  #operator(): FormulaError | null {
    const blank = this.#take("blank");
    const sign = this.formula.charAt(this.#at);
    const level = this.#levels.at(-1);
    if (sign === "") return null;
    if (sign === "%") {
      this.#at++;
      return this.#found("value");
    }
    if (sign === ")" || sign === "}") return this.#close(sign);
    if (sign === ";" && level?.kind !== "array" && !this.hasSemicolons)
      return this.#error("arguments are separated by commas, not semicolons");
    if (sign === "," || sign === ";") {
      if (level === undefined || (level.kind === "group" && sign === ";"))
        return this.#error(`the ${sign} is outside a function; decimals are written with a point`);
      this.#at++;
      this.#before = "none";
      this.#mayBeLeftOut = level.kind === "call";
      return null;
    }
    if (level?.kind === "array") return this.#error("an array between { and } holds only numbers and texts");
    if (this.#take("operator") !== null) {
      this.#before = "none";
      this.#mayBeLeftOut = false;
      return null;
    }
    if (sign === "#") return this.#error("a spilled range such as A1# cannot be written; name its cells");
    if (sign === "(" && blank !== null) return this.#error("the ( of a function follows its name without a blank");
    // A function that is called where it is made: LAMBDA(x,x+1)(2).
    if (sign === "(" && this.formula.charAt(this.#at - 1) === ")") return this.#open("call", "this call", this.#at);
    // Blanks between two references mean their intersection.
    if (blank !== null && this.#before === "reference" && /[\p{L}$'[_\\]/u.test(sign)) {
      this.#before = "none";
      return null;
    }
    return this.#error(`an operator is expected before ${this.#next()}`);
  }

  #unexpected(): FormulaError {
    const sign = this.formula.charAt(this.#at);
    if (sign === "'") return this.#error("the ' does not enclose the name of a sheet followed by !");
    if (sign === "@") return this.#error("@ cannot be written; name one cell");
    if (sign === ")") return this.#error(`a value is expected before the )`);
    return this.#error(`a value is expected instead of ${this.#next()}`);
  }

  #next = (): string => this.formula.slice(this.#at).match(/^(?:[\p{L}\p{N}_.]{1,30}|.)/su)?.[0] ?? "";
}
