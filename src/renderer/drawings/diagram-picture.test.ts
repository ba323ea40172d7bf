import { expect, test } from "vitest";
import { diagramPicture } from "./diagram-picture";

const svg = (attributes: string) => `<svg ${attributes}><script>alert(1)</script></svg>`;

test("a diagram becomes an address and the size of its view box, whatever size it claims", () => {
  const picture = diagramPicture(svg('width="100%" viewBox="-8 -8 120.5 60" height="9999"'));
  expect(picture).toMatchObject({ width: 121, height: 60 });
  const address = decodeURIComponent(picture?.address ?? "");
  expect(address).toMatch(
    /^data:image\/svg\+xml;charset=utf-8,<svg width="120.5" height="60" +viewBox="-8 -8 120.5 60">/,
  );
});

test("an SVG without a sensible view box is not shown", () => {
  for (const wrong of [
    "",
    "<p>hello</p>",
    svg(""),
    svg('viewBox="0 0 0 10"'),
    svg('viewBox="0 0 10"'),
    svg('viewBox="0 0 1e9 10"'),
    svg('viewBox="a b c d"'),
    ` ${svg('viewBox="0 0 10 10"')}`,
  ])
    expect(diagramPicture(wrong)).toBeNull();
});
