import { expect, it } from "vitest";
import { checkFormula } from "./check-formula";

it.each([
  ["SUM(A1", "5: the ( of SUM is not closed"],
  ['"abc', "2: the text is not closed"],
  ['"abc""', "2: the text is not closed"],
  [")(", "2: a value is expected before the )"],
  ["A1:", "5: the formula ends where a value is expected"],
  ["A1;B1", "4: arguments are separated by commas, not semicolons"],
  ["SUM(A1;B1)", "8: arguments are separated by commas, not semicolons"],
  ["1,5", "3: the , is outside a function; decimals are written with a point"],
  ["A1 5", "5: an operator is expected before 5"],
  ["1A", "3: an operator is expected before A"],
  ["SUM(A1))", "9: the ) closes nothing"],
  ["(A1+)", "6: a value is expected before the )"],
  ["A1**2", "5: a value is expected instead of *"],
  ["'My sheet!A1", "2: the ' does not enclose the name of a sheet followed by !"],
  ["{1,A1}", "5: an array between { and } holds only numbers and texts"],
  ["ZZZ1", "2: ZZZ1 is past the last cell of a sheet"],
  ["SUM (A1)", "6: the ( of a function follows its name without a blank"],
  ["A1#", "4: a spilled range such as A1# cannot be written; name its cells"],
  ["Table1[a", "8: the [ is not closed"],
  [`${"(".repeat(65)}1`, "66: more than 64 levels are nested"],
])("%s is not a formula", (formula, expected) => {
  const result = checkFormula(formula);
  expect("error" in result ? `${result.error.at}: ${result.error.message}` : "valid").toBe(expected);
});

it.each([
  "1",
  "-A1%",
  "1.5e3+.5",
  "SUM(A1:B2,$C$3,D:D,2:5)",
  'IF(A1>=0,"a ""b"" ,;(",)',
  "IF(,,)",
  "TODAY()",
  "'My ''own'' sheet'!B2*2",
  "Sheet1:Sheet3!A1",
  "SUM('a b:c d'!A1)",
  "A1:INDEX(B:B,3)",
  "SUM((A1,B2))",
  "A1:C3 B2:D4",
  'SUM({1,-2;"a",TRUE})',
  "Table1[[#Headers],[a]:[b c]]",
  "SUM([@Amount])",
  "[1]Sheet1!A1",
  "'[Book 1.xlsx]Sheet 1'!A1",
  "[Book.xlsx]Sheet1!A1",
  "LET(x,1,x+1)",
  "LAMBDA(x,x+1)(2)",
  "#REF!+Sheet1!#REF!",
  "表1!A1+合计",
  "rate*2",
  "1=2<>3",
  "+1--2",
  "'file:///x'#$Sheet1.A1",
  "_xlfn.STDEV.S(A1:A9)",
  "A1\n + B1",
  "LOG10(100)",
])("%s is a formula", (formula) => expect(checkFormula(formula)).not.toHaveProperty("error"));

it("semicolons separate arguments where the format writes them", () => {
  expect(checkFormula("SUM(A1;B1)", { separator: ";" })).not.toHaveProperty("error");
  expect(checkFormula("A1;B1", { separator: ";" })).toHaveProperty("error");
});

it("its sheets and functions are listed with their positions", () => {
  expect(checkFormula("SUM(Foo!A1,max('b c'!A1))")).toEqual({
    sheets: [
      { name: "Foo", at: 6 },
      { name: "b c", at: 17 },
    ],
    functions: [
      { name: "SUM", at: 2 },
      { name: "max", at: 13 },
    ],
  });
});
