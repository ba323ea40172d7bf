import { expect, it } from "vitest";
import { fileNameFor } from "./file-name-for";

it("gives a path the name that earlier versions have used on disk", () => {
  expect(fileNameFor("/home/ada/über.md")).toBe("2738b4c80b2af804306686fe47828d12");
});
