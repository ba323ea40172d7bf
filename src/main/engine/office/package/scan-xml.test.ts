import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fewer } from "../../../../core/text/texts.fixture";
import { packageOf } from "./packages.fixture";
import { scanXml } from "./scan-xml";
import { editPart, elementsAt, takeElements, type XmlElement } from "./splice-xml";
import { openZip } from "./zip";

const prefixes = { "urn:w": "w" };

/** What a scan reports, as lines. */
function eventsOf(xml: string): string[] {
  const events: string[] = [];
  scanXml(xml, prefixes, {
    open: (name, tag) => void events.push(`<${name} ${tag.attribute("w:v") ?? ""} ${xml.slice(tag.from, tag.to)}`),
    close: (name) => void events.push(`/${name}`),
    text: (text) => void events.push(text),
  });
  return events;
}

describe("the end of a start tag", () => {
  it.each([
    `<w:a w:v=">" c="d">`,
    `<w:a w:v="x>" c="d">`,
    `<w:a w:v='x">y' c="d">`,
    `<w:a w:v="it's > b" c="d" >`,
    `<w:a w:v= ">" >`,
    `<w:a c="d" w:v="">`,
    `<w:a c="" w:v="/>">`,
    `<w:a w:v="&quot;>&quot;">`,
    `<w:a w:v="a"\n\tc='>'>`,
    `<w:a w:v="/">`,
    "<w:a>",
    "<w:a\n>",
  ])("of %s is not one inside a value", (tag) => {
    const [, element] = eventsOf(`<w:r xmlns:w="urn:w">${tag}text's "end"</w:a></w:r>`);
    expect(element?.endsWith(` ${tag}`)).toBe(true);
    const empty = `${tag.slice(0, -1)}/>`;
    const [, alone, closed] = eventsOf(`<w:r xmlns:w="urn:w">${empty}text's "end"</w:r>`);
    expect([alone?.endsWith(` ${empty}`), closed]).toEqual([true, "/w:a"]);
  });

  it("is missing in a text that is cut off, and end tags that do not match are found", () => {
    expect(() => eventsOf('<r><a b="c')).toThrow("cut off");
    expect(() => eventsOf("<r><a></a")).toThrow("cut off");
    for (const wrong of ["<r><a></ab></r>", "<r><ab></a></r>", "<r></></r>", "</>", "<r></r></r>"])
      expect(() => eventsOf(wrong)).toThrow("do not match");
    expect(eventsOf("<r><a></a \n></r >")).toEqual(["<r  <r>", "<a  <a>", "/a", "/r"]);
  });
});

it("a namespace that an element declares for itself is not that of what follows", () => {
  const own = '<b xmlns="urn:other" xmlns:w="urn:other"><c/></b><d xmlns="urn:other"/>';
  const names = eventsOf(`<r xmlns="urn:w" xmlns:w="urn:w"><a>${own}</a><w:e/></r>`).filter((line) =>
    line.startsWith("/"),
  );
  expect(names.join(" ")).toBe("/?:c /?:b /?:d /w:a /w:e /w:r");
});

describe("an edited part", () => {
  const text = '\ufeff<r a="潮">é and 🌊</r>';
  const edited = () => editPart(openZip(packageOf({ "a.xml": text }), "a"), "a.xml");

  it("has the bytes of its text with the edits, in any order", () => {
    const part = edited();
    const at = (words: string) => part?.xml.indexOf(words) ?? -1;
    expect(part?.bytes()).toBeNull();
    part?.splice(at("🌊"), at("🌊") + 2, "海");
    part?.splice(at("潮"), at("潮"), "ü");
    part?.splice(at("é"), at("é") + 1, "");
    expect(Buffer.from(part?.bytes() ?? []).toString()).toBe('\ufeff<r a="ü潮"> and 海</r>');
  });

  it("is not written if two edits overlap or one is outside", () => {
    for (const [from, to] of [
      [6, 9],
      [2, 30],
      [9, 8],
    ] as const) {
      const part = edited();
      part?.splice(5, 8, "x");
      part?.splice(from, to, "y");
      expect(() => part?.bytes()).toThrow("overlap");
    }
  });
});

describe("elements at known ranges", () => {
  const query = { prefixes, attributes: ["w:v"] };

  const names = fc.constantFrom("w:p", "x:p", "y:q", "p");
  const spaces = fc.constantFrom(
    ...[
      "",
      "",
      "",
      ' xmlns:w="urn:w"',
      ' xmlns:w="urn:other"',
      " xmlns:x='urn:w'",
      ' xmlns:y="urn:y"',
      ' xmlns="urn:w"',
    ],
  );
  const values = fc.constantFrom("1", ">", "é", "'", "&lt;");
  const { tree } = fc.letrec<{ tree: string }>((tie) => ({
    tree: fc.oneof(
      { depthSize: "small" },
      fc.constantFrom("t&amp;", "潮", "<!-- <w:p> -->"),
      fc
        .tuple(names, spaces, values, fc.array(tie("tree"), { maxLength: 3 }))
        .map(([name, space, value, inside]) => `<${name}${space} w:v="${value}">${inside.join("")}</${name}>`),
    ),
  }));

  const roots = fc.constantFrom('w:r xmlns:w="urn:w" xmlns:y="urn:z"', 'x:r xmlns:x="urn:w"', "r");

  it("are the same as in a scan of the whole part, for random parts", () => {
    fc.assert(
      fc.property(fc.array(tree, { minLength: 1, maxLength: 4 }), roots, (parts, root) => {
        const xml = `<?xml version="1.0"?><${root}>${parts.join("")}</${root.split(" ")[0]}>`;
        const all: XmlElement[] = takeElements(xml, { ...query, take: (_name, at) => at > 21 });
        for (const { nodes } of all) all.push(...nodes.filter((node) => node.kind === "element"));
        for (const { from, to } of all.slice(0, 20)) {
          const [whole] = takeElements(xml, { ...query, take: (_name, at) => at === from });
          expect(elementsAt(xml, [{ from, to }], query).get(from)).toEqual(whole);
        }
      }),
      fewer(300),
    );
  });
});
