import fc from "fast-check";
import { expect, it } from "vitest";
import { readXliff } from "../../office/bilingual/read-xliff";
import { xliffContent } from "./inline-codes";
import { xliffOf } from "./write-xliff";

const versions = ["1.2", "2.1"] as const;

it("marks for elements are paired codes or single ones, and emphasis is a code with its style", () => {
  const text = "See <g1>the *old* <x2/>lamp</g1> & <g3>me **now** <g1>again</g1>";
  expect(xliffContent(text, "marked", "1.2")).toBe(
    'See <g id="1">the <g id="i1" ctype="italic">old</g> <x id="2"/>lamp</g> &amp; <ph id="u">&lt;g3&gt;</ph>me <g id="b1" ctype="bold">now</g> <g id="1-2">again</g>',
  );
  expect(xliffContent(text, "marked", "2.1")).toBe(
    'See <pc id="1">the <pc id="i1" type="fmt" subType="xlf:i">old</pc> <ph id="2"/>lamp</pc> &amp; <ph id="u" disp="&lt;g3&gt;"/>me <pc id="b1" type="fmt" subType="xlf:b">now</pc> <pc id="1-2">again</pc>',
  );
  expect(xliffContent("*a* <x1/>", "plain", "1.2")).toBe("*a* &lt;x1/&gt;");
});

it("a text with any marks comes back as it was", () => {
  const piece = fc.constantFrom(
    "<g1>",
    "</g1>",
    "<g2>",
    "</g2>",
    "<x3/>",
    "*",
    "**",
    "\\*",
    "\\\\",
    "a <b>&",
    '"',
    " ",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), fc.constantFrom(...versions), (pieces, version) => {
      const text = `x${pieces.join("")}`;
      const units = [{ id: "a1", source: text, target: text, state: "translated" as const, notes: ["n"] }];
      const xliff = xliffOf([{ path: "a", text: "marked", units }], { version, from: "en", into: "de" });
      const [unit] = readXliff({ bytes: Buffer.from(xliff), path: "", name: "a.xlf" }).units;
      expect([unit?.source, unit?.target]).toEqual([text, text]);
    }),
  );
});

it("segments that other programs made of a unit are joined, proposals are passed over, and codes of their own left out", () => {
  const read = (xml: string) => readXliff({ bytes: Buffer.from(xml), path: "", name: "a.xlf" }).units;
  const old = `<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2" xmlns:m="urn:memo"><file><body><trans-unit id="a"><source>One. Two.</source><seg-source><mrk mtype="seg" mid="1">One.</mrk></seg-source><target><mrk mtype="seg" mid="1">Eins<bpt id="1">{}</bpt>.</mrk> <mrk mid="2">Zwei.</mrk></target><alt-trans><source>x</source><target>y</target></alt-trans><m:data><m:target>z</m:target></m:data></trans-unit></body></file></xliff>`;
  expect(read(old)).toEqual([{ id: "a", source: "One. Two.", target: "Eins. Zwei.", stamp: null }]);
  const split = `<x:xliff version="2.1" srcLang="en" trgLang="de" xmlns:x="urn:oasis:names:tc:xliff:document:2.0"><x:file id="f"><x:unit id="a"><x:segment><x:source><x:sc id="1"/>One.</x:source><x:target><x:sc id="1"/>Eins.</x:target></x:segment><x:ignorable><x:source> </x:source></x:ignorable><x:segment><x:source>Two.<x:ec startRef="1"/></x:source><x:target>Zwei.<x:ec startRef="1"/></x:target></x:segment></x:unit></x:file></x:xliff>`;
  expect(read(split)).toEqual([{ id: "a", source: "<g1>One. Two.</g1>", target: "<g1>Eins. Zwei.</g1>", stamp: null }]);
  expect(read(split.replace('<x:target>Zwei.<x:ec startRef="1"/></x:target>', ""))[0]?.target).toBeNull();
});
