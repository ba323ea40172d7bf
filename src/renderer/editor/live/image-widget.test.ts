import { expect, it } from "vitest";
import { imageKind, pathIn } from "./image-widget";

it("only images named within the folder are requested, and nothing is fetched from the network", () => {
  for (const address of ["a.png", "./a b.png", "../a.png", "/a.png", "a.png?x#y", "ü/图.png", "a:b.png".slice(2)])
    expect(imageKind(address), address).toBe("folder");
  for (const address of ["http://x.y/a.png", "HTTPS://x.y", "//host/a.png", "\\\\host\\a.png", "/\\host/a.png"])
    expect(imageKind(address), address).toBe("remote");
  for (const address of ["file:///etc/passwd", "javascript:alert(1)", "C:\\a.png", "galley://image/x/y", "blob:x"])
    expect(imageKind(address), address).toBe("elsewhere");
  expect(imageKind("data:image/png;base64,AAAA")).toBe("embedded");
  expect(imageKind(`data:image/png;base64,${"A".repeat(500_000)}`)).toBe("too large");
  expect(imageKind("data:image/svg+xml,<svg/>")).toBe("too large");
  expect(imageKind("data:text/html,<p>")).toBe("elsewhere");
});

it("an address is decoded as a path", () => {
  expect(pathIn("a%20b.png?raw=1#x")).toBe("a b.png");
  expect(pathIn("100%.png")).toBe("100%.png");
});
