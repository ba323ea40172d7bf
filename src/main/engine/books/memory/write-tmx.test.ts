import { expect, it } from "vitest";
import { scanXml } from "../../office/package/scan-xml";
import { tmxOf } from "./write-tmx";

const languages = { from: "en", into: "de", title: "A & B" };

it("a pair is a unit with both languages and its state, and marks of an EPUB are inline codes", () => {
  const source = "See <g1>the <x2/>lamp</g1> & <g3>me.";
  const tmx = tmxOf([{ id: "a1", source, target: "Sieh.", isAccepted: true }], languages);
  expect(tmx).toContain('srclang="en" datatype="plaintext">\n<note>A &amp; B</note>');
  expect(tmx).toContain(
    '<tu tuid="a1"><prop type="x-state">accepted</prop><tuv xml:lang="en"><seg>See <bpt i="1">&lt;g1&gt;</bpt>the <ph>&lt;x2/&gt;</ph>lamp<ept i="1">&lt;/g1&gt;</ept> &amp; <ph>&lt;g3&gt;</ph>me.</seg></tuv><tuv xml:lang="de"><seg>Sieh.</seg></tuv></tu>',
  );
  const texts: string[] = [];
  let isIn = false;
  scanXml(
    tmx,
    {},
    {
      open(name) {
        if (name === "seg") isIn = true;
      },
      close(name) {
        if (name === "seg") isIn = false;
      },
      text(text) {
        if (isIn) texts.push(text);
      },
    },
  );
  expect(texts.join("")).toBe(`${source}Sieh.`);
});
