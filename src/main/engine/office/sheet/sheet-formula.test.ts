import { expect, it } from "vitest";
import {
  formulaAsWritten,
  formulaInFile,
  fromOpenFormula,
  referencesOf,
  shiftedFormula,
  toOpenFormula,
} from "./sheet-formula";

it.each([
  ["SUM(A1:A3)", "of:=SUM([.A1:.A3])"],
  ["Sheet2!B2*$C$4", "of:=[$Sheet2.B2]*[.$C$4]"],
  ["'My sheet'!A1+'it''s'!B2", "of:=[$'My sheet'.A1]+[$'it''s'.B2]"],
  ['IF(A1>0,"a,b;[.A1]",-1)', 'of:=IF([.A1]>0;"a,b;[.A1]";-1)'],
  ["SUM({1,2;3,4})", "of:=SUM({1;2|3;4})"],
  ["LOG10(A1)+A1%", "of:=LOG10([.A1])+[.A1]%"],
  ["SUM(A:A,2:3)", "of:=SUM([.A:.A];[.2:.3])"],
  ["XLOOKUP(A1,B:B,C:C)", "of:=COM.MICROSOFT.XLOOKUP([.A1];[.B:.B];[.C:.C])"],
  ["Q1!A1", "of:=[$Q1.A1]", "'Q1'!A1"],
  ["表1!A1", "of:=[$表1.A1]"],
  ["total*2", "of:=total*2"],
])("%s is %s in OpenDocument, and reads back", (formula, open, back = formula) => {
  expect(toOpenFormula(formula)).toBe(open);
  expect(fromOpenFormula(open)).toBe(back);
});

it("formulas of other programs are read without their prefixes", () => {
  expect(fromOpenFormula("oooc:=SUM([.A1:.A3])")).toBe("SUM(A1:A3)");
  expect(fromOpenFormula("of:=[$Sheet2.A1:.B2]")).toBe("Sheet2!A1:B2");
  expect(fromOpenFormula("of:=['file:///x'#$Sheet1.A1]")).toBe("'file:///x'#$Sheet1.A1");
  expect(formulaAsWritten("_xlfn._xlws.FILTER(A1:A9,_xlfn.IFS(B1,2))")).toBe("FILTER(A1:A9,IFS(B1,2))");
  expect(formulaInFile('CONCAT(A1,"CONCAT(")')).toBe('_xlfn.CONCAT(A1,"CONCAT(")');
});

it("a shared formula moves with its cell, but fixed parts, texts and names do not", () => {
  expect(shiftedFormula('A1+$A1+A$1+$A$1+"A1"+LOG10(B2)', { rows: 2, columns: 1 })).toBe(
    'B3+$A3+B$1+$A$1+"A1"+LOG10(C4)',
  );
  expect(shiftedFormula("SUM(A1:B2)+Sheet2!C3+A:B+$1:2", { rows: 1, columns: 1 })).toBe(
    "SUM(B2:C3)+Sheet2!D4+B:C+$1:3",
  );
});

it("the references of a formula are listed; tables and INDIRECT may refer to anything", () => {
  expect(referencesOf("SUM(A1:B2)+'x y'!C3").ranges.map(({ sheet }) => sheet)).toEqual([null, "x y"]);
  for (const formula of ["SUM(Table1[a])", 'INDIRECT("A1")', "[1]Sheet1!A1"])
    expect(referencesOf(formula).isOpaque, formula).toBe(true);
  expect(referencesOf("rate*2+TRUE+max(Rate)")).toMatchObject({ names: ["rate"], calls: ["max"], isOpaque: false });
  for (const formula of ["TRUE+A1", "SUM(1)", '"rate"&A1']) expect(referencesOf(formula).isOpaque, formula).toBe(false);
});
