import { expect, test } from "vitest";
import { type Packages, packagesInThread } from "../office/jobs/packages";
import { docxOf } from "../office/package/packages.fixture";
import { ToolError } from "../ports/tool-error";
import { createProjectionCache } from "./office-projections";

const letter = docxOf("<w:p><w:r><w:t>short</w:t></w:r></w:p>");

test("a version is projected once, and bytes that are not a package are not read", async () => {
  const here = packagesInThread();
  const asked: string[] = [];
  const packages: Packages = {
    ...here,
    run(job, given, patience) {
      asked.push(job);
      return here.run(job, given, patience);
    },
  };
  const projections = createProjectionCache(packages);
  expect(await projections.of(letter, "v1", "docx")).toBe("short");
  expect(await projections.of(letter, "v1", "docx")).toBe("short");
  expect(await projections.of(Buffer.alloc(200_000), "v2", "docx")).toBeNull();
  expect(asked).toEqual(["projection"]);
});

test("a projection that failed is tried again", async () => {
  const here = packagesInThread();
  let isTooMuch = true;
  const projections = createProjectionCache({
    ...here,
    run: (job, given, patience) =>
      isTooMuch
        ? Promise.reject(new ToolError("too_large", "it takes longer than 15 s"))
        : here.run(job, given, patience),
  });
  expect(await projections.of(letter, "v1", "docx")).toBeNull();
  isTooMuch = false;
  expect(await projections.of(letter, "v1", "docx")).toBe("short");
});
