import { expect, it } from "vitest";
import type { KindDeclaration, LibraryDocument } from "../../library/entries/entry";
import { documentRow, documentsData } from "./document-data";

const kind = (fields: number): KindDeclaration => ({
  kind: "product",
  name: "Product",
  plural: "Products",
  line: [],
  badge: null,
  fields: Array.from({ length: fields }, (_, at) => ({
    field: `field_${at}`,
    label: "",
    type: "text",
    unit: "",
    offers: Array.from({ length: 30 }, () => "x".repeat(50)),
  })),
});
const document = (key: string, declares: readonly KindDeclaration[]): LibraryDocument => ({
  document: key,
  title: key,
  license: null,
  publisher: null,
  credit: null,
  source: "pack",
  declares,
  entryCount: 0,
  kinds: [],
  version: "",
  generation: 1,
});

it("what documents declare is cropped in a row, and in data as a whole", () => {
  const many = ["a", "b", "c"].map((key) => document(key, [kind(20), kind(0), kind(0), kind(9), kind(9)]));
  expect(documentRow(document("a", Array(20).fill(kind(20)))).length).toBeLessThan(600);
  const { data, cut } = documentsData(many);
  expect(cut).toEqual(["b", "c"]);
  expect(data.map((each) => "declares" in each)).toEqual([true, false, false]);
});
